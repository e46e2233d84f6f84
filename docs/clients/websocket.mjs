// Watches an auction, prints its price, bids once, and misses nothing when the connection breaks.
// node websocket.mjs https://site.example AUCTION_ID [TOKEN [AMOUNT]]; before Node 22: npm install ws
import { randomUUID } from "node:crypto";

const WebSocket = globalThis.WebSocket ?? (await import("ws")).WebSocket;
const [site, auctionId, token, amount] = process.argv.slice(2);
let [version, price] = [0, 0];
let bid = amount && { auctionId, amount: Number(amount), commandId: randomUUID() };

const see = ({ auction, version: newest = auction.version, currentPrice = auction?.currentPrice ?? price }) => {
  if (newest >= version && currentPrice !== price) console.log(`price ${currentPrice} at version ${newest}`);
  if (newest >= version) [version, price] = [newest, currentPrice]; // What is older than what we have is dropped.
};
const connect = () => {
  const socket = new WebSocket(`${site.replace("http", "ws")}/ws`);
  const send = (type, data) => socket.send(JSON.stringify({ id: type, type, data })); // Any id will do; one of each is enough.
  const watch = () => send("auction:watch", { auctionId, sinceVersion: version });
  socket.onopen = () => {
    if (token) send("authenticate", { token });
    watch();
    if (bid) send("bid:place", bid); // Until it is answered: with the same commandId it counts once.
  };
  socket.onmessage = (message) => {
    const { id, ok, error, type, data, auction, events = [] } = JSON.parse(message.data);
    if (error) console.log(`${id} refused: ${error.code}`);
    if (error?.code === "UNAVAILABLE") return setTimeout(() => socket.close(), error.retryAfterMs ?? 500);
    if (id === "auction:watch" && ok) for (const missed of [...events, { data: { auction } }]) see(missed.data);
    if (id === "bid:place") bid = null;
    if (id === "bid:place" && ok) console.log(`bid accepted, leading: ${auction.isLeading}`);
    if (!/^auction:(price|extended|bids-voided|paused|resumed|ended|updated|resync)$/.test(type)) return;
    const isNext = (data.fromVersion ?? data.version) <= version + 1; // A resync has none: something may be missing.
    isNext ? see(data) : watch();
  };
  socket.onerror = () => {}; // It closes, too.
  socket.onclose = ({ code }) => code !== 4401 && setTimeout(connect, 500 + Math.random() * 1000);
};
connect();
