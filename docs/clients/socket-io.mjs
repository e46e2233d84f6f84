// Watches an auction, prints its price, bids once, and misses nothing when the connection breaks.
// npm install socket.io-client; node socket-io.mjs https://site.example AUCTION_ID [TOKEN [AMOUNT]]
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { io } from "socket.io-client";

const MAX_FRAME_BYTES = 16 * 1024;
const [site, auctionId, token, amount] = process.argv.slice(2);
const socket = io(site, { transports: ["websocket"], auth: { token } });
let [version, price] = [0, 0];

/** Sends a command until its outcome is known. It is the same command each time, so a bid counts once. */
const ask = async (command, data) => {
  if (Buffer.byteLength(JSON.stringify([command, data])) > MAX_FRAME_BYTES - 64)
    throw new Error(`${command} is too large`);
  for (;;) {
    // No answer in time, or the connection broke: Socket.IO sends the next try when it has connected again.
    const answer = await socket
      .timeout(5000)
      .emitWithAck(command, data)
      .catch(() => null);
    if (answer?.ok) return answer;
    if (answer) console.log(`${command} refused: ${answer.error.code}`);
    if (answer && !["UNAVAILABLE", "RATE_LIMITED", "INTERNAL"].includes(answer.error.code)) return answer;
    await sleep(answer?.error.retryAfterMs ?? 500);
  }
};
const see = ({ auction, version: newest = auction.version, currentPrice = auction?.currentPrice ?? price }) => {
  if (newest >= version && currentPrice !== price) console.log(`price ${currentPrice} at version ${newest}`);
  if (newest >= version) [version, price] = [newest, currentPrice]; // An older version is dropped.
};
const watch = async () => {
  const { ok, events = [], auction } = await ask("auction:watch", { auctionId, sinceVersion: version });
  if (ok) for (const { data } of [...events, { data: { auction } }]) see(data);
};
const hear = (data) => ((data.fromVersion ?? data.version) > version + 1 ? watch() : see(data));
const changes = ["price", "extended", "bids-voided", "paused", "resumed", "ended", "updated"];
for (const change of changes) socket.on(`auction:${change}`, hear);
socket.on("auction:resync", watch).on("connect", watch); // After every reconnect, too.
const stop = (why) => {
  console.log(why);
  process.exit(1);
};
socket.on("session:ended", ({ reason }) => stop(`session ended: ${reason}`));
// Socket.IO does not connect again by itself when the server ended the connection.
socket.on("disconnect", (reason) => reason === "io server disconnect" && socket.connect());
socket.on("connect_error", ({ data, message }) => {
  if (data?.code === "UNAUTHENTICATED") stop("the token was refused: UNAUTHENTICATED");
  console.log(`cannot connect: ${data?.code ?? message}`);
  // Socket.IO tries again by itself, except after a refusal by the server.
  if (data) setTimeout(() => socket.connect(), data.retryAfterMs ?? 1000);
});
if (amount) {
  const answer = await ask("bid:place", { auctionId, amount: Number(amount), commandId: randomUUID() });
  const { isLeading, version: at } = answer.auction ?? {};
  // A repeated command gets its first answer: somebody may have bid since that version.
  if (answer.ok) console.log(`bid accepted, leading: ${isLeading} at version ${at}`);
}
