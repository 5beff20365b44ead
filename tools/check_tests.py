#!/usr/bin/env python3
"""Fails when a unit test is not named after the file that it tests.

tests/unit/jobs/job_list_test.cpp needs src/jobs/job_list.h or .cpp; job_list_order_test.cpp may stand beside it. Files
directly in tests/unit/ look at several.
"""
import pathlib
import sys

UNIT = pathlib.Path("tests/unit")
ENDING = "_test.cpp"


def is_named_after(test, sources):
    name = test.name.removesuffix(ENDING)
    return any(name == source or name.startswith(source + "_") for source in sources)


def problems():
    for test in sorted(UNIT.rglob("*.cpp")):
        folder = test.relative_to(UNIT).parent
        if not test.name.endswith(ENDING):
            yield f"{test}: the name of a test ends with {ENDING}, others are not built"
        elif folder.parts:
            sources = {file.stem for file in (pathlib.Path("src") / folder).glob("*.[hc]*")}
            if not is_named_after(test, sources):
                yield f"{test}: src/{folder}/ has no file of this name"


if __name__ == "__main__":
    found = list(problems())
    if found:
        print(*found, sep="\n")
    sys.exit(bool(found))
