#!/usr/bin/env python3
"""Compiles the package for platforms whose Swift SDK is not installed: Apple's, Windows, Android, WebAssembly and Linux
on arm64.

    Checks/Platforms/hosted.py [--code] [PLATFORM...]

Each library and kernel target that SwiftVault, VaultInterop, Sessions and SecretComparison are built on, and each
target of instructions that vault-bench measures, is compiled for each platform, as ordinary (not Embedded) Swift, with
the options of Package.swift and warnings as errors. For Apple's systems and for Linux on arm64, VaultFiles is compiled
too, and for macOS and Linux the three commands. The deployment targets are the manifest's, and the use of any newer API
is an error, as is an expression that takes the type checker more than a few tenths of a second. Nothing is linked or
run. For watchOS only the 64-bit architecture is compiled.

Each platform is compiled as far as the compiler's last error message. With --code it is compiled to optimised code, but for
WebAssembly, where Int has 32 bits. Code for arm64 and WebAssembly is also made and run in Embedded Swift, by
Checks/Platforms/run.

The standard library of each platform is built from the textual interface of the toolchain's own, with the few changes
in `adapted`. The system modules are stubs: Stubs/ declares what the sources use, with the types of the real modules. A
module that also has a part in Swift has a stub in Swift too. Where the sources use more, extend the stubs. Linux on
arm64 has the C library's real headers, from Debian's cross compiler. Objective-C interoperation is off, because the
interface has none of it.

SwiftVaultFoundation is not compiled: Foundation has no textual interface, and its stub for macOS has only what the
commands use. Apple's other systems have no commands. On the platforms of others, VaultFiles and the commands are not
compiled: the stubs have only the functions that the libraries call.

Each platform also compiles controls that must fail: an `#error` in every `#if` branch that the platform should take, an
import of another architecture's intrinsics and, on Apple's platforms, an API newer than the deployment target.
"""

import concurrent.futures
import pathlib
import re
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass, field

import package

STUBS = package.ROOT / "Checks/Platforms/Stubs"
TOOLCHAIN = pathlib.Path(shutil.which("swiftc") or sys.exit("hosted: no swiftc")).resolve().parents[1] / "lib/swift"
HOST = "x86_64-unknown-linux-gnu"
CROSS_HEADERS = pathlib.Path("/usr/aarch64-linux-gnu/include")


@dataclass
class Platform:
    name: str
    triple: str  # {} stands for the manifest's deployment target
    module: str  # the name of a module's file for the platform
    system: dict = field(default_factory=dict)  # C modules: name to header
    swift: list = field(default_factory=lambda: ["Dispatch"])  # Swift stubs
    branches: list = field(default_factory=list)  # conditions in the sources that hold here
    manifest: str = ""  # the platform's name in the manifest
    has_code: bool = False  # compiled to optimised code
    has_commands: bool = False  # the commands are compiled too

    @property
    def is_apple(self):
        return bool(self.manifest)

    @property
    def is_narrow(self):
        """Whether Int has 32 bits. It has 64 in the interface, so machine code would be wrong."""
        return "32" in self.triple.split("-")[0]


def apple(name, arch, system, manifest, frameworks=(), **more):
    return Platform(
        name, f"{arch}-apple-{system}{{}}", f"{arch}-apple-{'macos' if system == 'macosx' else system}",
        {"Darwin": "Darwin.h"}, ["Darwin", "Dispatch", *frameworks], ["canImport(Darwin)"], manifest, **more)


def other(name, triple, branches, system={}, swift=["Dispatch"], module=None, **more):
    return Platform(name, triple, module or triple, system, swift, branches, **more)


PLATFORMS = [
    apple("macOS", "arm64", "macosx", "macos", frameworks=["Foundation"], has_commands=True),
    apple("iOS", "arm64", "ios", "ios"),
    apple("tvOS", "arm64", "tvos", "tvos"),
    apple("watchOS", "arm64", "watchos", "watchos"),
    apple("visionOS", "arm64", "xros", "visionos"),
    other(
        "Linux-arm64", "aarch64-unknown-linux-gnu", ["os(Linux)", "canImport(Glibc)"],
        swift=["Dispatch", "Glibc"], has_commands=True),
    other(
        "Musl", "aarch64-swift-linux-musl", ["os(Linux)", "canImport(Musl)"],
        {"Musl": "Libc.h"}),
    other(
        "Android", "aarch64-unknown-linux-android28", ["os(Android)", "canImport(Android)", "canImport(Dispatch)"],
        {"Android": "Libc.h"}, module="aarch64-unknown-linux-android"),
    other(
        "Windows-arm64", "aarch64-unknown-windows-msvc", ["os(Windows)", "canImport(Dispatch)", "canImport(ucrt)"],
        {"WinSDK": "WinSDK.h", "ucrt": "UCRT.h"}, ["WinSDK", "Dispatch"]),
    other("Windows-x86", "x86_64-unknown-windows-msvc", ["canImport(Dispatch)", "canImport(ucrt)"], {"ucrt": "UCRT.h"}),
    other("WebAssembly", "wasm32-unknown-wasip1", ["arch(wasm32)", "canImport(WASILibc)"], {"WASILibc": "WASILibc.h"}, swift=[]),
]


