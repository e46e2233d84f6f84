// Tests the watchlist from outside: what can be added, what it shows and in which order, and that it reveals nothing to
// others.
import { randomUUID } from "node:crypto";
import { adminAuctionsAnswer } from "@jara/shared/rest/admin-auctions";
import {
  watchAnswer,
  watchedIdsAnswer,
  watchedLotsAnswer,
  watchlistAnswer,
  watchManyAnswer,
} from "@jara/shared/rest/watchlist";
import { WATCHED_MAX } from "@jara/shared/watch-limits";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { endDueDeletions } from "../../src/features/own-data/deletion-job.ts";
import { watch } from "../../src/features/watchlist/queries.ts";
import { connect, settled, transports } from "../support/e2e-live.ts";
import { makePerson, openAuction, type Person, setStatus } from "../support/e2e-people.ts";
import { expectShape, sharedServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";

const HOUR = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();

const server = await sharedServer();

describeEndToEnd("the watchlist", () => {
  let admin: Person;
  let ada: Person;
  let people = 0;
  beforeAll(async () => {
    admin = await makePerson(server, "admin", { role: "admin" });
  });
  beforeEach(async () => {
    ada = await makePerson(server, `ada-${++people}`);
  });

  const newLot = (details = {}) => openAuction(server, admin, { title: `Lot ${randomUUID()}`, ...details });
  const put = (who: Person, id: string) => server.api("PUT", `/api/watchlist/${id}`, { token: who.token });
  const remove = (who: Person, id: string) => server.api("DELETE", `/api/watchlist/${id}`, { token: who.token });
  const post = (who: Person, auctionIds: string[]) =>
    server.api("POST", "/api/watchlist", { token: who.token, body: { auctionIds } });
  const list = async (who: Person, query = "") => {
    const { status, body } = await server.api("GET", `/api/watchlist${query}`, { token: who.token });
    expect(status).toBe(200);
    expectShape(watchlistAnswer, body);
    return body;
  };
  const listed = async (who: Person, query = ""): Promise<string[]> =>
    (await list(who, query)).auctions.map(({ _id }: { _id: string }) => _id);
  const ids = async (who: Person): Promise<string[]> => {
    const { body } = await server.api("GET", "/api/watchlist/ids", { token: who.token });
    expectShape(watchedIdsAnswer, body);
    return body.ids;
  };

  it("has a lot once, however often it is watched, and no longer when it is not", async () => {
    const { _id } = await newLot();
    for (const time of ["first", "second"]) {
      const { status, body } = await put(ada, _id);
      expect([status, body], time).toEqual([200, { isWatching: true }]);
      expectShape(watchAnswer, body);
      expect(await ids(ada), time).toEqual([_id]);
    }
    expect(await list(ada)).toMatchObject({
      auctions: [{ _id, currentPrice: 1000, isLeading: false }],
      outbid: [],
      pagination: { current: 1, pages: 1, total: 1, limit: 24 },
    });
    for (const time of ["first", "second"]) {
      const { status, body } = await remove(ada, _id);
      expect([status, body], time).toEqual([200, { isWatching: false }]);
      expect(await ids(ada), time).toEqual([]);
    }
    expect(await listed(ada)).toEqual([]);
  });

  it("is one's own alone", async () => {
    const bola = await makePerson(server, `bola-${people}`);
    const { _id } = await newLot();
    await put(ada, _id);
    expect(await listed(bola)).toEqual([]);
    expect(await ids(bola)).toEqual([]);
    await remove(bola, _id);
    expect(await ids(ada)).toEqual([_id]);
  });

  it("refuses unknown lots and drafts alike, and takes drafts of staff", async () => {
    const draft = await newLot({ startTime: inHours(24) });
    expect(draft.status).toBe("draft");
    for (const id of [draft._id, randomUUID(), "no-id", draft._id.toUpperCase()]) {
      for (const call of [put, remove]) {
        const { status, body } = await call(ada, id);
        expect([status, body], id).toEqual([404, { code: "NOT_FOUND", message: "Auction not found" }]);
      }
    }
    expect(await ids(ada)).toEqual([]);
    expect((await put(admin, draft._id)).status).toBe(200);
    expect(await listed(admin)).toContain(draft._id);
  });

  it("shows lots that run by their end, then those that are over, the latest end first, page by page", async () => {
    const [late, soon, paused, over, overLater] = [
      await newLot({ endTime: inHours(72) }),
      await newLot({ endTime: inHours(24) }),
      await newLot({ endTime: inHours(48) }),
      await newLot(),
      await newLot(),
    ].map(({ _id }) => _id) as [string, string, string, string, string];
    await setStatus(server, admin, paused, "paused");
    await setStatus(server, admin, over, "ended");
    await setStatus(server, admin, overLater, "ended");
    for (const id of [overLater, over, late, soon, paused]) await put(ada, id);
    const inOrder = [soon, paused, late, overLater, over];
    expect(await listed(ada)).toEqual(inOrder);
    expect(await listed(ada, "?limit=2")).toEqual(inOrder.slice(0, 2));
    expect(await listed(ada, "?limit=2&page=3")).toEqual(inOrder.slice(4));
    const { auctions, pagination } = await list(ada, "?limit=2&page=4");
    expect([auctions, pagination]).toEqual([[], { current: 4, pages: 3, total: 5, limit: 2 }]);
  });

  it("leaves out lots that were removed or withdrawn, which can still be given up", async () => {
    const [removed, withdrawn, stays] = [await newLot(), await newLot(), await newLot()];
    for (const { _id } of [removed, withdrawn, stays]) await put(ada, _id);
    expect((await server.api("DELETE", `/api/auctions/${removed._id}`, { token: admin.token })).status).toBe(200);
    await setStatus(server, admin, withdrawn._id, "draft");
    expect(await listed(ada)).toEqual([stays._id]);
    expect((await list(ada)).pagination.total).toBe(1);
    expect((await remove(ada, withdrawn._id)).status).toBe(200);
    expect((await remove(ada, removed._id)).status).toBe(200);
    expect(await ids(ada)).toEqual([stays._id]);
  });

  it("says on which lots the person was outbid", async () => {
    const bola = await makePerson(server, `bola-${people}`);
    const [lost, led] = [await newLot(), await newLot()];
    const bid = (who: Person, auctionId: string, amount: number) =>
      server.api("POST", "/api/bids", { token: who.token, body: { auctionId, amount } });
    await bid(ada, lost._id, 1100);
    await bid(bola, lost._id, 1200);
    await bid(ada, led._id, 1100);
    for (const { _id } of [lost, led]) await put(ada, _id);
    const { auctions, outbid } = await list(ada);
    expect(outbid).toEqual([lost._id]);
    expect(auctions.map((one: { _id: string; isLeading: boolean }) => [one._id, one.isLeading])).toEqual(
      expect.arrayContaining([
        [lost._id, false],
        [led._id, true],
      ]),
    );
  });

  it("takes a visitor's list after the log-in, and ignores what is unknown, hidden or there already", async () => {
    const draft = await newLot({ startTime: inHours(24) });
    const [known, fresh] = [await newLot(), await newLot()];
    await put(ada, known._id);
    const given = [fresh._id, known._id, draft._id, randomUUID(), "no-id", fresh._id];
    const { status, body } = await post(ada, given);
    expect([status, body]).toEqual([200, { added: 1 }]);
    expectShape(watchManyAnswer, body);
    expect((await ids(ada)).toSorted()).toEqual([known._id, fresh._id].toSorted());
    expect((await post(ada, given)).body).toEqual({ added: 0 });
    const tooMany = Array.from({ length: 101 }, () => randomUUID());
    expect((await post(ada, tooMany)).status).toBe(400);
    expect((await post(ada, [])).status).toBe(400);
  });

  it("holds at most 500 lots, says so, and has room again when one is given up", async () => {
    const [one, more] = [await newLot(), await newLot()];
    const [{ names }] = (await server.query<{ names: string }>(
      `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
       where table_name = 'auctions' and is_generated = 'NEVER' and column_name <> 'id'`,
    )) as [{ names: string }];
    await server.query(
      `with lots as (
         insert into auctions (id, ${names}) select gen_random_uuid(), ${names}
         from auctions, generate_series(1, $2::text::int) where id = $1::text::uuid returning id
       )
       insert into watches select $3::text::uuid, id, clock_timestamp() from lots`,
      [one._id, String(WATCHED_MAX - 1), ada.id],
    );
    expect((await put(ada, one._id)).status).toBe(200);
    const { status, body } = await put(ada, more._id);
    const message = "You watch 500 lots, and there is no room for more. Stop watching one of them first.";
    expect([status, body]).toEqual([400, { code: "INVALID", message, issues: [{ path: "", message }] }]);
    expect((await post(ada, [more._id])).body).toEqual({ added: 0 });
    expect((await put(ada, one._id)).status, "a lot that is on the list").toBe(200);
    expect(await ids(ada)).toHaveLength(WATCHED_MAX);
    await remove(ada, one._id);
    expect((await put(ada, more._id)).status).toBe(200);
  });

  it("takes as many of a visitor's list as there is room for, the first ones", async () => {
    const lots = [await newLot(), await newLot(), await newLot()].map(({ _id }) => _id);
    const { database: db } = server.server;
    expect(await watch(db, ada.id, lots, false, { max: 2 })).toMatchObject({
      added: [expect.any(String), expect.any(String)],
      watched: 2,
    });
    expect((await ids(ada)).toSorted()).toEqual(lots.slice(0, 2).toSorted());
    expect(await watch(db, ada.id, lots, false, { max: 2 })).toEqual({ added: [], watched: 2 });
  });

  it("takes the same lots at the same moment from two devices once", async () => {
    const lots = await Promise.all(Array.from({ length: 6 }, async () => (await newLot())._id));
    const answers = await Promise.all([
      ...[lots, lots.toReversed(), lots].map((given) => post(ada, given)),
      ...lots.map((id) => put(ada, id)),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect((await ids(ada)).toSorted()).toEqual(lots.toSorted());
  });

  it("shows a visitor the lots of the browser's list, and keeps nothing of it", async () => {
    const draft = await newLot({ startTime: inHours(24) });
    const [late, soon] = [await newLot({ endTime: inHours(72) }), await newLot({ endTime: inHours(24) })];
    const over = await newLot();
    await setStatus(server, admin, over._id, "ended");
    const query = [over, draft, late, soon].map(({ _id }) => _id).join(",");
    const before = await server.query("select count(*)::int as n from watches");
    const { status, body } = await server.api("GET", `/api/watchlist/lots?ids=${query},${randomUUID()},no-id`);
    expect(status).toBe(200);
    expectShape(watchedLotsAnswer, body);
    expect(body.auctions.map(({ _id }: { _id: string }) => _id)).toEqual([soon._id, late._id, over._id]);
    expect(body).not.toHaveProperty("outbid");
    expect(await server.query("select count(*)::int as n from watches")).toEqual(before);
    expect((await server.api("GET", "/api/watchlist/lots")).status).toBe(400);
    const tooMany = Array.from({ length: 101 }, () => randomUUID()).join(",");
    expect((await server.api("GET", `/api/watchlist/lots?ids=${tooMany}`)).status).toBe(400);
  });

  it("is counted for staff who have no interest in the lot, and for nobody else", async () => {
    const interested = await makePerson(server, `interested-${people}`);
    const lot = await newLot();
    await server.api("POST", "/api/bids", { token: interested.token, body: { auctionId: lot._id, amount: 1100 } });
    const role = { token: admin.token, body: { role: "admin" } };
    expect((await server.api("PUT", `/api/users/admin/role/${interested.id}`, role)).status).toBe(200);
    const cataloguer = await makePerson(server, `cataloguer-${people}`, { role: "cataloguer" });
    const seen = async (who: Person): Promise<unknown> => {
      const path = `/api/auctions/admin/all?search=${encodeURIComponent(lot.title)}`;
      const { body } = await server.api("GET", path, { token: who.token });
      expectShape(adminAuctionsAnswer, body);
      const row = body.auctions.find(({ _id }: { _id: string }) => _id === lot._id);
      expect(row).toBeDefined();
      return "watchlistCount" in row ? row.watchlistCount : "absent";
    };
    expect(await seen(admin)).toBe(0);
    for (const who of [ada, cataloguer, interested]) expect((await put(who, lot._id)).status).toBe(200);
    expect([await seen(admin), await seen(cataloguer), await seen(interested)]).toEqual([3, 3, "absent"]);
    // No answer about the lot names the number, whoever asks.
    for (const token of [undefined, ada.token, interested.token, admin.token]) {
      for (const path of [
        `/api/auctions/${lot._id}`,
        `/api/auctions?search=${encodeURIComponent(lot.title)}`,
        `/api/auctions/${lot._id}/changes`,
        `/api/bids/auction/${lot._id}`,
        `/api/watchlist/lots?ids=${lot._id}`,
        ...(token ? ["/api/watchlist", "/api/bids/user/my-auctions", "/api/bids/user/my-bids"] : []),
      ]) {
        const { status, text } = await server.api("GET", path, token ? { token } : {});
        expect(status, path).toBe(200);
        expect(text, path).not.toMatch(/watch/i);
      }
    }
  });

  it.each(transports)("tells its owner of each change once, and nobody else, over %s", async (transport) => {
    const lot = await newLot();
    const others = [
      await connect(server, transport),
      await connect(server, transport, { token: admin.token }),
      await connect(server, transport, { token: ada.token }),
    ];
    for (const other of others) {
      await other.ask("auction:watch", { auctionId: lot._id });
      await other.ask("auctions:watch", {});
    }
    await others[1]?.ask("admin:watch", {});
    await Promise.all(others.map((other) => settled(other)));
    const before = others.map(({ frames }) => frames.length);
    const { version, updatedAt } = (await server.api("GET", `/api/auctions/${lot._id}`)).body.auction;
    await put(ada, lot._id);
    await post(ada, [lot._id]);
    await remove(ada, lot._id);
    await Promise.all(others.map((other) => settled(other)));
    // The countdown and the number of viewers come on their own time, and the news of the lot's start may come late. So may
    // news of lots and people that other tests made: they do not name this lot.
    const usual = ["auction:countdown", "auction:viewers", "auction:created"];
    const isAbout = (frame: { readonly type: string }) =>
      frame.type.startsWith("watchlist") || JSON.stringify(frame).includes(lot._id);
    const about = others.map(({ frames }, i) =>
      frames.slice(before[i]).filter((frame) => isAbout(frame) && !usual.includes(frame.type)),
    );
    const changed = (isWatching: boolean) => ({ type: "watchlist:changed", data: { auctionId: lot._id, isWatching } });
    expect(about, "only the owner is notified, once a change").toEqual([[], [], [changed(true), changed(false)]]);
    expect((await server.api("GET", `/api/auctions/${lot._id}`)).body.auction).toMatchObject({ version, updatedAt });
    for (const other of others) other.close();
  });

  it("is deleted with the account, and a call that comes too late adds nothing", async () => {
    const lot = await newLot();
    await put(ada, lot._id);
    await server.query(
      `insert into deletion_requests (id, user_id, requested_at, due_at)
       values ($1::text::uuid, $2::text::uuid, clock_timestamp() - interval '8 days', clock_timestamp() - interval '1 day')`,
      [randomUUID(), ada.id],
    );
    await server.query(
      `update users set closes_at = clock_timestamp() - interval '1 day', balance_minor = 0 where id = $1::text::uuid`,
      [ada.id],
    );
    await endDueDeletions({ database: server.server.database, accountChanged: () => {} }, () => false);
    const rows = () => server.query("select auction_id from watches where user_id = $1::text::uuid", [ada.id]);
    expect(await rows()).toEqual([]);
    expect(await watch(server.server.database, ada.id, [lot._id], false)).toEqual({ added: [], watched: 0 });
    expect(await rows()).toEqual([]);
  });
});
