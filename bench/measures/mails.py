"""The measure of mail: how fast a full queue is sent to a mail server on this machine over ten connections."""
import asyncio
import sqlite3
import statistics
import subprocess
import tempfile
import threading
import time

from harness import PROGRAM, ROUNDS, DiskWatch, free_port, on_load_core, serving, show

MAILS = 5_000
FILL = """WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ?)
    INSERT INTO mail (company_id, id, kind, recipient, language, contents, status, lane, attempts, due_at, expires_at, lease_token,
                      created_at, recipient_key)
    SELECT (SELECT id FROM company LIMIT 1), printf('018bcfe5-6800-7000-8000-%012d', n), 'webhook_given_up',
           printf('operator%d@acme.example', n), 'en', json_object('subscription', 's', 'url', 'https://example.com/hook',
           'time', '2026-01-01T00:00:00.000Z'), 'PENDING', 1, 0, 0, 9999999999999, '', 0, printf('key%d', n) FROM number"""


class MailServer(asyncio.Protocol):
    """Takes every mail, and counts them."""
    taken = 0

    def connection_made(self, transport):
        self.transport, self.rest, self.in_mail = transport, b"", False
        transport.write(b"220 bench\r\n")

    def data_received(self, data):
        *lines, self.rest = (self.rest + data).split(b"\r\n")
        for line in lines:
            if not self.in_mail:
                self.in_mail = line == b"DATA"
                self.transport.write(b"354 go on\r\n" if self.in_mail else b"250 well\r\n")
            elif line == b".":
                self.in_mail = False
                MailServer.taken += 1
                self.transport.write(b"250 taken\r\n")


def serve_mail(port, ready):
    async def serve():
        server = await asyncio.get_running_loop().create_server(MailServer, "127.0.0.1", port)
        ready.set()
        await server.serve_forever()
    asyncio.run(serve())


def rate_of_sending(mail_port):
    with tempfile.TemporaryDirectory(prefix="callboard-bench-") as folder:
        where = ["--data-dir", f"{folder}/data"]
        subprocess.run([PROGRAM, "company", "add", "--name", "Acme", *where], capture_output=True, check=True)
        with sqlite3.connect(f"{folder}/data/callboard.db") as database:
            database.execute(FILL, (MAILS,))
        database.close()
        MailServer.taken = 0
        with serving(where, "--log-level", "warn", "--smtp-url", f"smtp://127.0.0.1:{mail_port}", "--smtp-allow-plain"):
            while MailServer.taken == 0:
                time.sleep(0.001)
            before, began = MailServer.taken, time.perf_counter()
            while MailServer.taken < MAILS:
                time.sleep(0.001)
            return (MAILS - before) / (time.perf_counter() - began)


def mails():
    port, ready = free_port(), threading.Event()
    with on_load_core(), DiskWatch() as disk:
        threading.Thread(target=serve_mail, args=(port, ready), daemon=True).start()
        ready.wait()
        rates = [rate_of_sending(port) for _ in range(ROUNDS)]
    show("mails", f"{statistics.median(rates):.0f} mails/s, 10 connections, outcomes durable; {disk}")