class Failure(Exception):
    pass


def adapted(text, module, platform, triple):
    """The toolchain's interface of a module of the standard library, changed for another platform."""
    # Without optimisation this takes half as long. Inlined code is optimised together with its callers.
    text = text.replace(HOST, triple).replace(" -O ", " -Onone ", 1)
    # These bodies use x86 floats of 80 bits. They are never run.
    text = text.replace("= _stdlib_remainderl(self, other)", "= other")
    text = text.replace("self = _stdlib_squareRootl(self)", "self += self")
    # A function that is copied into older programs may only use functions of the same age.
    text = re.sub(r"(?m)^\s*@backDeployed\(.*\n", "", text)
    if platform.is_apple and module != "Swift":
        text = text.replace("swift-module-flags: ", "swift-module-flags: -disable-availability-checking ", 1)
    if platform.name == "visionOS":
        # The platform's SDK would map versions of iOS to its own.
        text = re.sub(r"(?m)^(?!.*visionOS).*\biOS \d[^\n]*", lambda line: re.sub(IOS, vision, line[0]), text)
    return text


IOS = r"\biOS (\d+)(?:\.(\d+))?"


def vision(version):
    """The version of visionOS that has the same standard library as a version of iOS."""
    major, minor = int(version[1]), int(version[2] or 0)
    if major <= 17:
        return f"{version[0]}, visionOS {'1.0' if (major, minor) <= (17, 1) else '1.1'}"
    return f"{version[0]}, visionOS {2 if major == 18 else major}.{minor}"


def write(path, text):
    """Writes a file unless it has this text already, because the compiler's cache compares modification times."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


def link(path, target):
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.is_symlink():
        path.symlink_to(target)


class Check:
    """The modules of the package, compiled for one platform."""

    def __init__(self, platform, build, manifest):
        self.platform, self.folder = platform, build / platform.name
        versions = {entry["platformName"]: entry["version"] for entry in manifest["platforms"]}
        self.triple = platform.triple.format(versions.get(platform.manifest, ""))
        self.modules = self.folder / "modules"
        self.is_bare = platform.is_apple or "windows" in self.triple  # compiles with no SDK at all
        self.prepare()

    def prepare(self):
        """Makes a resource folder and an SDK that contain only what the platform would have."""
        resources, sdk = self.folder / "resources", self.folder / "sdk"
        for part in ["shims", "clang"]:
            link(resources / part, TOOLCHAIN / part)
        overlay = ["Glibc"] if "Glibc" in self.platform.swift else []
        for module in ["Swift", "_Concurrency", "_StringProcessing", "SwiftOnoneSupport"] + overlay:
            # On Linux, the commands use an interface of the standard library that is not public.
            for interface in ["swiftinterface"] + ["private.swiftinterface"] * len(overlay):
                source = TOOLCHAIN / f"linux/{module}.swiftmodule/{HOST}.{interface}"
                write(
                    self.modules / f"{module}.swiftmodule/{self.platform.module}.{interface}",
                    adapted(source.read_text(), module, self.platform, self.triple))
        if overlay:
            for part in ["glibc.modulemap", "SwiftGlibc.h"]:
                link(resources / "linux/aarch64" / part, TOOLCHAIN / "linux/x86_64" / part)
            link(sdk / "usr/include", CROSS_HEADERS)
        elif not self.is_bare:
            # The compiler warns about an SDK without these headers, but does not read them.
            for include in ["usr/include", "include/wasm32-wasip1"]:
                for header in ["inttypes.h", "stdint.h", "unistd.h"]:
                    write(sdk / include / header, "")
        self.options = ["-target", self.triple, "-resource-dir", resources, "-I", self.modules]
        # Hide the headers of this machine.
        self.options += ["-Xcc", "-nostdlibinc"] if self.is_bare else ["-sdk", sdk]
        self.options += [] if overlay else ["-Xcc", "-ffreestanding"]
        self.options += ["-module-cache-path", self.folder / "cache", "-Xfrontend", "-disable-objc-interop"]
        maps = [f'module {name} [system] {{\n  header "{STUBS / header}"\n}}\n'
                for name, header in self.platform.system.items()]
        write(self.folder / "module.modulemap", "".join(maps))
        self.options += ["-Xcc", f"-fmodule-map-file={self.folder / 'module.modulemap'}"]

    def swiftc(self, *arguments):
        command = [str(part) for part in ["swiftc", *self.options, *arguments]]
        return subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)

    def compile(self, module, sources, *options):
        output = self.modules / f"{module}.swiftmodule"
        code = ["-O", "-g", "-c", "-o", self.folder / f"{module}.o"] if self.platform.has_code else []
        result = self.swiftc(
            "-swift-version", "6", "-parse-as-library", "-wmo", "-warnings-as-errors", "-module-name", module,
            "-Xfrontend", "-solver-scope-threshold=20000",
            "-emit-module", "-emit-module-path", output, *code, *options, *sources)
        if result.returncode != 0:
            raise Failure(f"{module}: {result.stderr[:5000]}")

    def run(self, targets):
        for stub in self.platform.swift:
            if stub != "Glibc":
                self.compile(stub, [STUBS / f"{stub}.swift"])
        for target in targets:
            self.compile(target.name, target.sources, *target.options)
        return self.refuse_controls() + self.reach_branches(targets)

    def refuse_controls(self):
        """The number of controls that were refused."""
        x86 = self.triple.startswith("x86_64")
        controls = {"intrinsics": (f"import _Builtin_intrinsics.{'arm.neon' if x86 else 'intel'}", "requires feature")}
        if self.platform.is_apple:
            # Int128 is available from the systems of 2024 on.
            controls["newer"] = ("func newer() -> Int128 { 0 }", "is only available in")
        for name, (text, message) in controls.items():
            path = self.folder / f"{name}.swift"
            write(path, text + "\n")
            result = self.swiftc("-swift-version", "6", "-typecheck", path)
            if result.returncode == 0 or message not in result.stderr:
                raise Failure(f"control {name}: was to be refused with '{message}': {result.stderr}")
        return len(controls)

    def reach_branches(self, targets):
        """The number of branches with an #error. The compiler must reach each, and each condition must occur."""
        conditions, planted = set(), 0
        for target in targets:
            lines, sources = set(), []
            for source in target.sources:
                text, marked = source.read_text().split("\n"), []
                for line in text:
                    marked.append(line)
                    # A condition that must not hold is not a branch for the platform.
                    met = [branch for branch in self.platform.branches if branch in line.replace("!" + branch, "")]
                    if met and re.match(r"\s*#(if|elseif) ", line):
                        conditions.update(met)
                        marked.append('#error("reached")')
                        lines.add((source.name, len(marked)))
                copy = self.folder / "planted" / target.name / source.name
                write(copy, "\n".join(marked))
                sources.append(copy)
            if lines:
                result = self.swiftc(
                    "-swift-version", "6", "-parse-as-library", "-wmo", "-typecheck", "-module-name", target.name,
                    *target.options, *sources)
                found = re.findall(r"(?m)^\S*/(\S+?):(\d+):\d+: error: reached", result.stderr)
                missed = lines - {(name, int(line)) for name, line in found}
                if missed:
                    raise Failure(f"{target.name}: not compiled here: {sorted(missed)}: {result.stderr}")
                planted += len(lines)
        if conditions != set(self.platform.branches):
            raise Failure(f"no branch for {set(self.platform.branches) - conditions}")
        return planted


