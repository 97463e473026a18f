"""Does an accelerator find exactly what a CPU finds, and how fast? One call, a few minutes.

    PYTHONPATH=. python benchmarks/device_check.py --json device.json

Needs the package's folder and of its dependencies only jax, numpy, jaxtyping, platformdirs, pyarrow, PyYAML and
rich. The CPU's part runs in a process of its own. On a machine without an accelerator a CPU is compared with a CPU.
Status 1 if the two differ.
"""

import argparse
import json
import os
import pickle
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import jax
import jaxlib
import numpy as np
from device_work import BELIEF_SHAPES, SOFT_SHAPE, Findings, soft_work, work_through
from measurement import Measurement, report, to_rows
from stage import Stage, set_stage

# Scores from masses are sums of float32, whose order the platform chooses.
_ROUNDING = 1e-5


def read_arguments() -> argparse.Namespace:
    """Return what the command line says; `--reference` is how this script calls itself for the CPU's part."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repetitions", type=int, default=10, help="(default: %(default)s)")
    parser.add_argument("--json", type=Path, metavar="PATH", help="also write what was found to this file")
    parser.add_argument("--reference", type=Path, help=argparse.SUPPRESS)
    return parser.parse_args()


def find_on_cpu(repetitions: int) -> Findings:
    """Return the findings of another process that sees the CPU alone."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "findings")
        command = [sys.executable, __file__, "--reference", path, "--repetitions", str(repetitions)]
        subprocess.run(command, check=True, env=os.environ | {"JAX_PLATFORMS": "cpu"})
        return pickle.loads(path.read_bytes())


def compare(found: Findings, reference: Findings) -> dict[str, bool]:
    """Tell for everything that was found whether it is the same."""
    same = {what: bool(np.array_equal(found.exact[what], value)) for what, value in reference.exact.items()}
    for what, value in reference.rounded.items():
        same[f"{what}, within {_ROUNDING:g}"] = bool(np.abs(found.rounded[what] - value).max() <= _ROUNDING)
    return same


def bytes_by_work(stage: Stage) -> dict[str, int]:
    """Return the bytes of pattern codes that each scoring has to read at least."""
    matrix = stage.world.matrix
    row = matrix.num_guesses * matrix.codes.itemsize
    sizes = {f"entropy under a belief of {count:,}": count * row for count, _, _ in BELIEF_SHAPES}
    return sizes | {"entropy of the whole lexicon": matrix.num_answers * row}


def operations_by_work(stage: Stage) -> dict[str, int]:
    """Return the float32 operations of each rating that goes through a channel as a product of matrices."""
    patterns, (_, _, guesses) = stage.world.matrix.num_patterns, SOFT_SHAPE
    once = 2 * guesses * patterns**2
    return {soft_work("entropy"): once, soft_work("posterior_mass"): once, soft_work("win_chance"): 2 * once}


def describe_device(kind: str) -> dict[str, Any]:
    """Return what this was measured on."""
    return {
        "compared": kind,
        "device": jax.devices()[0].device_kind,
        "devices": jax.device_count(),
        "cores": os.cpu_count(),
        "jax": jax.__version__,
        "jaxlib": jaxlib.__version__,
    }


def main() -> int:
    arguments = read_arguments()
    if arguments.reference:
        findings = work_through(set_stage(platform="cpu"), arguments.repetitions)
        arguments.reference.write_bytes(pickle.dumps(findings))
        return 0
    reference = find_on_cpu(arguments.repetitions)
    stage = set_stage()
    kind = "CPU with CPU, there is no accelerator" if jax.default_backend() == "cpu" else "accelerator with CPU"
    device = describe_device(kind)
    print(f"comparing {kind}: {device['devices']} × {device['device']}, jax {device['jax']}", flush=True)
    found = work_through(stage, arguments.repetitions)

    same = compare(found, reference)
    figures = [
        Measurement(what, 1000 * seconds, "ms", 1000 * reference.seconds[what], "CPU")
        for what, seconds in found.seconds.items()
    ]
    a_byte = found.seconds["read or write 1 MB"] / 1e6
    share = {what: size * a_byte / found.seconds[what] for what, size in bytes_by_work(stage).items()}
    an_operation = found.seconds["a billion float32 operations"] / 1e9
    busy = {what: n * an_operation / found.seconds[what] for what, n in operations_by_work(stage).items()}
    report(f"{device['device']}, medians of what has run before", figures)
    for what, part in share.items():
        print(f"{what}: {100 * part:.1f}% of the memory bandwidth ({1e-9 / a_byte:,.0f} GB/s)")
    for what, part in busy.items():
        print(f"{what}: {100 * part:.1f}% of the arithmetic ({1e-12 / an_operation:,.1f} Tflop/s)")
    different = [what for what, is_same in same.items() if not is_same]
    for what in different:
        print(f"DIFFERENT: {what}")
    print(f"{len(same) - len(different)} of {len(same)} results are the same ({kind})")
    if arguments.json:
        content = {
            **device,
            "same": same,
            "bandwidth_share": share,
            "arithmetic_share": busy,
            "measurements": to_rows(figures),
        }
        arguments.json.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
