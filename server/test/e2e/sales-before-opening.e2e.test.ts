// Tests sales whose lots are not open yet: a pause moves the opening with the ends, and a sale that was ended opens no
// lot.
import { randomUUID } from "node:crypto";
import type { Sale, SaleAnswer } from "@jara/shared/rest/sales";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { makePerson, type Person } from "../support/e2e-people.ts";
import { at, SECOND, salesOn } from "../support/e2e-sales.ts";
import { startTestServer, type TestServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";
import { goTo } from "../support/shift-clock.ts";

describeEndToEnd("a sale that is not open yet", () => {
  let server: TestServer;
  let admin: Person;
  beforeAll(async () => {
    server = await startTestServer({ because: "it shifts the clock", config: { stepUpMinutes: 600 } });
    admin = await makePerson(server, "admin", { role: "admin" });
  });
  afterAll(() => server?.close());

  const { act, publishedSale, clockPassed } = salesOn(() => ({ server, admin }));
  /** The lots as staff see them, because nobody else sees a draft. */
  const lotsOf = (ids: readonly string[]) =>
    Promise.all(
      ids.map(async (id) => {
        const { body } = await server.api("GET", `/api/auctions/${id}`, { token: admin.token });
        const { status, startTime, endTime } = body.auction;
        return { status, startsAt: startTime === null ? null : Date.parse(startTime), endsAt: Date.parse(endTime) };
      }),
    );
  const statusesOf = async (ids: readonly string[]): Promise<string[]> =>
    (await lotsOf(ids)).map(({ status }) => status);
  const saleNow = async ({ _id }: Pick<Sale, "_id">): Promise<SaleAnswer> =>
    (await server.api("GET", `/api/sales/${_id}`, { token: admin.token })).body;
  const given = async (opensInMs: number, details: object = {}) => {
    const now = Math.round(await server.databaseNow());
    const times = { opensAt: now + opensInMs, closesAt: now + opensInMs + 60 * SECOND };
    const sale = { opensAt: at(times.opensAt), closesAt: at(times.closesAt), spacingSeconds: 10, ...details };
    return { ...(await publishedSale(2, sale)), ...times };
  };
  const openWithin = (ids: readonly string[], timeout: number) =>
    vi.waitFor(async () => expect(await statusesOf(ids)).toEqual(["active", "active"]), { timeout, interval: 100 });
  const auditOf = (sale: Pick<Sale, "_id">) =>
    server.query<{ action: string; seconds: number | null; unopened: number | null }>(
      `select action, (details ->> 'seconds')::float8 as seconds, (details ->> 'unopened')::int as unopened
       from admin_actions where details ->> 'sale' = $1 and action like 'sale %' order by at`,
      [sale._id],
    );

  it("refuses to publish a lot on its own or to move its start, and publishes it by hand once the sale ended", async () => {
    const { sale, ids } = await given(3_600_000);
    const [id = ""] = ids;
    const by = { token: admin.token };
    const calls = [
      ["PATCH", `/api/auctions/admin/${id}/status`, { status: "active" }],
      ["PATCH", `/api/auctions/admin/${id}/status`, { status: "paused" }],
      ["PUT", `/api/auctions/admin/${id}`, { status: "active" }],
      ["PUT", `/api/auctions/${id}`, { startTime: null }],
      ["PUT", `/api/auctions/${id}`, { startTime: at((await server.databaseNow()) + 60_000) }],
    ] as const;
    for (const [method, path, body] of calls) {
      const answer = await server.api(method, path, { ...by, body });
      expect([answer.status, answer.body.code], JSON.stringify(body)).toEqual([409, "SALE_STATE"]);
      expect(answer.body.message).toContain(`It belongs to the sale “${sale.title}”, which opens `);
    }
    const [lot] = await lotsOf(ids);
    expect(lot?.status).toBe("draft");
    const unchanged = { title: "Another title", status: "draft", startTime: at(lot?.startsAt ?? 0) };
    expect((await server.api("PUT", `/api/auctions/${id}`, { ...by, body: unchanged })).status).toBe(200);
    await act(sale, "end");
    const published = await server.api("PATCH", `/api/auctions/admin/${id}/status`, {
      ...by,
      body: { status: "active" },
    });
    expect([published.status, published.body.auction?.status], published.text).toEqual([200, "active"]);
  });

  it("opens and closes its lots later by the length of a pause over the opening, and none during the pause", async () => {
    const { sale, ids, opensAt, closesAt } = await given(60 * SECOND);
    await act(sale, "pause");
    await clockPassed(opensAt + SECOND);
    expect(await statusesOf(ids)).toEqual(["draft", "draft"]);
    const { sale: resumed, action } = await act(sale, "resume");
    const pausedMs = Date.parse(resumed.closesAt) - closesAt;
    expect(pausedMs).toBeGreaterThan(SECOND);
    expect(Date.parse(resumed.opensAt ?? "") - opensAt).toBe(pausedMs);
    expect([action?.lots, action?.refused]).toEqual([2, []]);
    expect(await lotsOf(ids)).toEqual(
      [0, 1].map((place) => ({
        status: "draft",
        startsAt: opensAt + pausedMs,
        endsAt: closesAt + pausedMs + place * 10 * SECOND,
      })),
    );
    await goTo(server, opensAt + pausedMs);
    await openWithin(ids, 10 * SECOND);
    expect((await lotsOf(ids)).map(({ endsAt }) => endsAt)).toEqual([
      closesAt + pausedMs,
      closesAt + pausedMs + 10 * SECOND,
    ]);
    expect((await auditOf(sale)).at(-1)).toEqual({ action: "sale resumed", seconds: pausedMs / 1000, unopened: null });
  });

  it("opens and closes its lots later by the length of a pause that ended before the opening", async () => {
    const { sale, ids, opensAt, closesAt } = await given(60 * SECOND);
    await act(sale, "pause");
    await server.shiftClock(5 * SECOND);
    const { sale: resumed } = await act(sale, "resume");
    const pausedMs = Date.parse(resumed.closesAt) - closesAt;
    expect(pausedMs).toBeGreaterThanOrEqual(5 * SECOND);
    expect(Date.parse(resumed.opensAt ?? "") - opensAt).toBe(pausedMs);
    expect((await lotsOf(ids)).map(({ startsAt }) => startsAt)).toEqual([opensAt + pausedMs, opensAt + pausedMs]);
  });

  it("also opens later by a shift that was asked for during the pause, after the planned opening", async () => {
    const { sale, ids, opensAt, closesAt } = await given(60 * SECOND);
    await act(sale, "pause");
    await goTo(server, opensAt + 500);
    await act(sale, "shift", { body: { seconds: 600 } });
    const { sale: resumed } = await act(sale, "resume");
    const movedMs = Date.parse(resumed.closesAt) - closesAt;
    expect(movedMs).toBeGreaterThan(600 * SECOND);
    expect(Date.parse(resumed.opensAt ?? "") - opensAt).toBe(movedMs);
    expect((await lotsOf(ids)).map(({ startsAt }) => startsAt)).toEqual([opensAt + movedMs, opensAt + movedMs]);
  });

  it("opens no lot before its times have moved, even if the node that resumed the sale died", async () => {
    const { sale, ids, opensAt, closesAt } = await given(60 * SECOND);
    await act(sale, "pause");
    await goTo(server, opensAt + 500);
    // A node took the resumption, and died before its first lot.
    await server.query(
      `with resumed as (update sales set paused_at = null where id = $1::text::uuid)
       insert into sale_actions (id, sale_id, kind, actor_id, command_id, closes_at, asked_at, taken_until)
       values (gen_random_uuid(), $1::text::uuid, 'resume', $2::text::uuid, $3, clock_now(),
         clock_now(), clock_now() + interval '1 hour')`,
      [sale._id, admin.id, randomUUID()],
    );
    await clockPassed(opensAt);
    expect(await statusesOf(ids)).toEqual(["draft", "draft"]);
    // The dead node's time is over, and another node takes the resumption.
    await server.query("update sale_actions set taken_until = clock_now() where sale_id = $1::text::uuid", [sale._id]);
    // The times move by the length of the pause.
    await server.shiftClock(65 * SECOND);
    await openWithin(ids, 20 * SECOND);
    for (const { startsAt, endsAt } of await lotsOf(ids)) {
      expect(startsAt).toBeGreaterThan(opensAt);
      expect(endsAt).toBeGreaterThan(closesAt);
    }
  });

  it.each([false, true])("opens none of its lots after it was ended (while paused: %s)", async (isPaused) => {
    const { sale, ids, opensAt } = await given(60 * SECOND);
    if (isPaused) await act(sale, "pause");
    const { sale: ended, action } = await act(sale, "end");
    expect([action?.lots, action?.refused]).toEqual([2, []]);
    expect(ended).toMatchObject({ isPaused: false, isOver: true });
    const unopened = (await lotsOf(ids)).map(({ status, startsAt }) => [status, startsAt]);
    expect(unopened).toEqual([
      ["draft", null],
      ["draft", null],
    ]);
    await clockPassed(opensAt);
    expect(await statusesOf(ids)).toEqual(["draft", "draft"]);
    expect((await saleNow(sale)).sale.isOver).toBe(true);
    expect((await auditOf(sale)).at(-1)).toEqual({ action: "sale ended", seconds: null, unopened: 2 });
    const { body } = await server.api("GET", `/api/auctions/admin/${ids[0]}/history`, {
      token: admin.token,
    });
    expect(body.entries[0].summary).toMatch(/^admin .*start/);
  });

  it("ends only its open lots when it is ended, and does not open the others later", async () => {
    const { sale, ids } = await publishedSale(2);
    const [open = "", later = ""] = ids;
    const startTime = at((await server.databaseNow()) + 60 * SECOND);
    const edit = { status: "draft", startTime };
    const edited = await server.api("PUT", `/api/auctions/${later}`, { token: admin.token, body: edit });
    expect(edited.status, edited.text).toBe(200);
    const { sale: ended, action } = await act(sale, "end");
    expect([action?.lots, ended.isOver]).toEqual([2, true]);
    await clockPassed(Date.parse(startTime));
    expect(await statusesOf([open, later])).toEqual(["ended", "draft"]);
  });
});
