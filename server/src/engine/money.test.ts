// Tests money under several nodes over one PostgreSQL database: what one node takes from a balance, another node's decision
// at the same moment must not spend again.
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { describe, expect, it } from "vitest";
import { expectHistoryHolds, expectLedgerHolds } from "../../test/support/check-history.ts";
import {
  aBid,
  aClose,
  aPayFromBalance,
  aStatus,
  codeOf,
  type GivenEngine,
  givenEngine,
} from "../../test/support/given-engine.ts";
import { endIn, seedAuction, seedPeople, seedUsers } from "../../test/support/seed.ts";
import { withDatabase } from "../../test/support/with-database.ts";
import type { ClockCommand, UserCommand } from "../auction/commands.ts";
import type { Answered } from "./outcome.ts";

/** Sends a command until its result is known, as a client and the close clock do. */
const persist = async ({ engine }: GivenEngine, command: UserCommand | ClockCommand): Promise<Answered> => {
  for (;;) {
    const answer = await engine.submit(command);
    if (codeOf(answer) !== "UNAVAILABLE") return answer;
    await sleep(20);
  }
};

/** As an administrator's edit of the balance, or a top-up: one statement, which never takes what is not there. */
const movedBy = (amountMinor: number) => `with moved as (
    update users set balance_minor = balance_minor + ${amountMinor}, revision = revision + 1
    where id = $1::text::uuid and balance_minor + ${amountMinor} >= 0 returning id, balance_minor
  )
  insert into ledger_entries (id, user_id, amount_minor, balance_after_minor, cause, created_at)
  select gen_random_uuid(), id, ${amountMinor}, balance_minor, 'test', clock_timestamp() from moved`;

describe("money over several nodes", () => {
  const test = withDatabase();
  const givenNodes = (count: number): Promise<GivenEngine[]> =>
    Promise.all(Array.from({ length: count }, async () => givenEngine(await test.openAnother())));

  it("many wins of one person that three nodes close at once share one balance, which never falls below zero", async () => {
    const { admin } = await seedPeople(test.database);
    const nodes = await givenNodes(3);
    for (let round = 0; round < 8; round++) {
      const { ada } = await seedUsers(test.database, { ada: { balanceMinor: 3700 } });
      const auctions = await Promise.all(Array.from({ length: 9 }, () => seedAuction(test.database, admin)));
      const bids = await Promise.all(
        auctions.map((auction, i) => persist(nodes[i % 3] as GivenEngine, aBid(auction, ada, 5000))),
      );
      expect(new Set(bids.map(codeOf))).toEqual(new Set(["ok"]));
      for (const { id } of auctions) await endIn(test.database, id, -1);
      await Promise.all(auctions.map((auction, i) => persist(nodes[i % 3] as GivenEngine, aClose(auction))));
      let taken = 0;
      for (const { id } of auctions) {
        taken += (await expectHistoryHolds(test.database, id)).settlement?.depositMinor ?? 0;
      }
      expect(taken).toBe(3700);
      expect((await expectLedgerHolds(test.database, ada.id)).balanceMinor).toBe(0);
    }
    expect(nodes.flatMap(({ errors }) => errors)).toEqual([]);
  });

  it("a deposit waits for a statement that is spending the same balance, and takes what is left", async () => {
    const { admin } = await seedPeople(test.database);
    const { ada } = await seedUsers(test.database, { ada: { balanceMinor: 1000 } });
    const auction = await seedAuction(test.database, admin);
    const [node] = (await givenNodes(1)) as [GivenEngine];
    expect(codeOf(await node.engine.submit(aBid(auction, ada, 5000)))).toBe("ok");
    const holder = postgres(test.url, { max: 1, fetch_types: false, onnotice: () => {} });
    await holder.unsafe("begin");
    await holder.unsafe(movedBy(-900), [ada.id]);
    const ended = node.engine.submit(aStatus(auction, admin, "ended"));
    // The statement of the end has begun, on a balance of 10.00, and waits for the row that the holder has changed.
    const waits = async () =>
      (await holder.unsafe("select 1 from pg_locks where not granted and transactionid = pg_current_xact_id()::xid"))
        .length > 0;
    while (!(await waits())) await sleep(5);
    await holder.unsafe("commit");
    await holder.end();
    expect(codeOf(await ended)).toBe("ok");
    expect((await expectHistoryHolds(test.database, auction.id)).settlement).toMatchObject({ depositMinor: 100 });
    expect((await expectLedgerHolds(test.database, ada.id)).balanceMinor).toBe(0);
  });

  it("top-ups, an administrator's edits, closes and payments at the same moment add up", async () => {
    const { admin } = await seedPeople(test.database);
    const nodes = await givenNodes(3);
    for (let round = 0; round < 6; round++) {
      const { ada } = await seedUsers(test.database, { ada: { balanceMinor: 6000 } });
      const [won, first, second] = await Promise.all([0, 1, 2].map(() => seedAuction(test.database, admin)));
      if (!won || !first || !second) throw new Error("no auctions");
      for (const auction of [won, first, second]) await persist(nodes[0] as GivenEngine, aBid(auction, ada, 5000));
      await persist(nodes[0] as GivenEngine, aStatus(won, admin, "ended"));
      const id = (await expectHistoryHolds(test.database, won.id)).settlement?.id ?? "none";
      for (const auction of [first, second]) await endIn(test.database, auction.id, -1);
      const edit = (amountMinor: number) => test.database.query(movedBy(amountMinor), [ada.id]);
      await Promise.all([
        edit(700),
        persist(nodes[0] as GivenEngine, aClose(first)),
        edit(-2500),
        persist(nodes[1] as GivenEngine, aClose(second)),
        persist(nodes[2] as GivenEngine, aPayFromBalance(won, ada, id)),
        edit(300),
        edit(-40),
      ]);
      let held = 0;
      for (const auction of [won, first, second]) {
        const { settlement } = await expectHistoryHolds(test.database, auction.id);
        held += (settlement?.depositMinor ?? 0) + (settlement?.paidNgnMinor ?? 0);
      }
      const { balanceMinor, entries } = await expectLedgerHolds(test.database, ada.id);
      for (const { balanceAfterMinor } of entries) expect(balanceAfterMinor).toBeGreaterThanOrEqual(0);
      // The seed's entry is one of them.
      const given = entries.filter(({ cause }) => cause === "test").reduce((sum, entry) => sum + entry.amountMinor, 0);
      expect(balanceMinor + held).toBe(given);
    }
    expect(nodes.flatMap(({ errors }) => errors)).toEqual([]);
  });
});
