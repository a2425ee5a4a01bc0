# Python 3.9 or newer, no packages. Try it: python3 verify.py SECRET ID TIMESTAMP SIGNATURE <body.json
import base64
import hashlib
import hmac
import sys
import time

TOLERANCE_SECONDS = 300


def is_from_lapwing(secret: str, message_id: str, timestamp: str, signature: str, body: bytes) -> bool:
    """Whether Lapwing sent this message; `body` is the bytes as they came."""
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > TOLERANCE_SECONDS:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{message_id}.{timestamp}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    # Several during a change of the secret.
    return any(hmac.compare_digest(expected.encode(), each.encode()) for each in signature.split(" "))


if __name__ == "__main__":
    secret, message_id, timestamp, signature = sys.argv[1:5]
    sys.exit(0 if is_from_lapwing(secret, message_id, timestamp, signature, sys.stdin.buffer.read()) else 1)
