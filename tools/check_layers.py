#!/usr/bin/env python3
"""Fails when a file includes a folder or a library that tools/layers.txt does not allow it."""
import pathlib
import re
import sys

SRC = pathlib.Path("src")
LIBRARIES = ("argon2", "boost/asio", "boost/beast", "boost/container", "boost/intrusive", "boost/json", "boost/url", "cctz",
             "cmark-gfm", "curl", "fmt", "hiredis", "libpq", "libxml", "openssl", "prometheus", "spdlog", "sqlite3", "toml++",
             "utf8proc", "xlsxwriter", "zip.h", "zlib", "zstd")


def read_rules(path):
    rules = {}
    for line in pathlib.Path(path).read_text().splitlines():
        if line.strip() and not line.startswith("#"):
            folder, folders, libraries = (part.split() for part in line.split(":"))
            rules[folder[0]] = (set(folders) | set(folder), set(libraries))
    return rules


def folder_of(path, rules):
    """The folder of a file that has a rule of its own: the innermost one, or the outermost folder where none has."""
    folders = list(path.parents)[:-1]
    return next((str(folder) for folder in folders if str(folder) in rules), str(folders[-1]) if folders else "")


def problems(file, rules):
    folder = folder_of(file.relative_to(SRC), rules)
    if not folder:
        return  # main.cpp and routes.cpp are above all folders
    if folder not in rules:
        yield f"{file}: the folder {folder}/ has no line in tools/layers.txt"
        return
    folders, libraries = rules[folder]
    for number, line in enumerate(file.read_text().splitlines(), 1):
        if own := re.match(r'#include "([\w/]+/\w+\.h)"', line):
            included = folder_of(pathlib.Path(own[1]), rules)
            if included not in folders:
                yield f"{file}:{number}: {folder}/ may not include {included}/"
        elif system := re.match(r"#include <([\w/.+-]+)>", line):
            used = next((name for name in LIBRARIES if system[1].startswith(name)), None)
            if used and used not in libraries:
                yield f"{file}:{number}: {folder}/ may not use {used}"


def cycles(rules):
    above = set()
    for folder, (allowed, _) in rules.items():
        for wrong in sorted(allowed - above - {folder}):
            yield f"tools/layers.txt: {folder} names {wrong}, which is not listed above it"
        above.add(folder)


if __name__ == "__main__":
    rules = read_rules("tools/layers.txt")
    found = list(cycles(rules))
    for file in sorted(SRC.rglob("*.[hc]*")):
        found += problems(file, rules)
    if found:
        print(*found, sep="\n")
    sys.exit(bool(found))
