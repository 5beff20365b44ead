"""Is a notification from Callboard, and whole? Python 3.8, standard library.

python3 verify.py KEY... < message.json    {"headers": {...}, "body": "..."}
"""
import base64
import hmac
import json
import sys
import time


def verify(headers, body, keys, tolerance=300):
    """`body` is the bytes that came; `keys` the secret keys that count now.

    What is older than `tolerance` seconds may be sent again by a thief.
    """
    get = lowered(headers).get
    timestamp = get("smartrecruiters-timestamp", "")
    parts = [get(name, "") for name in ("event-id", "event-name", "event-version", "link")]
    text = b".".join([timestamp.encode(), body, *(part.encode() for part in parts)])
    given = get("smartrecruiters-signature", "").split(";")
    return is_recent(timestamp, tolerance) and any(
        same(one, "v1=" + sign(key, text).hex()) for key in keys for one in given)


def verify_standard(headers, body, keys, tolerance=300):
    """The same by the other headers, those of Standard Webhooks."""
    get = lowered(headers).get
    timestamp = get("webhook-timestamp", "")
    text = b".".join([get("webhook-id", "").encode(), timestamp.encode(), body])
    given = get("webhook-signature", "").split(" ")
    return is_recent(timestamp, tolerance) and any(
        same(one, "v1," + base64.b64encode(sign(key, text)).decode()) for key in keys for one in given)


def lowered(headers):
    return {name.lower(): value for name, value in headers.items()}


def sign(key, text):
    return hmac.digest(key.encode(), text, "sha256")


def is_recent(timestamp, tolerance):
    return timestamp.isdecimal() and len(timestamp) < 20 and abs(time.time() - int(timestamp)) <= tolerance


def same(given, expected):
    return hmac.compare_digest(given.encode(), expected.encode())  # takes equally long, however much is right


if __name__ == "__main__":
    message = json.load(sys.stdin)
    failed = False
    for check in (verify, verify_standard):
        good = check(message["headers"], message["body"].encode(), sys.argv[1:], tolerance=float("inf"))
        print(f"{check.__name__}: {'verified' if good else 'NOT VERIFIED'}")
        failed = failed or not good
    sys.exit(failed)
