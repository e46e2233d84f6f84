// A program that floods as one user: it sends as much as it can, whatever the answers, until it is killed. Its
// environment gives the address, the user and the kind of flood.
import http from "node:http";
import { connect } from "node:net";
import { WebSocket } from "ws";

const {
  FLOOD_KIND: kind = "",
  FLOOD_ADDRESS: address = "",
  FLOOD_TOKEN: token = "",
  FLOOD_AUCTION: auctionId = "",
} = process.env;
const { hostname, port } = new URL(address);
/** Different from the address of the other clients. */
const localAddress = "127.0.0.2";
const CONNECTIONS = 50;
const SLOW_CONNECTIONS = 2_000;
const counts = { sent: 0, limited: 0, cutOff: 0 };
setInterval(() => process.send?.(counts), 250);
process.on("disconnect", () => process.exit());

const later = (run: () => void): void => void setTimeout(run, 50);

const frames = (n: number): void => {
  const isPlain = n % 2 === 0;
  const path = isPlain ? "/ws" : "/socket.io/?EIO=4&transport=websocket";
  const headers = isPlain ? { authorization: `Bearer ${token}` } : {};
  const socket = new WebSocket(`${address.replace("http", "ws")}${path}`, { headers, localAddress });
  const data = `{"auctionId":"${auctionId}","amount":5,"commandId":"00000000-0000-4000-8000-000000000000"}`;
  const frame = isPlain ? `{"id":1,"type":"bid:place","data":${data}}` : `421["bid:place",${data}]`;
  const pour = (): void => {
    if (socket.readyState !== WebSocket.OPEN) return;
    // Send until this much is waiting in the buffer; beyond it, the server is not reading.
    for (let count = 0; count < 200 && socket.bufferedAmount < 1_000_000; count += 1) {
      socket.send(frame);
      counts.sent += 1;
    }
    setImmediate(pour);
  };
  socket.on("open", () => {
    if (!isPlain) socket.send(`40${JSON.stringify({ token })}`);
    pour();
  });
  socket.on("message", (raw) => {
    if (raw.toString().includes("RATE_LIMITED")) counts.limited += 1;
  });
  socket.on("error", () => {});
  socket.on("close", () => {
    counts.cutOff += 1;
    later(() => frames(n));
  });
};

const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS });
const calls = (n: number): void => {
  const isRead = n % 2 === 0;
  const isLogIn = kind === "log-ins";
  const body = isLogIn
    ? JSON.stringify({ email: `nobody${counts.sent}@people.test`, password: "guess" })
    : `{"auctionId":"${auctionId}","amount":5}`;
  const request = http.request({
    ...{ hostname, port, agent, localAddress },
    method: isLogIn || !isRead ? "POST" : "GET",
    path: isLogIn ? "/api/auth/login" : isRead ? `/api/auctions?search=${n}&limit=100` : "/api/bids",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      "content-length": isLogIn || !isRead ? body.length : 0,
    },
  });
  counts.sent += 1;
  request.on("response", (response) => {
    if (response.statusCode === 429) counts.limited += 1;
    response.resume();
    response.on("end", () => calls(n));
  });
  request.on("error", () => later(() => calls(n)));
  request.end(isLogIn || !isRead ? body : undefined);
};

const slow = (n: number): void => {
  const socket = connect({ host: hostname, port: Number(port), localAddress });
  counts.sent += 1;
  socket.on("connect", () => {
    if (n % 3 === 0) socket.write("GET /api/auctions HTTP/1.1\r\nX: ");
    if (n % 3 === 1)
      socket.write(
        "POST /api/bids HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{",
      );
  });
  const timer = setInterval(() => socket.write(" "), 1_000);
  socket.resume();
  socket.on("error", () => {});
  socket.on("close", () => {
    clearInterval(timer);
    counts.cutOff += 1;
    later(() => slow(n));
  });
};

const start = { frames, calls, "log-ins": calls, slow }[kind];
if (!start) throw new Error(`no flood is called ${kind}`);
for (let n = 0; n < (kind === "slow" ? SLOW_CONNECTIONS : CONNECTIONS); n++) start(n);
