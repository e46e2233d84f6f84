// Tests that a lot's shortened log gives the same mails and the same bidders as its whole one, whatever happened to it.
import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { closeAuction, ENDS_AT, placeBid } from "../../test/support/given-auction.ts";
import { PlayedAuction } from "../../test/support/play-auction.ts";
import { seedOfRun, timesOf } from "../../test/support/random-histories.ts";
import { playRandom, randomLots } from "../../test/support/random-lots.ts";
import { withDatabase } from "../../test/support/with-database.ts";
import { type AuctionEvent, isPublic } from "../auction/events.ts";
import type { StateChange } from "../auction/view/visibility.ts";
import { mailsOf, noticesOf } from "./mails-of-change.ts";
import { readShortLogs, replayedChanges } from "./replayed-changes.ts";

const HISTORIES = timesOf(150);

/** Everything that mails and their recipients are made from. */
const mailsFrom = (change: StateChange & { readonly at: number }) => ({
  at: change.at,
  mails: mailsOf(change),
  notices: noticesOf(change),
  version: change.after.version,
  bidders: {
    withMaxima: [...change.before.maxBids.keys()],
    lastBid: change.before.bidCount + change.before.voidedBidCount,
  },
});

describe("the shortened log of a lot", () => {
  const test = withDatabase();

  const store = async (id: string, { log }: PlayedAuction): Promise<void> => {
    let version = 0;
    const rows = log.map(({ events, ...row }) => ({
      ...row,
      events,
      actorId: null,
      version: (events as AuctionEvent[]).some(isPublic) ? ++version : null,
    }));
    await test.database.query(
      `insert into auction_events (auction_id, revision, version, events, at)
       select $1::text::uuid, (r->>'revision')::int, (r->>'version')::int, r->'events',
         'epoch'::timestamptz + (r->>'at')::bigint * interval '1 millisecond'
       from json_array_elements($2::text::json) r`,
      [id, JSON.stringify(rows)],
    );
  };

  it(`gives the same mails as the whole one in ${HISTORIES} histories`, async () => {
    const kinds = new Set<string>();
    await fc.assert(
      fc.asyncProperty(randomLots, async (given) => {
        const auction = playRandom(given);
        const id = randomUUID();
        await store(id, auction);
        const mailing = auction.steps.filter((step) => mailsOf(step).length + noticesOf(step).length > 0);
        const entries = mailing.map(({ after: { revision }, at, events }) => {
          return { auctionId: id, revision, at, events, actorId: null };
        });
        const replayed = await test.database.transaction((tx) => replayedChanges(tx, entries));
        expect(replayed.map(mailsFrom)).toEqual(mailing.map(mailsFrom));
        for (const change of mailing)
          for (const { kind } of [...mailsOf(change), ...noticesOf(change)]) kinds.add(kind);
      }),
      { numRuns: HISTORIES, seed: seedOfRun() },
    );
    // Without enough kinds of mails the test would pass vacuously.
    expect(kinds.size).toBeGreaterThanOrEqual(12);
  });

  it("has few entries of a lot with many bids", async () => {
    const id = randomUUID();
    const auction = new PlayedAuction();
    for (let n = 1; n <= 50; n += 1) auction.play(placeBid(n % 2 === 0 ? "ada" : "bola", 1000 + n * 100));
    auction.at(ENDS_AT).play(closeAuction);
    await store(id, auction);
    const end = { auctionId: id, revision: auction.state.revision, at: ENDS_AT, events: [], actorId: null };
    const logs = await test.database.transaction((tx) => readShortLogs(tx, new Map([[id, [end]]])));
    const types = logs.get(id)?.map(({ revision, events }) => [revision, ...events.map(({ type }) => type)]);
    expect(types).toEqual([
      [1, "AuctionCreated"],
      [51, "BidPlaced"],
      [52, "AuctionEnded"],
    ]);
  });
});
