// Makes the entries of a fair log for benchmarks: bids by hand and auto-bids, a soft close, an end with a winner.
import { canonical } from "@jara/proof/canonical-json";
import { sha256Of } from "@jara/proof/hashing";

const LEAVES_A_LOT = 200;
const START = Date.parse("2026-11-25T12:00:00.000Z");
const HOUR = 60 * 60 * 1000;
const iso = (ms: number): string => new Date(ms).toISOString();
const hex = (text: string): string => Buffer.from(sha256Of(text)).toString("hex");
const bidders = Array.from({ length: 50 }, (_, index) => hex(`bidder ${index}`));

/** The entries of one lot, which starts a second after the one before it. */
function* lotOf(n: number): Generator<string> {
  const auction = `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
  const start = START + n * 1000;
  const end = start + HOUR;
  let version = 0;
  const leaf = (at: number, ...facts: object[]): string =>
    canonical({ at: iso(at), auction, facts, v: 1, version: ++version });
  yield leaf(start, {
    type: "opened",
    contentVersion: 1,
    currency: "NGN",
    endsAt: iso(end),
    startsAt: null,
    startingPrice: 100000,
    increment: 10000,
    buyItNow: null,
    softClose: { windowSeconds: 120, capMinutes: 30 },
    rules: null,
    seller: hex(`seller of ${auction}`),
    reserve: null,
    lotHash: hex(auction),
    media: [],
    price: 100000,
    bidCount: 0,
  });
  let [number, price] = [0, 100000];
  const bid = (kind: string, bidder: number): object => {
    price += 10000;
    number += 1;
    return { type: "bid", number, amount: price, kind, bidder: bidders[bidder % bidders.length] };
  };
  while (version < LEAVES_A_LOT - 2) {
    const answer = version % 4 === 0 ? [bid("manual", version), bid("auto", version + 1)] : [bid("manual", version)];
    yield leaf(start + version * 10_000, ...answer);
  }
  const at = end - 60_000;
  yield leaf(at, bid("manual", 3), { type: "extended", bid: number, from: iso(end), endsAt: iso(at + 120_000) });
  const endedAt = iso(at + 120_000);
  yield leaf(at + 120_000, { type: "ended", endedAt, winner: bidders[3], reserve: null });
}

/** Canonical texts. Twenty lots at a time, in turn, as on a busy evening. */
export function* fairEntries(count: number): Generator<string> {
  const AT_ONCE = 20;
  let next = 0;
  let made = 0;
  const open: Generator<string>[] = [];
  while (made < count) {
    while (open.length < AT_ONCE) open.push(lotOf(next++));
    const lot = open[made % AT_ONCE] as Generator<string>;
    const { value, done } = lot.next();
    if (done) {
      open[made % AT_ONCE] = lotOf(next++);
      continue;
    }
    made += 1;
    yield value;
  }
}
