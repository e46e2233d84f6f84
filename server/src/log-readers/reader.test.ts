// Tests that a reader of the log writes what follows from each entry exactly once: it is killed at every statement, two
// nodes or both readers read at once, a transaction is still open, the cursor is set back, and the database is restored
// elsewhere.
import postgres from "postgres";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { aBid, codeOf, givenEngine } from "../../test/support/given-engine.ts";
import { killAtEachStatement, momentsOfKills } from "../../test/support/kill-readers.ts";
import { logMayBeRead, readUpToNow } from "../../test/support/read-log.ts";
import { seedAuction, seedPeople } from "../../test/support/seed.ts";
import { withDatabase } from "../../test/support/with-database.ts";
import type { AuctionState, Person } from "../auction/state.ts";
import { raiseLogPosition } from "../platform/database/log-position.ts";
import { silentLog } from "../platform/jobs/guard-rows.ts";
import { waitingWork } from "../platform/observe/waiting-work.ts";
import { bidNoticeReaders } from "./bid-notices.ts";
import { readNew } from "./reader.ts";

const [reader] = bidNoticeReaders(() => {});

describe("a reader of the log", () => {
  const test = withDatabase();

  /** Everything before is read, and a lot has a bid of Ada's and one of Bola's. */
  const contested = async (): Promise<{ lot: AuctionState; ada: Person; bola: Person; admin: Person }> => {
    const { admin, ada, bola } = await seedPeople(test.database);
    const lot = await seedAuction(test.database, admin);
    await readUpToNow(test.database, reader);
    await contest(lot, ada, bola, 1100);
    return { lot, ada, bola, admin };
  };
  const contest = async (lot: AuctionState, first: Person, second: Person, amount: number): Promise<void> => {
    const { engine } = await givenEngine(test.database);
    for (const [person, more] of [
      [first, 0],
      [second, 100],
    ] as const) {
      expect(codeOf(await engine.submit(aBid(lot, person, amount + more)))).toBe("ok");
    }
  };
  /** The outbid notifications of the lot with the number of their events, and its mails. */
  const written = async ({ id }: AuctionState) => ({
    notifications: await test.database.query(
      "select user_id as id, count from notifications where auction_id = $1::text::uuid and about = 'outbid' order by at",
      [id],
    ),
    mails: await test.database.query("select user_id as id from outbox where auction_id = $1::text::uuid", [id]),
  });
  const oncePerson = ({ id }: Person) => ({ notifications: [{ id, count: 1 }], mails: [{ id }] });

  it.each(momentsOfKills)("writes everything once if it is killed at any statement, %s", async (moment) => {
    await killAtEachStatement(test.database, reader, moment, async () => {
      const { lot, ada } = await contested();
      return async (name) => expect(await written(lot), name).toEqual(oncePerson(ada));
    });
  });

  it("writes everything once if several nodes read at once", async () => {
    const { lot, ada } = await contested();
    const nodes = [test.database, await test.openAnother(), await test.openAnother()];
    await Promise.all([...nodes, ...nodes].map((node) => readUpToNow(node, reader)));
    expect(await written(lot)).toEqual(oncePerson(ada));
  });

  it("writes nothing that the other reader of bids writes at the same time", async () => {
    const { lot, ada } = await contested();
    await logMayBeRead(test.database);
    const [, late] = bidNoticeReaders(() => {}, 1);
    const client = postgres(test.url, { max: 1, onnotice: () => {} });
    onTestFinished(() => client.end());
    await client`begin`;
    await client`select from log_cursors where reader = ${reader.name} for update`;
    const reading = readUpToNow(test.database, late);
    const waiting = () =>
      test.database.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%log_cursors%'",
      );
    await vi.waitFor(async () => expect(await waiting()).toHaveLength(1), { timeout: 45_000, interval: 20 });
    await client`insert into notifications (id, user_id, kind, about, auction_id, data, merge_key, created_at, at)
      values (gen_random_uuid(), ${ada.id}::uuid, 'outbid', 'outbid', ${lot.id}::uuid, '{}', ${`outbid:${lot.id}`},
        clock_now(), clock_now())`;
    await client`commit`;
    await reading;
    expect((await written(lot)).notifications).toEqual(oncePerson(ada).notifications);
  });

  it("reports the age of the oldest entry that it has not read", async () => {
    const behind = async () => {
      const { readersBehind } = await waitingWork(test.database);
      return readersBehind.find((one) => one.reader === reader.name)?.seconds;
    };
    const { lot } = await contested();
    await test.database.query(
      "update auction_events set at = at - interval '1 hour' where auction_id = $1::text::uuid and revision > 1",
      [lot.id],
    );
    expect(await behind()).toBeGreaterThanOrEqual(3600);
    await readUpToNow(test.database, reader);
    expect(await behind()).toBe(0);
  });

  it("writes nothing twice if its cursor is set back", async () => {
    const { lot, ada } = await contested();
    for (let time = 1; time <= 2; time += 1) {
      await readUpToNow(test.database, reader);
      await test.database.query("update log_cursors set position = 0");
    }
    await readUpToNow(test.database, reader);
    expect(await written(lot)).toEqual(oncePerson(ada));
    await test.database.query("update notifications set read_at = clock_now() where auction_id = $1::text::uuid", [
      lot.id,
    ]);
    await test.database.query("update log_cursors set position = 0");
    await readUpToNow(test.database, reader);
    expect(await written(lot)).toEqual(oncePerson(ada));
  });

  it("passes over no entry of a transaction that is still open", async () => {
    const { admin, ada, bola } = await seedPeople(test.database);
    const [lot, other] = [await seedAuction(test.database, admin), await seedAuction(test.database, admin)];
    await readUpToNow(test.database, reader);
    const client = postgres(test.url, { max: 1, onnotice: () => {} });
    onTestFinished(() => client.end());
    await client`begin`;
    await client`select pg_current_xact_id()`;
    await contest(other, ada, bola, 1100);
    expect(await readNew(test.database, reader, silentLog)).toBe(false);
    expect(await written(other)).toEqual({ notifications: [], mails: [] });
    // It writes an entry that comes before those that are committed.
    await client`insert into auction_events (auction_id, revision, version, events, actor_id, at)
      select ${lot.id}::uuid, 2, 2, e.events, e.actor_id, clock_now() from auction_events e
      where e.auction_id = ${other.id}::uuid and e.revision = 2`;
    await client`insert into bids (auction_id, number, bidder_id, amount_minor, kind, created_at)
      values (${lot.id}::uuid, 1, ${ada.id}::uuid, 1100, 'manual', clock_now())`;
    await client`commit`;
    await readUpToNow(test.database, reader);
    expect(await written(other)).toEqual(oncePerson(ada));
    // Nobody leads this made-up lot, so Ada, who bid on it, was outbid.
    expect(await written(lot)).toEqual(oncePerson(ada));
  });

  it("reads what is new after a restore into a cluster that has had fewer transactions", async () => {
    const client = postgres(test.url, { max: 1, onnotice: () => {} });
    onTestFinished(() => client.end());
    const before = await contested();
    await readUpToNow(test.database, reader);
    const unread = await seedAuction(test.database, before.admin);
    await contest(unread, before.ada, before.bola, 1100);
    const ahead = 1_000_000_000;
    await client`update auction_events set written_by = written_by + ${ahead} where written_by is not null`;
    await client`update log_cursors set position = position + ${ahead} where position > 0`;
    await raiseLogPosition(client);
    const lot = await seedAuction(test.database, before.admin);
    await contest(lot, before.ada, before.bola, 1100);
    await readUpToNow(test.database, reader);
    for (const one of [before.lot, unread, lot]) expect(await written(one)).toEqual(oncePerson(before.ada));
    const positions = () =>
      client<{ position: string }[]>`select log_position('1000'::xid8)::text as position`.then(
        ([row]) => row?.position,
      );
    const raised = await positions();
    await raiseLogPosition(client);
    expect(await positions()).toBe(raised);
  });
});
