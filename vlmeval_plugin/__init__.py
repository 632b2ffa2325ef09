"""VisualOverload as a dataset of VLMEvalKit."""
