"""The measures of the server itself: CPU time of a request, memory, time to start and to build."""
import json
import os
import resource
import shutil
import socket
import statistics
import subprocess
import tempfile
import time

from harness import (JOB, PROGRAM, ROOT, ROUNDS, alternate, anonymous_memory, call, callboard, cpu_per_request, free_port,
                     nginx, running, show)


def http():
    with callboard() as (ours, port, key):
        made = json.load(call(port, "/jobs", key, {**JOB, "jobAd": {"sections": {"jobDescription": {
            "text": "<p>" + "You cook on the line and keep it clean. " * 17 + "</p>"}}}}))
        path = f"/jobs/{made['id']}"
        answer = call(port, path, key)
        body = answer.read().decode()
        headers = "".join(f"add_header {name} '{value}';" for name, value in answer.headers.items()
                          if name not in ("Date", "Content-Type", "Content-Length", "Connection"))
        health = call(port, "/healthz")
        small = "".join(f"add_header {name} '{value}';" for name, value in health.headers.items()
                        if name.startswith("X-"))
        with nginx({"= /healthz": (small, f"return 200 '{health.read().decode()}';"),
                    f"= {path}": (headers, f"return 200 '{body}';")}) as (theirs, their_port):
            cpu = alternate({
                "nginx health": lambda: cpu_per_request(theirs, their_port, "/healthz"),
                "our health": lambda: cpu_per_request(ours, port, "/healthz"),
                "nginx job": lambda: cpu_per_request(theirs, their_port, path),
                "our job": lambda: cpu_per_request(ours, port, path, key)})
    show("health", f"{cpu['nginx health'] / cpu['our health']:.2f} of nginx "
                   f"({cpu['our health']:.1f} against {cpu['nginx health']:.1f} us of CPU)")
    show("get_job", f"{cpu['nginx job'] / cpu['our job']:.2f} of nginx "
                    f"({cpu['our job']:.1f} against {cpu['nginx job']:.1f} us of CPU, {len(body)} bytes)")


def memory():
    count = 10_000
    resource.setrlimit(resource.RLIMIT_NOFILE, (count + 100, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    request = b"GET /healthz HTTP/1.1\r\nHost: bench\r\n\r\n"
    with callboard("--max-connections-per-address", 0) as (process, port, _):
        time.sleep(1)
        idle = anonymous_memory(process.pid)
        sockets = []
        for _ in range(count):
            sockets.append(socket.create_connection(("127.0.0.1", port)))
            sockets[-1].sendall(request)
            assert sockets[-1].recv(1000).startswith(b"HTTP/1.1 200")
        time.sleep(1)
        full = anonymous_memory(process.pid)
        for one in sockets:
            one.sendall(request)
        answered = sum(one.recv(1000).startswith(b"HTTP/1.1 200") for one in sockets)
    show("memory", f"idle {idle / 1e6:.1f} MB; {(full - idle) / count / 1000:.2f} KB for each idle connection; "
                   f"{answered} of {count} answered")


def start():
    times = []
    for _ in range(ROUNDS):
        with tempfile.TemporaryDirectory(prefix="callboard-bench-") as folder:
            port = free_port()
            began = time.perf_counter()
            command = [str(PROGRAM), "serve", "--listen", f"127.0.0.1:{port}", "--data-dir", f"{folder}/data"]
            with running(command, port):
                call(port, "/readyz").read()
                times.append(time.perf_counter() - began)
    show("start", f"{statistics.median(times):.3f} s from start to the first answer, with an empty database")


def build():
    folder = ROOT / "build/bench-build"
    shutil.rmtree(folder, ignore_errors=True)
    environment = {**os.environ, "CCACHE_DISABLE": "1"}
    quiet = {"check": True, "stdout": subprocess.DEVNULL, "env": environment, "cwd": ROOT}
    subprocess.run(["cmake", "--preset", "release", "-B", folder], **quiet)
    began = time.perf_counter()
    subprocess.run(["cmake", "--build", folder, "--target", "callboard"], **quiet)
    clean = time.perf_counter() - began
    os.utime(ROOT / "src/api/jobs/jobs.cpp")
    began = time.perf_counter()
    subprocess.run(["cmake", "--build", folder, "--target", "callboard"], **quiet)
    touched = time.perf_counter() - began
    shutil.rmtree(folder)
    show("build", f"{clean:.0f} s clean on {os.cpu_count()} cores, without a cache; {touched:.1f} s after a handler was touched")
