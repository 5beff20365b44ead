"""The measure of the console, in Chromium: the first view, a large pipeline, and search as somebody types."""
import json
import pathlib
import subprocess

from harness import JOB, PROGRAM, ROOT, call, serving, show
from measures.candidates import CANDIDATES, PERSON, filled_database

APPLICATIONS = 5_000
EMAIL, PASSWORD = "viewer@bench.example", "correct-horse-battery"


def add_viewer(where):
    subprocess.run([PROGRAM, "user", "add", "--company", "bench", "--email", EMAIL, "--first-name", "Vera", "--last-name", "Viewer",
                    "--role", "ADMINISTRATOR", "--password-stdin", *where],
                   input=PASSWORD, text=True, check=True, stdout=subprocess.DEVNULL)


def add_job(port, key):
    """A job with many applications, most of them new."""
    job = json.load(call(port, "/jobs", key, JOB))["id"]
    for number in range(APPLICATIONS):
        call(port, f"/jobs/{job}/candidates", key, {**PERSON, "email": f"applicant.{number}@mail.example", "lastName": f"Hopper{number}"}).read()
    return job


def console():
    with filled_database(CANDIDATES) as (folder, made):
        where = ["--data-dir", pathlib.Path(folder) / "data"]
        add_viewer(where)
        with serving(where) as (_, port):
            job = add_job(port, made["api_key"])
            searched = ["hopper", *(word for word in made["words"].values() if " " not in word)]
            command = ["node", ROOT / "tests/console/speed.mjs", f"http://127.0.0.1:{port}", EMAIL, PASSWORD, job, *searched]
            out = subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout  # browsers use several cores
    figures = json.loads(out)
    first, board, search = figures["firstView"], figures["pipeline"], figures["search"]
    show("console", f"first view {first['medianMs']} ms, {first['compressedBytes'] / 1000:.0f} KB compressed")
    show("console", f"pipeline of {APPLICATIONS} applications {board['medianMs']} ms, {board['cardsInDocument']} cards in the document; "
                    + "; ".join(f"{name}: {board[name]['dropped']} of {board[name]['frames']} frames dropped, the longest "
                                f"{board[name]['longestMs']} ms" for name in ("scrolling", "dragging")))
    show("console", f"search among {CANDIDATES} candidates: {search['medianMs']} ms from a key to its result at the median, "
                    f"90 % in {search['p90Ms']} ms, {search['keystrokes']} keys")
