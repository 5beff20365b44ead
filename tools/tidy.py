#!/usr/bin/env python3
"""Runs clang-tidy over the files named on the command line, several of them at a time as one translation unit.

Most of clang-tidy's time goes into the headers, so files that share them are concatenated: includes first,
then the text of each file. Files of one namespace go into different units, because they may define the same name in
an unnamed namespace. If a unit has a problem, its files are checked one by one: it may be one of the unit only, which does
not compile, or shows the check the text of functions that a file alone would not.
"""
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys

BUILD = pathlib.Path("build/check")
FILES_PER_UNIT = 12
NAMESPACE = re.compile(r"^namespace (\S+) {", re.MULTILINE)
INCLUDE = re.compile(r"^#include .*$", re.MULTILINE)


def groups_of(files):
    """Lists of files of which no two are of the same namespace."""
    groups = []
    for file in files:
        named = NAMESPACE.search(file.read_text())
        namespace = named[1] if named else file
        for group in groups:
            if len(group) < FILES_PER_UNIT and namespace not in group:
                break
        else:
            group = {}
            groups.append(group)
        group[namespace] = file
    return [list(group.values()) for group in groups]


def write_unit(files, number):
    """The path of a translation unit with the text of the files."""
    texts = [file.read_text() for file in files]
    lines = sorted({line for text in texts for line in INCLUDE.findall(text)}) + [INCLUDE.sub("", text) for text in texts]
    path = BUILD / "units" / f"{number}.cpp"
    path.parent.mkdir(exist_ok=True)
    path.write_text("\n".join(lines) + "\n")
    return path


def by_flags(files):
    """The files that are compiled with the same flags, for each set of flags."""
    commands = json.loads((BUILD / "compile_commands.json").read_text())
    command_of = {entry["file"]: shlex.split(entry["command"]) for entry in commands}
    same = collections.defaultdict(list)
    for file in files:
        command = command_of[str(file.absolute())]
        same[tuple(command[1 : command.index("-o")])].append(file)
    return same


def tidy(path, flags):
    done = subprocess.run(["clang-tidy-19", "--quiet", str(path), "--", *flags], capture_output=True, text=True)
    return done.returncode == 0, done.stdout


def check(number, files, flags):
    """The files' problems as text; empty if there are none."""
    if len(files) > 1 and tidy(write_unit(files, number), flags)[0]:
        return ""
    results = [tidy(file, flags) for file in files]
    return "".join(output for passed, output in results if not passed)


def main(names):
    same = by_flags([pathlib.Path(name) for name in names])
    groups = [(group, flags) for flags, files in same.items() for group in groups_of(files)]
    failed = False
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for output in pool.map(check, range(len(groups)), *zip(*groups)):
            failed |= bool(output)
            print(output, end="", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
