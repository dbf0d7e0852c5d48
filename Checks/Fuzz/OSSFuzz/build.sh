#!/bin/bash -eu
# OSS-Fuzz runs this in the container that Dockerfile describes.
cp /usr/local/bin/llvm-symbolizer-swift "$OUT/llvm-symbolizer"
Checks/Fuzz/OSSFuzz/export.py "$OUT"
