#!/usr/bin/env python3
"""Fails when a file of src/ uses a word that tools/words.txt keeps for others."""
import pathlib
import sys


def read_rules(path):
    for line in pathlib.Path(path).read_text().splitlines():
        if line.strip() and not line.startswith("#"):
            word, files, reason = (part.strip() for part in line.split("|"))
            yield word, files.split(), reason


def allowed(file, places):
    name = str(file)
    return any(name.startswith(place) or name.endswith(place) for place in places)


def problems():
    rules = list(read_rules("tools/words.txt"))
    for file in sorted(pathlib.Path("src").rglob("*.[hc]*")):
        text = file.read_text()
        for word, places, reason in rules:
            if word in text and not allowed(file, places):
                number = text[: text.index(word)].count("\n") + 1
                yield f"{file}:{number}: {word}: {reason}"


if __name__ == "__main__":
    found = list(problems())
    if found:
        print(*found, sep="\n")
    sys.exit(bool(found))
