#!/usr/bin/env python3
"""Fails when the same eight lines of code stand in two places: one of them should call the other."""
import pathlib
import sys

WINDOW = 8
FOLDERS = ("src", "tests", "bench", "fuzz", "tools")
SUFFIXES = (".h", ".cpp", ".py")


def code_lines(file):
    """Lines that say something, with their numbers: no blank ones, no comments, no includes, no lone brackets."""
    for number, line in enumerate(file.read_text().splitlines(), 1):
        text = " ".join(line.split())
        if len(text) > 3 and not text.startswith(("//", "#", "import ", "from ", "using ", "namespace ", "}")):
            yield number, text


def duplicates():
    seen = {}
    files = [f for folder in FOLDERS for f in pathlib.Path(folder).rglob("*") if f.suffix in SUFFIXES]
    for file in sorted(files):
        lines = list(code_lines(file))
        reported = -1
        for at in range(len(lines) - WINDOW + 1):
            window = tuple(text for _, text in lines[at:at + WINDOW])
            first = seen.setdefault(window, (file, lines[at][0]))
            if first != (file, lines[at][0]) and at > reported:
                yield f"{file}:{lines[at][0]}: also at {first[0]}:{first[1]}"
                reported = at + WINDOW


if __name__ == "__main__":
    found = list(duplicates())
    if found:
        print(*found, sep="\n")
    sys.exit(bool(found))
