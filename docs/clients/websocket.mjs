// Watches an auction, prints its price, bids once, and misses nothing when the connection breaks.
// node websocket.mjs https://site.example AUCTION_ID [TOKEN [AMOUNT]]; before Node 22: npm install ws
import { randomUUID } from "node:crypto";

const MAX_FRAME_BYTES = 16 * 1024;
const WebSocket = globalThis.WebSocket ?? (await import("ws")).WebSocket;
const [site, auctionId, token, amount] = process.argv.slice(2);
const url = new URL("/ws", site);
url.protocol = url.protocol.replace("http", "ws");
let [version, price] = [0, 0];
let bid = amount && { auctionId, amount: Number(amount), commandId: randomUUID() };

const see = ({ auction, version: newest = auction.version, currentPrice = auction?.currentPrice ?? price }) => {
  if (newest >= version && currentPrice !== price) console.log(`price ${currentPrice} at version ${newest}`);
  if (newest >= version) [version, price] = [newest, currentPrice]; // An older version is dropped.
};
const connect = () => {
  const socket = new WebSocket(url);
  const send = (type, data) => {
    const frame = JSON.stringify({ id: type, type, data }); // Any id will do; one of each is enough.
    if (Buffer.byteLength(frame) > MAX_FRAME_BYTES) throw new Error(`${type} is too large`);
    if (socket.readyState === 1) socket.send(frame);
  };
  const commands = {
    authenticate: () => send("authenticate", { token }),
    "auction:watch": () => send("auction:watch", { auctionId, sinceVersion: version }),
    "bid:place": () => bid && send("bid:place", bid), // Until it is answered: with the same commandId it counts once.
  };
  socket.onopen = () => {
    if (token) commands.authenticate();
    commands["auction:watch"]();
    commands["bid:place"]();
  };
  socket.onmessage = (message) => {
    const { id, ok, error, type, data, auction, events = [] } = JSON.parse(message.data);
    if (error) console.log(`${id} refused: ${error.code}`);
    if (["UNAVAILABLE", "RATE_LIMITED", "INTERNAL"].includes(error?.code)) {
      // A connection that is not authenticated must start anew. An answer without an id is no command's.
      const again = id === "authenticate" ? () => socket.close() : commands[id];
      if (again) setTimeout(again, error.retryAfterMs ?? 500);
      return;
    }
    if (id === "auction:watch" && ok) for (const missed of [...events, { data: { auction } }]) see(missed.data);
    if (id === "bid:place") bid = null;
    // A repeated command gets its first answer: somebody may have bid since that version.
    if (id === "bid:place" && ok) {
      console.log(`bid accepted, leading: ${auction.isLeading} at version ${auction.version}`);
    }
    if (type === "session:ended") {
      console.log(`session ended: ${data.reason}`);
      process.exit(1);
    }
    if (!/^auction:(price|extended|bids-voided|paused|resumed|ended|updated|resync)$/.test(type)) return;
    const isNext = (data.fromVersion ?? data.version) <= version + 1; // A resync has none: something may be missing.
    isNext ? see(data) : commands["auction:watch"]();
  };
  socket.onerror = ({ message }) => console.log(`cannot use ${url}: ${message || "the connection failed"}`);
  socket.onclose = ({ code }) => {
    if (code === 4401) {
      console.log("the token was refused: UNAUTHENTICATED");
      process.exit(1);
    }
    setTimeout(connect, 500 + Math.random() * 1000);
  };
};
connect();
