// Tests that the mails and notifications about a lot's changes are written exactly once: the reader is killed at every
// statement, several nodes read at once, the cursor is set back, an older version has written them, a lot fails.
import { describe, expect, it } from "vitest";
import { aBid, aMaxBid, anEdit, aStatus, codeOf, givenEngine } from "../../test/support/given-engine.ts";
import { killAtEachStatement, momentsOfKills } from "../../test/support/kill-readers.ts";
import { readUpToNow } from "../../test/support/read-log.ts";
import { seedAuction, seedPeople } from "../../test/support/seed.ts";
import { withDatabase } from "../../test/support/with-database.ts";
import type { Command } from "../auction/commands.ts";
import type { AuctionState, Person } from "../auction/state.ts";
import { watch } from "../features/watchlist/queries.ts";
import { silentLog } from "../platform/jobs/guard-rows.ts";
import type { LotFollowers } from "./lot-followers.ts";
import { lotMailReader, type WrittenMail } from "./lot-mails.ts";
import { readAgain } from "./reader.ts";

const reader = lotMailReader({ mailed: () => {}, lotsMoved: () => {} });

describe("the reader that writes mails about lots", () => {
  const test = withDatabase();

  const submit = async (...commands: Command[]): Promise<void> => {
    const { engine } = await givenEngine(test.database);
    for (const command of commands) expect(codeOf(await engine.submit(command))).toBe("ok");
  };
  interface Given {
    readonly lot: AuctionState;
    readonly admin: Person;
    readonly ada: Person;
    readonly bola: Person;
  }
  /** Ada has bid, Bola has only a maximum, the lot was edited twice and has ended. */
  const ended = async (): Promise<Given> => {
    const { admin, ada, bola } = await seedPeople(test.database);
    const lot = await seedAuction(test.database, admin);
    await submit(
      aBid(lot, ada, 1100),
      aMaxBid(lot, bola, 1150),
      anEdit(lot, admin, { title: "Another drum" }),
      anEdit(lot, admin, { title: "A third drum" }),
      aStatus(lot, admin, "ended"),
    );
    return { lot, admin, ada, bola };
  };
  const written = async ({ id }: AuctionState) => ({
    mails: await test.database.query(
      "select user_id as id, kind from outbox where auction_id = $1::text::uuid order by kind, user_id",
      [id],
    ),
    notifications: await test.database.query(
      `select user_id as id, about, sum(count)::int as count from notifications where auction_id = $1::text::uuid
       group by user_id, about order by about, user_id`,
      [id],
    ),
  });
  const once = ({ ada, bola }: Given) => {
    const both = [ada.id, bola.id].sort();
    const changed = both.flatMap((id) => [id, id]).map((id) => ({ id, kind: "lot-changed" }));
    return {
      mails: [...changed, { id: ada.id, kind: "won" }],
      notifications: [
        ...both.map((id) => ({ id, about: "lot-changed", count: 2 })),
        { id: ada.id, about: "won", count: 1 },
      ],
    };
  };

  it.each(momentsOfKills)("writes everything once if it is killed at any statement, %s", async (moment) => {
    await readUpToNow(test.database, reader);
    await killAtEachStatement(test.database, reader, moment, async () => {
      const given = await ended();
      return async (name) => expect(await written(given.lot), name).toEqual(once(given));
    });
  });

  it("writes everything once if several nodes read at once, and reports each mail to one of them", async () => {
    const given = await ended();
    const nodes = [test.database, await test.openAnother(), await test.openAnother()];
    const reported: WrittenMail[] = [];
    const own = lotMailReader({ mailed: (mails) => void reported.push(...mails), lotsMoved: () => {} });
    await Promise.all([...nodes, ...nodes].map((node) => readUpToNow(node, own)));
    expect(await written(given.lot)).toEqual(once(given));
    const ofLot = reported.filter(({ change }) => change.after.id === given.lot.id);
    expect(ofLot.map(({ kind, change }) => [kind, change.after.version]).sort()).toEqual([
      ["lot-changed", 3],
      ["lot-changed", 3],
      ["lot-changed", 4],
      ["lot-changed", 4],
      ["won", 5],
    ]);
  });

  it("writes nothing twice if its cursor is set back", async () => {
    const given = await ended();
    for (let time = 1; time <= 2; time += 1) {
      await readUpToNow(test.database, reader);
      await test.database.query("update notifications set read_at = clock_now() where read_at is null");
      await test.database.query("update log_cursors set position = 0");
    }
    await readUpToNow(test.database, reader);
    expect(await written(given.lot)).toEqual(once(given));
  });

  it("writes only what the commit of an older version has not written", async () => {
    const given = await ended();
    // Such a commit dates its mails like its change.
    await test.database.query(
      `insert into outbox (id, kind, data, to_address, user_id, auction_id, due_at, created_at)
       select gen_random_uuid(), 'lot-changed', '{"title":"Another drum","fields":[]}', 'a@b.test', $2::text::uuid,
         auction_id, at, at
       from auction_events where auction_id = $1::text::uuid and events::text like '%Another drum%'`,
      [given.lot.id, given.ada.id],
    );
    await readUpToNow(test.database, reader);
    expect(await written(given.lot)).toEqual(once(given));
  });

  it("leaves out entries of which the mails may have been deleted", async () => {
    const given = await ended();
    await test.database.query(
      "update auction_events set at = at - interval '30 days' where auction_id = $1::text::uuid",
      [given.lot.id],
    );
    await readUpToNow(test.database, reader);
    expect(await written(given.lot)).toEqual({ mails: [], notifications: [] });
  });

  it("writes to the people who had bid before the change, and not to those who bid later", async () => {
    const { admin, ada, bola, chidi } = await seedPeople(test.database);
    const lot = await seedAuction(test.database, admin);
    await submit(aBid(lot, ada, 1100), aMaxBid(lot, bola, 1150), anEdit(lot, admin, { title: "Another drum" }));
    await submit(aBid(lot, chidi, 1300), aStatus(lot, admin, "cancelled"));
    await readUpToNow(test.database, reader);
    const { mails } = await written(lot);
    const kindsTo = (person: Person) => mails.filter(({ id }) => id === person.id).map(({ kind }) => kind);
    expect([ada, bola, chidi].map(kindsTo)).toEqual([
      ["lot-cancelled", "lot-changed"],
      ["lot-cancelled", "lot-changed"],
      ["lot-cancelled"],
    ]);
  });

  it("finds the bidders and watchers of a lot whose status or outcome changed, and nobody after a bid or a payment", async () => {
    const { admin, ada, bola, chidi } = await seedPeople(test.database);
    const lot = await seedAuction(test.database, admin);
    await watch(test.database, chidi.id, [lot.id], false);
    const found: LotFollowers[] = [];
    const own = lotMailReader({ mailed: () => {}, lotsMoved: (followers) => void found.push(followers) });
    const after = async (...commands: Command[]) => {
      await submit(...commands);
      found.length = 0;
      await readUpToNow(test.database, own);
      const peopleIn = (of: keyof LotFollowers) => [...new Set(found.flatMap((one) => one[of]))].sort();
      return { bidders: peopleIn("bidders"), watchers: peopleIn("watchers") };
    };
    const nobody = { bidders: [], watchers: [] };
    const all = { bidders: [ada.id, bola.id].sort(), watchers: [chidi.id] };
    await readUpToNow(test.database, own);
    expect(await after(aBid(lot, ada, 1100), aMaxBid(lot, bola, 1150))).toEqual(nobody);
    expect(await after(anEdit(lot, admin, { title: "Another drum" }))).toEqual(nobody);
    expect(await after(aStatus(lot, admin, "ended"))).toEqual(all);
    expect(await after(aStatus(lot, admin, "sold"))).toEqual(nobody);
    expect(await after(aStatus(lot, admin, "cancelled"))).toEqual(all);
  });

  it("puts the entries of a lot aside that fail, writes the others, and writes them once the fault is mended", async () => {
    const [bad, good] = [await ended(), await ended()];
    const { query } = test.database;
    await query(`create function refuse_mails() returns trigger language plpgsql as $$
      begin raise exception 'no mails about this lot'; end $$`);
    await query(`create trigger refuse_mails before insert on outbox for each row
      when (new.auction_id = '${bad.lot.id}') execute function refuse_mails()`);
    await readUpToNow(test.database, reader);
    expect(await written(bad.lot)).toEqual({ mails: [], notifications: [] });
    expect(await written(good.lot)).toEqual(once(good));
    expect(await query("select key from set_aside_rows where reason = 'no mails about this lot'")).toEqual([
      { key: expect.stringMatching(new RegExp(`^${bad.lot.id} .* lot-mails$`)) },
    ]);
    await query("drop trigger refuse_mails on outbox");
    await query("update set_aside_rows set retry_at = clock_now(), put_aside_at = null");
    await readAgain(test.database, reader, silentLog);
    expect(await written(bad.lot)).toEqual(once(bad));
    expect(await query("select from set_aside_rows")).toEqual([]);
  });
});
