// Watches an auction, prints its price, bids once, and misses nothing when the connection breaks.
// npm install socket.io-client; node socket-io.mjs https://site.example AUCTION_ID [TOKEN [AMOUNT]]
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { io } from "socket.io-client";

const [site, auctionId, token, amount] = process.argv.slice(2);
// What is not answered is sent again, after a reconnect too: with the same commandId a bid counts once.
const again = { ackTimeout: 5000, retries: Number.POSITIVE_INFINITY };
const socket = io(site, { transports: ["websocket"], auth: { token }, ...again });
let [version, price] = [0, 0];

const ask = async (command, data) => {
  const { error, ...answer } = await socket.emitWithAck(command, data);
  if (error) console.log(`${command} refused: ${error.code}`);
  return error?.code === "UNAVAILABLE" ? sleep(error.retryAfterMs ?? 500).then(() => ask(command, data)) : answer;
};
const see = ({ auction, version: newest = auction.version, currentPrice = auction?.currentPrice ?? price }) => {
  if (newest >= version && currentPrice !== price) console.log(`price ${currentPrice} at version ${newest}`);
  if (newest >= version) [version, price] = [newest, currentPrice]; // What is older than what we have is dropped.
};
const watch = async () => {
  const { ok, events = [], auction } = await ask("auction:watch", { auctionId, sinceVersion: version });
  if (ok) for (const { data } of [...events, { data: { auction } }]) see(data);
};
const hear = (data) => ((data.fromVersion ?? data.version) > version + 1 ? watch() : see(data));
const changes = ["price", "extended", "bids-voided", "paused", "resumed", "ended", "updated"];
for (const change of changes) socket.on(`auction:${change}`, hear);
socket.on("auction:resync", watch).on("connect", watch); // After every reconnect, too.
socket.on("connect_error", ({ data }) => data?.code === "UNAVAILABLE" && sleep(1000).then(() => socket.connect()));
if (amount) {
  const answer = await ask("bid:place", { auctionId, amount: Number(amount), commandId: randomUUID() });
  if (answer.ok) console.log(`bid accepted, leading: ${answer.auction.isLeading}`);
}
