#!/usr/bin/env python3
"""Breaks single lines of the program, one at a time, and tells which breaks no test notices.

    tools/mutate.py [--count 60] [--seed 1] [--only src/oauth/pkce.cpp:12]

Works on the release build with its tests, in a clean working tree: `./dev test` makes the build, and PostgreSQL is
started by tools/with-postgres. Each break is built, and tests run until the first that fails: the unit tests that include
the file's header, the integration tests that the folder is known by, all unit tests. Prints a line for each break and, at
the end, how many were caught.
"""
import argparse
import os
import pathlib
import random
import re
import subprocess
import sys

BUILD = "build/release"

# The folders that are broken, and the integration tests that should notice.
FOLDERS = {
    "src/oauth": "OAuth|Token|Authoriz|Secrets|LockedOut",
    "src/throttle": "Throttl|Shared|Concurrency|Limits|Analytics",
    "src/webhooks": "Webhook|Subscri|Callback|Sandbox|Sender",
    "src/candidates": "Candidate|Application|Source|Consent|Model|Reindex",
    "src/jobs": "Job|Position|Publication|HiringTeam|Model",
    "src/edge": "Route|Operation|Conventions|Idempotency|Ignored|Refusal|Export|Http|Guide|Tail",
    "src/db": "Db|Kill|Database|Backup|Sqlite|Postgres|Disconnects|TextSearch|Pooler|Replica|Failover",
}

# One place of a line, another meaning.
CHANGES = [
    (r" == ", " != "), (r" != ", " == "), (r" < ", " <= "), (r" <= ", " < "), (r" > ", " >= "), (r" >= ", " > "),
    (r" && ", " || "), (r" \|\| ", " && "), (r"\btrue\b", "false"), (r"\bfalse\b", "true"), (r" \+ 1\b", ""),
    (r" - 1\b", ""), (r"\(!", "("), (r"^(\s+)[a-z][\w.:>-]*\([^{}]*\);$", r"\1;"),
]


def statements(file):
    """Lines inside functions, without comments, SQL and what is only declared."""
    in_raw_string = False
    for number, line in enumerate(file.read_text().splitlines()):
        was_raw, in_raw_string = in_raw_string, in_raw_string ^ (line.count('R"') > line.count(')sql"') or
                                                                 in_raw_string and ')sql"' in line)
        text = line.strip()
        if was_raw or in_raw_string or not line.startswith("    ") or text.startswith(("//", "#", '"', "using ", "template")):
            continue
        if "static_assert" in text or "assert(" in text:
            continue
        yield number, line


def mutations():
    for folder in FOLDERS:
        for file in sorted(pathlib.Path(folder).rglob("*.cpp")):
            for number, line in statements(file):
                for pattern, replacement in CHANGES:
                    if re.search(pattern, line):
                        yield folder, file, number, re.sub(pattern, replacement, line, count=1)


def chosen(count, seed):
    """As many of each folder, and no two of one line."""
    dice = random.Random(seed)
    by_folder = {folder: [] for folder in FOLDERS}
    for each in mutations():
        by_folder[each[0]].append(each)
    for each in by_folder.values():
        dice.shuffle(each)
    seen = set()
    while any(by_folder.values()):
        for waiting in by_folder.values():
            if count == 0:
                return
            while waiting:
                mutation = waiting.pop()
                if mutation[1:3] not in seen:
                    seen.add(mutation[1:3])
                    yield mutation
                    count -= 1
                    break


def succeeds(command, **environment):
    return subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False,
                          env={**os.environ, **environment}).returncode == 0


def nearest_tests(file):
    """A filter of the unit tests in files that include the header of this one."""
    include = f'#include "{file.relative_to("src").with_suffix(".h")}"'
    suites = {suite for test in pathlib.Path("tests/unit").rglob("*_test.cpp") if include in (text := test.read_text())
              for suite in re.findall(r"^TEST(?:_[FP])?\((\w+),", text, re.M)}
    return ":".join(f"{suite}.*:*/{suite}.*:*/{suite}/*" for suite in sorted(suites))


def is_built(target):
    # Clang takes this from the environment: a break that leaves something unused is still worth a test.
    return succeeds(["ninja", "-C", BUILD, target], CCC_OVERRIDE_OPTIONS="# +-Wno-error")


def outcome(folder, file):
    if not is_built("unit_tests"):
        return "not built"
    nearest = nearest_tests(file)
    if nearest and not succeeds(["tools/with-postgres", "timeout", "600", f"{BUILD}/unit_tests", "--gtest_brief=1"],
                                GTEST_FILTER=nearest, GTEST_FAIL_FAST="1"):
        return "caught"
    if not is_built("all"):
        return "not built"
    ctest = ["ctest", "--test-dir", BUILD, "--parallel", "4", "--stop-on-failure", "--timeout", "300"]
    for tests in (FOLDERS[folder], "^unit_tests_"):
        if not succeeds(["tools/with-postgres", *ctest, "-R", tests]):
            return "caught"
    return "SURVIVED"


def tried(folder, file, number, changed):
    original = file.read_text()
    lines = original.splitlines(keepends=True)
    before = lines[number].strip()
    lines[number] = changed + "\n"
    try:
        file.write_text("".join(lines))
        result = outcome(folder, file)
    finally:
        file.write_text(original)
    print(f"{result}: {file}:{number + 1}: {before}  ->  {changed.strip()}", flush=True)
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", help="FILE:LINE, all changes of one line")
    options = parser.parse_args()
    if subprocess.run(["git", "diff", "--quiet", "--", "src"], check=False).returncode != 0:
        sys.exit("mutate: commit your changes of src/ first; files are changed and put back")
    if options.only:
        file, line = options.only.rsplit(":", 1)
        work = [m for m in mutations() if str(m[1]) == file and m[2] == int(line) - 1]
    else:
        work = chosen(options.count, options.seed)
    results = [tried(*mutation) for mutation in work]
    built = [each for each in results if each != "not built"]
    print(f"{built.count('caught')} of {len(built)} caught")


if __name__ == "__main__":
    main()
