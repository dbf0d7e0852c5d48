"""What the scripts of this folder share: the package's builds, and options."""

import argparse
import os
import subprocess
import sys

PACKAGE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def build(product, configuration="release"):
    """Builds an executable, and returns its path."""
    command = ["swift", "build", "--package-path", PACKAGE, "-c", configuration, "--product", product]
    print(" ".join(command), file=sys.stderr)
    subprocess.run(command, check=True, stdout=sys.stderr)
    shown = subprocess.run(command + ["--show-bin-path"], check=True, capture_output=True, text=True)
    return os.path.join(shown.stdout.strip(), product)


def positive(text):
    """The value of an option that counts something."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{number} is not positive")
    return number


def file_options(description, rounds):
    """The options of a script that measures swift-vault on files."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", type=positive, default=1 << 30, help="bytes of the file (1 GiB)")
    parser.add_argument("--rounds", type=positive, default=rounds, help=f"how often each command is run ({rounds})")
    parser.add_argument("--folder", default="/dev/shm" if os.path.isdir("/dev/shm") else None, help="the folder of the files")
    parser.add_argument("--tool", help="the path of a swift-vault (default: builds it)")
    parser.add_argument("--markdown", action="store_true", help="tables for Benchmarks/README.md")
    return parser


def tool_of(options):
    """The path of swift-vault, which these options name or which is built."""
    if options.tool and not os.access(options.tool, os.X_OK):
        raise SystemExit(f"no executable file: {options.tool}")
    return os.path.abspath(options.tool) if options.tool else build("swift-vault")