def check(platform, build, manifest, targets):
    """A line about one platform, and whether it passed."""
    start = time.monotonic()
    try:
        check = Check(platform, build, manifest)
        refused = check.run(targets)
        extent = "to code" if platform.has_code else "without code"
        line = f"{check.triple}: {len(targets)} modules compiled {extent}, {refused} controls refused"
    except Failure as failure:
        return f"FAILED {platform.name}: {failure}", False
    return f"{line}, {time.monotonic() - start:.0f} s", True


def main():
    build = package.ROOT / ".build/hosted"
    names = [argument for argument in sys.argv[1:] if argument != "--code"]
    chosen = [platform for platform in PLATFORMS if platform.name in (names or [p.name for p in PLATFORMS])]
    if len(chosen) < len(names):
        sys.exit("hosted: the platforms are " + " ".join(platform.name for platform in PLATFORMS))
    if not (CROSS_HEADERS / "time.h").exists():
        sys.exit(f"hosted: {CROSS_HEADERS} is missing; on Debian: apt-get install libc6-dev-arm64-cross")
    for platform in chosen:
        if "--code" in sys.argv:
            platform.has_code = not platform.is_narrow
    manifest = package.manifest()
    portable = package.PORTABLE + package.LOOPS
    libraries = package.modules(manifest, portable)
    files = package.modules(manifest, portable + ("VaultFiles",))
    everything = package.modules(manifest, portable + package.COMMANDS)
    start, failures = time.monotonic(), 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for result in [pool.submit(
                check, platform, build, manifest,
                everything if platform.has_commands else files if platform.is_apple else libraries)
                for platform in chosen]:
            line, good = result.result()
            print(line, flush=True)
            failures += not good
    print(f"{time.monotonic() - start:.0f} s")
    print(f"hosted: {len(chosen)} platforms, {failures} failures")
    sys.exit(failures > 0)


if __name__ == "__main__":
    main()
