"""VisualOverload as tasks of lmms-eval."""
