"""Watches an auction, prints its price, bids once, and misses nothing when the connection breaks.

python3 client.py https://site.example AUCTION_ID [TOKEN [AMOUNT]]

Needs Python 3.9 or newer and no package: the class below is a small WebSocket client (RFC 6455, text frames). With a
package such as `websockets`, only that class goes.
"""
import base64, json, os, socket, ssl, struct, sys, time, uuid
from urllib.parse import urlsplit

MAX_FRAME_BYTES = 16 * 1024
AGAIN = {"UNAVAILABLE", "RATE_LIMITED", "INTERNAL"}
CHANGES = {"auction:" + c for c in "price extended bids-voided paused resumed ended updated resync".split()}


class Refused(Exception):
    pass


class WebSocket:
    def __init__(self, site, token):
        url = urlsplit(site)
        secure = url.scheme == "https"
        raw = socket.create_connection((url.hostname, url.port or (443 if secure else 80)), timeout=45)
        self.socket = ssl.create_default_context().wrap_socket(raw, server_hostname=url.hostname) if secure else raw
        self.socket.settimeout(45)  # The server pings every 15 s.
        key = base64.b64encode(os.urandom(16)).decode()
        lines = ["GET /ws HTTP/1.1", f"Host: {url.netloc}", "Upgrade: websocket", "Connection: Upgrade",
                 f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13"]
        if token:
            lines.append(f"Authorization: Bearer {token}")
        self.socket.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        self.stream = self.socket.makefile("rb")
        status = self.stream.readline().split()
        if status[1:2] == [b"401"]:
            raise Refused("the token was refused: UNAUTHENTICATED")
        if status[1:2] != [b"101"]:
            raise ConnectionError(b" ".join(status).decode())
        while self.stream.readline().strip():
            pass

    def write(self, opcode, data):
        mask = os.urandom(4)
        size = bytes([128 | len(data)]) if len(data) < 126 else bytes([128 | 126]) + struct.pack(">H", len(data))
        self.socket.sendall(bytes([128 | opcode]) + size + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(data)))

    def send(self, message):
        data = json.dumps(message).encode()
        if len(data) > MAX_FRAME_BYTES:
            raise Refused(f"{message['type']} is too large")
        self.write(1, data)

    def read(self, count):
        data = self.stream.read(count)
        if len(data) < count:
            raise ConnectionError("the connection broke")
        return data

    def receive(self):
        text = b""
        while True:
            first, size = self.read(2)
            if size == 126:
                size, = struct.unpack(">H", self.read(2))
            elif size == 127:
                size, = struct.unpack(">Q", self.read(8))
            data = self.read(size)
            if first & 15 == 8:
                raise ConnectionError(f"closed with {data[:2].hex()}")
            if first & 15 == 9:
                self.write(10, data)  # A ping is answered by a pong.
            elif first & 15 in (0, 1):
                text += data
                if first & 128:
                    return json.loads(text)


class Client:
    def __init__(self, site, auction_id, token=None, amount=None):
        self.site, self.auction_id, self.token = site, auction_id, token
        self.version, self.price = 0, 0
        self.bid = amount and {"auctionId": auction_id, "amount": float(amount), "commandId": str(uuid.uuid4())}

    def see(self, data):
        auction = data.get("auction", {})
        version = data.get("version", auction.get("version"))
        price = data.get("currentPrice", auction.get("currentPrice", self.price))
        if version < self.version:  # What is older than what we have is dropped.
            return
        if price != self.price:
            print(f"price {price:g} at version {version}", flush=True)
        self.version, self.price = version, price

    def ask(self, kind):
        if kind == "auction:watch":
            data = {"auctionId": self.auction_id, "sinceVersion": self.version}
            self.socket.send({"id": kind, "type": kind, "data": data})
        elif self.bid:  # Until it is answered: with the same commandId it counts once.
            self.socket.send({"id": kind, "type": kind, "data": self.bid})

    def hear(self, frame):
        kind, data, error = frame.get("id"), frame.get("data"), frame.get("error")
        if error:
            print(f"{kind} refused: {error['code']}", flush=True)
            if error["code"] in AGAIN:
                time.sleep(error.get("retryAfterMs", 500) / 1000)
                return self.ask(kind) if kind else None
        if kind == "auction:watch" and frame["ok"]:
            for missed in [*frame.get("events", []), {"data": {"auction": frame["auction"]}}]:
                self.see(missed["data"])
        if kind == "bid:place":
            self.bid = None
            if frame["ok"]:  # A repeated command gets its first answer: somebody may have bid since that version.
                auction = frame["auction"]
                print(f"bid accepted, leading: {str(auction['isLeading']).lower()} at version {auction['version']}", flush=True)
        if frame.get("type") == "session:ended":
            raise Refused(f"session ended: {data['reason']}")
        if frame.get("type") in CHANGES:
            first = data.get("fromVersion", data.get("version"))  # A resync has none: something may be missing.
            self.see(data) if first is not None and first <= self.version + 1 else self.ask("auction:watch")

    def run(self):
        while True:
            try:
                self.socket = WebSocket(self.site, self.token)
                for kind in ("auction:watch", "bid:place"):
                    self.ask(kind)
                while True:
                    self.hear(self.socket.receive())
            except OSError as problem:
                print(f"connecting again: {problem}", flush=True)
                time.sleep(0.5 + os.urandom(1)[0] / 255)


try:
    Client(*sys.argv[1:]).run()
except Refused as why:
    sys.exit(print(why) or 1)
