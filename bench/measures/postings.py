"""The measures of public postings."""
import pathlib
import subprocess
import tempfile
import urllib.request

from harness import BUILD, alternate, call, cpu_per_request, nginx, send, serving, show

POSTINGS = 10_000
PATH = "/v1/companies/bench/postings"
QUERY = "?limit=100"
NOT_SHARED = ("Date", "Content-Type", "Content-Length", "Connection", "ETag", "Last-Modified", "X-Request-Id")


def tag_of(port):
    return send(urllib.request.Request(f"http://127.0.0.1:{port}{PATH}{QUERY}")).headers["ETag"]


def postings():
    """A page of a hundred of 10,000 postings, against nginx with the same bytes in a file that it keeps open; when the client
    has it already, and compressed."""
    with tempfile.TemporaryDirectory(prefix="callboard-bench-") as folder:
        subprocess.run([BUILD / "fill_postings", f"{folder}/data", str(POSTINGS)], stdout=subprocess.DEVNULL, check=True)
        with serving(["--data-dir", f"{folder}/data"], "--log-level", "warn") as (ours, port):
            answer = call(port, PATH + QUERY)
            body = answer.read()
            file = pathlib.Path(folder) / "postings.json"
            file.write_bytes(body)
            file.chmod(0o644)
            pathlib.Path(folder).chmod(0o755)
            headers = "".join(f"add_header {name} '{value}';" for name, value in answer.headers.items() if name not in NOT_SHARED)
            with nginx({f"= {PATH}": (headers, f"alias {file};")},
                       "sendfile on; tcp_nopush on; open_file_cache max=10 inactive=600s; open_file_cache_valid 600s;") \
                    as (theirs, their_port):
                our_tag, their_tag = tag_of(port), tag_of(their_port)
                cpu = alternate({
                    "nginx": lambda: cpu_per_request(theirs, their_port, PATH + QUERY),
                    "ours": lambda: cpu_per_request(ours, port, PATH + QUERY),
                    "nginx same": lambda: cpu_per_request(theirs, their_port, PATH + QUERY,
                                                          headers=[f"If-None-Match: {their_tag}"]),
                    "our same": lambda: cpu_per_request(ours, port, PATH + QUERY, headers=[f"If-None-Match: {our_tag}"]),
                    "ours packed": lambda: cpu_per_request(ours, port, PATH + QUERY, headers=["Accept-Encoding: gzip"])})
    show("postings", f"{cpu['nginx'] / cpu['ours']:.2f} of nginx ({cpu['ours']:.1f} against {cpu['nginx']:.1f} us of CPU, "
                     f"{len(body)} bytes; {cpu['ours packed']:.1f} us compressed)")
    show("postings_304", f"{cpu['nginx same'] / cpu['our same']:.2f} of nginx with If-None-Match "
                         f"({cpu['our same']:.1f} against {cpu['nginx same']:.1f} us of CPU)")
