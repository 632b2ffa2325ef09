"""One rank of lmms-eval, ended as soon as its work is done.

With gloo (no GPU) a thread of torch may still be at work while the interpreter shuts down: "terminate called without an
active exception", and torchrun reports a finished run as failed. Seen twice in about 150 runs, which says nothing of
this project; so the shutdown is left out.
"""

from __future__ import annotations

import os
import runpy
import sys

if __name__ == "__main__":
    runpy.run_module("lmms_eval", run_name="__main__", alter_sys=True)
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)  # only here: an error above has ended the process in its own way
