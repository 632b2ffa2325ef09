"""One rank of lmms-eval that takes leave of the others, as PyTorch asks of every process of a group.

lmms-eval 0.7.3 leaves its process group open. With gloo (no GPU) a rank was once aborted by a signal at the exit of a
finished run, which says nothing of this project.
"""

from __future__ import annotations

import runpy

import torch.distributed

if __name__ == "__main__":
    runpy.run_module("lmms_eval", run_name="__main__", alter_sys=True)
    # Only after a run that ended well: a failed rank must not wait here for the others.
    if torch.distributed.is_initialized():
        torch.distributed.destroy_process_group()
