// Tests what is written while the database's clock is behind the times that are stored already, as after a failover to a
// primary whose clock is late. The tests do not move the clock: they move the stored times forward.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Row } from "../../src/platform/database/typed-statements.ts";
import { connect } from "../support/e2e-live.ts";
import { makePerson, openAuction, type Person, setStatus } from "../support/e2e-people.ts";
import { startTestServer, type TestServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";

describeEndToEnd("a server whose database's clock went back", () => {
  let server: TestServer;
  let admin: Person;
  let bidder: Person;
  beforeAll(async () => {
    server = await startTestServer({ because: "it moves stored times forward" });
    admin = await makePerson(server, "admin", { role: "admin" });
    bidder = await makePerson(server, "bidder");
  });
  afterAll(() => server?.close());

  const query = <T extends Row>(text: string, params: (string | number)[]): Promise<T[]> =>
    server.server.database.query<T>(text, params) as Promise<T[]>;
  const bid = (auctionId: string, amount: number) =>
    server.api("POST", "/api/bids", { token: bidder.token, body: { auctionId, amount } });
  const hide = (auctionId: string, maxAmount: number) =>
    server.api("POST", "/api/maxbids", { token: bidder.token, body: { auctionId, maxAmount, currency: "NGN" } });
  /** The times of the log's rows, epoch ms, oldest first. */
  const timesOf = async (auctionId: string): Promise<number[]> => {
    const text = `select (extract(epoch from at) * 1000)::float8 as ms from auction_events
      where auction_id = $1::text::uuid order by revision`;
    return (await query<{ ms: number }>(text, [auctionId])).map(({ ms }) => ms);
  };
  /** Moves the time of the auction's newest change forward, as if the clock had been ahead when it was written. */
  const wroteAhead = async (auctionId: string, seconds: number): Promise<number> => {
    const [row] = await query<{ ms: number }>(
      `with ahead as (select date_trunc('milliseconds', clock_timestamp()) + $2::float8 * interval '1 second' as at),
        logged as (update auction_events e set at = ahead.at from ahead where e.auction_id = $1::text::uuid
          and e.revision = (select max(revision) from auction_events where auction_id = e.auction_id)),
        moved as (update auctions a set changed_at = ahead.at from ahead where a.id = $1::text::uuid)
      select (extract(epoch from at) * 1000)::float8 as ms from ahead`,
      [auctionId, seconds],
    );
    return row?.ms ?? 0;
  };
  const expectOrdered = (times: readonly number[]): void => expect(times).toEqual([...times].sort((a, b) => a - b));

  it("dates a public change a millisecond after the newest change, and a hidden one at the newest change's time", async () => {
    const { _id } = await openAuction(server, admin);
    const ahead = await wroteAhead(_id, 8);
    expect((await bid(_id, 1100)).status).toBe(201);
    expect((await hide(_id, 5000)).status).toBe(200);
    await setStatus(server, admin, _id, "paused");
    const times = await timesOf(_id);
    expectOrdered(times);
    expect(times.slice(-3)).toEqual([ahead + 1, ahead + 1, ahead + 2]);
  });

  it("keeps its estimate of the clock as it is", async () => {
    const { _id } = await openAuction(server, admin);
    const client = await connect(server, "/ws");
    const ahead = await wroteAhead(_id, 9);
    expect((await bid(_id, 1100)).status).toBe(201);
    const { serverTime } = (await client.ask("clock:sync", { t0: 1 })) as { serverTime: string };
    client.close();
    expect(Date.parse(serverTime)).toBeLessThan(ahead);
  });

  it("dates no change before a hidden change, and does not show the hidden change's time", async () => {
    const { _id, updatedAt } = await openAuction(server, admin);
    expect((await bid(_id, 1100)).status).toBe(201);
    expect((await hide(_id, 5000)).status).toBe(200);
    const ahead = await wroteAhead(_id, 8);
    const shown = async () => (await server.api("GET", `/api/auctions/${_id}`)).body.auction.updatedAt;
    expect([await shown(), updatedAt].map((time) => Date.parse(time) < ahead)).toEqual([true, true]);
    await setStatus(server, admin, _id, "paused");
    expect((await timesOf(_id)).at(-1)).toBe(ahead + 1);
    expect(Date.parse(await shown())).toBe(ahead + 1);
  });

  it("accepts an edit after a hidden change, and dates it within a second of its commit", async () => {
    const { _id } = await openAuction(server, admin);
    expect((await bid(_id, 1100)).status).toBe(201);
    expect((await hide(_id, 5000)).status).toBe(200);
    const ahead = await wroteAhead(_id, 8);
    const body = { title: "Another title" };
    const edited = await server.api("PUT", `/api/auctions/admin/${_id}`, { token: admin.token, body });
    expect([edited.status, edited.body.auction?.title]).toEqual([200, "Another title"]);
    const [row] = await query<{ ms: number }>(
      `select (extract(epoch from content_changed_at) * 1000)::float8 as ms from auctions where id = $1::text::uuid`,
      [_id],
    );
    expect(Math.abs((row?.ms ?? 0) - ahead)).toBeLessThanOrEqual(1000);
  });

  it("dates changes by the clock if it went back by more than ten seconds", async () => {
    const { _id } = await openAuction(server, admin);
    const ahead = await wroteAhead(_id, 3600);
    expect((await bid(_id, 1100)).status).toBe(201);
    expect((await timesOf(_id)).at(-1)).toBeLessThan(ahead - 3_500_000);
  });

  it("dates the entries of a balance in the order in which they changed it", async () => {
    const payer = await makePerson(server, `payer-${randomUUID().slice(0, 8)}`, { balance: 1000 });
    const move = (balance: number) =>
      server.api("PUT", `/api/users/admin/balance/${payer.id}`, {
        token: admin.token,
        body: { balance, action: "set" },
      });
    const entries = () =>
      query<{ left: number; ms: number }>(
        `select balance_after_minor::float8 as left, (extract(epoch from created_at) * 1000)::float8 as ms
        from ledger_entries where user_id = $1::text::uuid order by created_at, balance_after_minor`,
        [payer.id],
      );
    const [first] = await query<{ ms: number }>(
      `update ledger_entries set created_at = date_trunc('milliseconds', clock_timestamp()) + interval '8 seconds'
      where user_id = $1::text::uuid returning (extract(epoch from created_at) * 1000)::float8 as ms`,
      [payer.id],
    );
    expect((await move(2000)).status).toBe(200);
    expect((await move(3000)).status).toBe(200);
    const rows = await entries();
    expect(rows.map(({ left }) => left)).toEqual([100_000, 200_000, 300_000]);
    expect(rows.map(({ ms }) => ms - (first?.ms ?? 0))).toEqual([0, 1, 2]);
    await query(
      "update ledger_entries set created_at = created_at + interval '1 hour' where user_id = $1::text::uuid",
      [payer.id],
    );
    expect((await move(4000)).status).toBe(200);
    expect((await entries()).at(0)?.left).toBe(400_000);
  });
});
