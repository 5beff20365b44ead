"""The measures of the public side: postings, careers pages, applications."""
import contextlib
import json
import pathlib
import statistics
import subprocess
import tempfile
import urllib.request

from harness import (BUILD, ROUNDS, DiskWatch, alternate, anonymous_memory, call, cpu_per_request, cpu_seconds, load, nginx, send,
                     serving, show)

POSTINGS = 10_000
LIST = "/v1/companies/bench/postings?limit=100"
CAREERS = "/careers/bench"
APPLICATIONS_GOAL = 3000
NOT_SHARED = ("Date", "Content-Type", "Content-Length", "Connection", "ETag", "Last-Modified", "X-Request-Id")
QUESTIONS = [f"01a1e900-0000-7000-8000-{number:012}" for number in range(1, 5)]  # of fill_postings


@contextlib.contextmanager
def filled_server():
    """A server with a company of many published jobs: its process, its port, a folder, and an API key."""
    with tempfile.TemporaryDirectory(prefix="callboard-bench-") as folder:
        made = subprocess.run([BUILD / "fill_postings", f"{folder}/data", str(POSTINGS)], stdout=subprocess.PIPE, check=True)
        pathlib.Path(folder).chmod(0o755)
        with serving(["--data-dir", f"{folder}/data"], "--log-level", "warn") as (process, port):
            yield process, port, pathlib.Path(folder), json.loads(made.stdout)["api_key"]


@contextlib.contextmanager
def nginx_with_copy(port, path, folder):
    """nginx with the same bytes and headers in a file that it keeps open: its process, its port, the number of bytes."""
    answer = call(port, path)
    file = folder / "answer"
    file.write_bytes(answer.read())
    file.chmod(0o644)
    headers = "".join(f"add_header {name} \"{value}\";" for name, value in answer.headers.items() if name not in NOT_SHARED)
    with nginx({f"= {path.partition('?')[0]}": (headers, f"alias {file};")},
               "sendfile on; tcp_nopush on; open_file_cache max=10 inactive=600s; open_file_cache_valid 600s;") as (process, port):
        yield process, port, file.stat().st_size


def tag_of(port, path):
    return send(urllib.request.Request(f"http://127.0.0.1:{port}{path}")).headers["ETag"]


def postings():
    """A page of a hundred of 10,000 postings, against nginx with the same bytes; when the client has it already, and compressed."""
    with filled_server() as (ours, port, folder, _), nginx_with_copy(port, LIST, folder) as (theirs, their_port, size):
        our_tag, their_tag = tag_of(port, LIST), tag_of(their_port, LIST)
        cpu = alternate({
            "nginx": lambda: cpu_per_request(theirs, their_port, LIST),
            "ours": lambda: cpu_per_request(ours, port, LIST),
            "nginx same": lambda: cpu_per_request(theirs, their_port, LIST, headers=[f"If-None-Match: {their_tag}"]),
            "our same": lambda: cpu_per_request(ours, port, LIST, headers=[f"If-None-Match: {our_tag}"]),
            "ours packed": lambda: cpu_per_request(ours, port, LIST, headers=["Accept-Encoding: gzip"])})
    show("postings", f"{cpu['nginx'] / cpu['ours']:.2f} of nginx ({cpu['ours']:.1f} against {cpu['nginx']:.1f} us of CPU, "
                     f"{size} bytes; {cpu['ours packed']:.1f} us compressed)")
    show("postings_304", f"{cpu['nginx same'] / cpu['our same']:.2f} of nginx with If-None-Match "
                         f"({cpu['our same']:.1f} against {cpu['nginx same']:.1f} us of CPU)")


def careers():
    """The first careers page of 10,000 jobs, which lists fifty, against nginx with the same bytes."""
    with filled_server() as (ours, port, folder, _), nginx_with_copy(port, CAREERS, folder) as (theirs, their_port, size):
        cpu = alternate({"nginx": lambda: cpu_per_request(theirs, their_port, CAREERS),
                         "ours": lambda: cpu_per_request(ours, port, CAREERS)})
    show("careers", f"{cpu['nginx'] / cpu['ours']:.2f} of nginx ({cpu['ours']:.1f} against {cpu['nginx']:.1f} us of CPU, {size} bytes)")


def apply():
    """Durable applications with four answers, each of another person; SQLite, 64 connections."""
    with DiskWatch() as disk, filled_server() as (process, port, folder, key):
        posting = json.loads(call(port, LIST).read())["content"][0]["uuid"]
        script = apply_script(folder)
        runs = [apply_round(process, port, posting, key, script) for _ in range(ROUNDS + 1)]
        memory = anonymous_memory(process.pid) / 1e6
    rate, p99, cpu = (statistics.median(values) for values in zip(*runs[1:]))  # the first one warms up
    show("apply", f"{rate:.0f} durable applications per second ({cpu:.0f} us of CPU each, p99 {p99:.0f} ms, RssAnon {memory:.0f} MB; "
                  f"{disk}): {'ok' if rate >= APPLICATIONS_GOAL else 'MISSED'}")


def apply_round(process, port, posting, key, script):
    before = cpu_seconds(process.pid)
    requests, rate, p99, _ = load(port, f"/postings/{posting}/candidates", key, script=script)
    return rate, p99, (cpu_seconds(process.pid) - before) / requests * 1e6


def apply_script(folder):
    """A script for wrk: numbers of people go on in the next run, which has another time."""
    body = {"firstName": "Grace", "lastName": "Hopper", "email": "grace.NUMBER@mail.example", "phoneNumber": "+1 404 555 0100",
            "answers": [{"id": each, "records": [{"fields": {"value": ["ten years on the line"]}}]} for each in QUESTIONS]}
    script = folder / "apply.lua"
    script.write_text(f"""wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
local body = [[{json.dumps(body)}]]
local run = os.time()
local number = 0
request = function()
  number = number + 1
  return wrk.format(nil, nil, nil, (body:gsub("NUMBER", run .. "." .. number)))
end
""")
    return script
