// Bids the minimum on every open lot of one currency, up to a limit for each lot, and again when it is outbid.
// npm install socket.io-client; node bot.mjs https://site.example TOKEN NGN 5000
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { io } from "socket.io-client";

const [site, token, currency, limit] = process.argv.slice(2);
/** The server accepts 20 commands a second from one user; half of it leaves room for the user's other devices. */
const EVERY_MS = 100;
/** The lowest amount that would lead, by auction. A lot that is not here needs no bid. */
const wanted = new Map();

const want = (auctionId, minimumBid) => {
  if (minimumBid <= Number(limit)) wanted.set(auctionId, minimumBid);
  else wanted.delete(auctionId);
};

/** Reads every page of the listing: what changed while this program was away is in it. */
const readListing = async () => {
  for (let page = 1; ; page += 1) {
    const query = new URLSearchParams({ currency, page, limit: 100 });
    const answer = await fetch(new URL(`/api/auctions?${query}`, site), {
      headers: { authorization: `Bearer ${token}` },
    }).catch(() => null);
    if (answer?.status === 401) stop("the token was refused: UNAUTHENTICATED");
    // The connection may also break while the page arrives.
    const { auctions } = (answer?.ok && (await answer.json().catch(() => null))) || {};
    if (!auctions) {
      await sleep(1000 * Number(answer?.headers.get("retry-after") ?? 1));
      page -= 1;
      continue;
    }
    for (const { _id, isLeading, minimumBid } of auctions) if (!isLeading) want(_id, minimumBid);
    if (auctions.length < 100) return;
  }
};

/** Sends one bid until its outcome is known. It is the same command each time, so it counts once. */
const bid = async (auctionId, amount) => {
  const data = { auctionId, amount, commandId: randomUUID() };
  for (;;) {
    const answer = await socket
      .timeout(5000)
      .emitWithAck("bid:place", data)
      .catch(() => null);
    if (answer?.ok) {
      const { isLeading, version } = answer.auction;
      return console.log(`${auctionId}: bid ${amount}, leading: ${isLeading} at version ${version}`);
    }
    const { code, minimumBid, retryAfterMs } = answer?.error ?? {};
    // The amount has changed, so this is a new command.
    if (code === "BID_TOO_LOW") return want(auctionId, minimumBid);
    if (code && !["UNAVAILABLE", "RATE_LIMITED", "INTERNAL"].includes(code))
      return console.log(`${auctionId}: ${code}`);
    await sleep(retryAfterMs ?? 500);
  }
};

const stop = (why) => {
  console.log(why);
  process.exit(1);
};
const socket = io(site, { transports: ["websocket"], auth: { token } });
socket.on("connect", async () => {
  // Follow the listing first: a lot that opens while the pages are read comes as an event.
  await socket
    .timeout(5000)
    .emitWithAck("auctions:watch", {})
    .catch(() => socket.disconnect().connect());
  await readListing();
});
socket.on("auction:created", ({ auction }) => auction.currency === currency && want(auction._id, auction.minimumBid));
// These come without watching an auction, to all connections of the user.
socket.on("bid:outbid", ({ auctionId, minimumBid }) => want(auctionId, minimumBid));
socket.on("auction:mine", ({ auctionId, isLeading }) => isLeading && wanted.delete(auctionId));
socket.on("session:ended", ({ reason }) => stop(`session ended: ${reason}`));
// Socket.IO does not connect again by itself when the server ended the connection.
socket.on("disconnect", (reason) => reason === "io server disconnect" && socket.connect());
socket.on("connect_error", ({ data }) => {
  if (data?.code === "UNAUTHENTICATED") stop("the token was refused: UNAUTHENTICATED");
  if (data) setTimeout(() => socket.connect(), data.retryAfterMs ?? 1000);
});

for (;;) {
  await sleep(EVERY_MS);
  const [next] = wanted;
  if (!next || !socket.connected) continue;
  wanted.delete(next[0]);
  // Lots do not wait for each other.
  void bid(...next);
}
