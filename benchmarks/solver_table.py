"""Plays every recipe of the sources on clean feedback and at 10% noise, all answers, and prints the README's table."""

import argparse
import csv
import subprocess
import sys
import tempfile
from pathlib import Path

from wordle_jax.catalog import read_options

NOISES = ("0", "0.1")
# What no source describes.
OWN = ("csp_tolerant", "noise_aware")


def main() -> None:
    """Run the sweep and print a Markdown table, the best clean mean first."""
    argparse.ArgumentParser(description=f"{__doc__} It takes some minutes.").parse_args()
    names = [name for name in read_options("solver") if name not in OWN]
    with tempfile.TemporaryDirectory() as folder:
        command = [
            sys.executable,
            "-m",
            "wordle_jax.run",
            "-m",
            f"solver={','.join(names)}",
            f"noise={','.join(NOISES)}",
        ]
        subprocess.run([*command, f"hydra.sweep.dir={folder}"], check=True, stdout=subprocess.DEVNULL)
        with (Path(folder) / "sweep.csv").open(encoding="utf-8", newline="") as file:
            rows = {(row["solver"], row["noise"]): row for row in csv.DictReader(file)}
    names.sort(key=lambda name: float(rows[name, "0"]["mean_guesses_all"]))
    print("| solver | opener | mean, all | mean, solved | failures | worst | solved at 10% noise | 95% interval |")
    print("|---|---|---|---|---|---|---|---|")
    for name in names:
        clean, noisy = rows[name, "0"], rows[name, "0.1"]
        turns = [key for key in clean if key.startswith("distribution.") and key[-1].isdigit() and int(clean[key])]
        worst = max(int(key.rpartition(".")[2]) for key in turns) if clean["failures"] == "0" else "fails"
        low, high = (100 * float(noisy[f"intervals.success_rate.{i}"]) for i in (1, 2))
        print(
            f"| {name} | {clean['opener'] or 'drawn'} | {float(clean['mean_guesses_all']):.4f} "
            f"| {float(clean['mean_guesses']):.4f} | {clean['failures']} "
            f"| {worst} | {100 * float(noisy['success_rate']):.1f}% | {low:.1f} to {high:.1f} |"
        )


if __name__ == "__main__":
    main()
