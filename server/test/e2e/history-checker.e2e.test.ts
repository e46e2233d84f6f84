// Tests a mixed workload over real sockets and REST (bids, maxima, Buy It Now, pauses, ends): the load tester's checker
// compares its history with the database, must find nothing, and must have had enough to check.
import { afterAll, beforeAll, expect, it } from "vitest";
import { type CheckedHistory, checkHistory, findingOf } from "../../../load/src/history/check-history.ts";
import type { History } from "../../../load/src/history/history.ts";
import { readClock, readStored } from "../../../load/src/history/stored.ts";
import { playConcurrentAdmins } from "../../trust/round/concurrent-admins.ts";
import { judge } from "../../trust/round/judge.ts";
import { makePeople, type RoundParticipants } from "../../trust/round/participants.ts";
import { playRound } from "../../trust/round/play-round.ts";
import { newSeed } from "../../trust/round/random.ts";
import { SITE_SECRET } from "../../trust/site/site.ts";
import { startTestServer, type TestServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";

describeEndToEnd("a run's history", () => {
  let server: TestServer;
  let participants: RoundParticipants;
  let history: History;
  let checked: CheckedHistory;

  beforeAll(async () => {
    server = await startTestServer({ config: { jwtSecret: SITE_SECRET } });
    participants = await makePeople(server.server.database, 12);
    const seed = newSeed();
    const { recorder, auctionIds } = await playRound({
      address: server.address,
      participants,
      seed,
      now: () => server.databaseNow(),
      before: 50,
      after: 250,
      endsAfterMs: 2_000,
    });
    recorder.clock(await readClock(server.query));
    history = recorder.history();
    const people = [...participants.bidders, participants.seller].map(({ id }) => id);
    checked = checkHistory(history, await readStored(server.query, auctionIds, people));
    process.stdout.write(
      `  promises held against a history of ${history.calls.length} commands: ${checked.tried} tried, ${checked.violations.length} bad (TRUST_SEED=${seed})\n`,
    );
  });
  afterAll(() => server?.close());

  it("agrees with the database on every promise", () => {
    expect(checked.violations.map(findingOf)).toEqual([]);
  });

  it("has enough events to test every promise", () => {
    expect(history.calls.length).toBeGreaterThanOrEqual(300);
    // Refused commands have no record, so that `invoked` looks at accepted ones alone.
    const least: Record<string, number> = {
      acknowledged: 50,
      refused: 50,
      justified: 50,
      invoked: 80,
      "gap-free": 50,
      prices: 50,
      replay: 200,
      leaders: 50,
      ceilings: 20,
      open: 50,
      eligible: 50,
      closing: 1,
      pauses: 1,
      purchases: 1,
      ledger: 1,
      // Bids reserve no money on this site, nobody withdraws any in this run, its lots are in no sale, and none has an
      // increment table (increment-tables.e2e.test.ts checks those) or a seller to pay (the planted faults have some).
      "sale-order": 0,
      increments: 0,
      rules: 50,
      notified: 100,
      reserved: 0,
      deposits: 1,
      totals: 1,
      proceeds: 0,
      payments: 1,
      receipts: 1,
      "second-chances": 1,
      withdrawals: 0,
      "soft-close": 1,
      content: 20,
      voids: 1,
      interest: 50,
      order: 50,
      dates: 50,
      answers: 50,
      growing: 500,
      contiguous: 200,
      arrived: 63,
      published: 500,
      owners: 30,
    };
    const scarce = checked.promises.filter(
      ({ promise, tried }) => tried < (least[promise] ?? Number.POSITIVE_INFINITY),
    );
    expect(scarce.map(({ promise, tried }) => `${promise}: ${tried}`)).toEqual([]);
  });

  it("agrees with the database also with administrators who change everything and watchers who lose connections", async () => {
    const played = await playConcurrentAdmins({
      addresses: [server.address],
      participants,
      seed: 20_261_122,
      changes: 25,
    });
    const { findings, looked } = await judge(played, server.server.database, participants);
    process.stdout.write(
      `  promises held against ${played.changes} changes by administrators: ${looked} tried, ${findings.length} bad\n`,
    );
    expect(findings).toEqual([]);
    expect(played.changes).toBeGreaterThanOrEqual(25);
    expect(played.shownAgain).toBeGreaterThanOrEqual(25);
  });

  it("holds where bids reserve money and nobody has enough for all that they want", async () => {
    const config = { jwtSecret: SITE_SECRET, balanceRule: "hold" } as const;
    const holding = await startTestServer({ config });
    try {
      const { database } = holding.server;
      const people = await makePeople(database, 12);
      await database.query(
        `with poor as (
           update users set balance_minor = $2::text::bigint, revision = revision + 1
           where id = any(string_to_array($1::text, ',')::uuid[]) returning id
         )
         update ledger_entries e set amount_minor = $2::text::bigint, balance_after_minor = $2::text::bigint
         from poor where e.user_id = poor.id`,
        [people.bidders.map(({ id }) => id).join(","), "300000"],
      );
      const played = await playRound({
        address: holding.address,
        participants: people,
        seed: 20_261_123,
        now: () => holding.databaseNow(),
        before: 50,
        after: 350,
        endsAfterMs: 2_000,
      });
      played.recorder.clock(await readClock(holding.query));
      const seen = played.recorder.history();
      const ids = [...people.bidders, people.seller].map(({ id }) => id);
      const { violations, promises } = checkHistory(seen, await readStored(holding.query, played.auctionIds, ids));
      expect(violations.map(findingOf)).toEqual([]);
      expect(promises.find(({ promise }) => promise === "reserved")?.tried).toBeGreaterThan(80);
      const isShort = ({ outcome }: (typeof seen.calls)[number]) =>
        outcome.kind === "refused" && /is bound by your bids/.test(outcome.error.message);
      expect(seen.calls.filter(isShort).length).toBeGreaterThan(5);
    } finally {
      await holding.close();
    }
  });
});
