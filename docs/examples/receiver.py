"""A receiver: python3 receiver.py PORT KEY... It stands behind a proxy that speaks HTTPS."""
import contextlib
import http.server
import sqlite3
import sys

from verify import verify

PORT, KEYS = int(sys.argv[1]), sys.argv[2:]


def kept():
    database = sqlite3.connect("events.db")
    database.execute("CREATE TABLE IF NOT EXISTS event (id PRIMARY KEY, name, link, body)")
    return contextlib.closing(database)


class Receiver(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"  # connections are kept

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if secret := self.headers.get("X-Hook-Secret"):
            self.answer(200, ("X-Hook-Secret", secret))  # the handshake
        elif not verify(self.headers, body, KEYS):
            self.answer(401)
        else:
            # Written down before it is acknowledged; a repeat is there already. The work is done elsewhere.
            with kept() as database:
                event = [self.headers.get(name) for name in ("event-id", "event-name", "Link")]
                database.execute("INSERT OR IGNORE INTO event VALUES (?, ?, ?, ?)", [*event, body])
                database.commit()
            self.answer(202)

    def answer(self, status, *headers):
        self.send_response(status)
        for name, value in (("Content-Length", "0"), *headers):
            self.send_header(name, value)
        self.end_headers()


http.server.ThreadingHTTPServer(("127.0.0.1", PORT), Receiver).serve_forever()
