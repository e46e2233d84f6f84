// Tests sales when staff act at the same moment, or lots close while the sale is shifted. Each action is carried out on
// each lot once, or the sale says why not.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { makePerson, type Person } from "../support/e2e-people.ts";
import { at, expectOrderHolds, inHours, SECOND, salesOn } from "../support/e2e-sales.ts";
import { startTestServer, type TestServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";
import { goTo } from "../support/shift-clock.ts";

describeEndToEnd("sales in trouble", () => {
  let server: TestServer;
  let admin: Person;
  beforeAll(async () => {
    server = await startTestServer({ because: "it shifts the clock", config: { stepUpMinutes: 600 } });
    admin = await makePerson(server, "admin", { role: "admin" });
  });
  afterAll(() => server?.close());

  const { post, makeSale, makeLots, setLots, act, publishedSale, endsOf, statusesOf } = salesOn(() => ({
    server,
    admin,
  }));

  it("accepts one of two changes that members of the staff make at the same moment", async () => {
    for (let round = 1; round <= 5; round++) {
      const sale = await makeSale();
      const answers = await Promise.all(
        ["One", "Other"].map((title) =>
          server.api("PUT", `/api/sales/${sale._id}`, { token: admin.token, body: { revision: 1, title } }),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const accepted = answers.find(({ status }) => status === 200);
      const { body } = await server.api("GET", `/api/sales/${sale._id}`, { token: admin.token });
      expect(body.sale).toMatchObject({ title: accepted?.body.sale.title, revision: 2 });
    }
  });

  it("puts a lot that is asked into two sales at the same moment into one of them, and refuses the other whole", async () => {
    for (let round = 1; round <= 5; round++) {
      const [shared = "", own = "", other = ""] = await makeLots(3);
      const sales = [await makeSale(), await makeSale()] as const;
      const answers = await Promise.all([setLots(sales[0], [own, shared]), setLots(sales[1], [shared, other])]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
      const lots = await Promise.all(
        sales.map(async ({ _id }) => {
          const { body } = await server.api("GET", `/api/sales/${_id}/lots`, { token: admin.token });
          return body.lots.length;
        }),
      );
      expect(lots.sort()).toEqual([0, 2]);
    }
  });

  it("closes all lots at one end where the spacing is 0, and publishes no sale whose end has passed", async () => {
    const closesAt = Math.round(await server.databaseNow()) + 60 * SECOND;
    const { ids } = await publishedSale(5, { spacingSeconds: 0, closesAt: at(closesAt) });
    expect(await endsOf(ids)).toEqual(ids.map(() => closesAt));
    await goTo(server, closesAt);
    await vi.waitFor(async () => expect(await statusesOf(ids)).toEqual(ids.map(() => "ended")), { timeout: 45_000 });
    await expectOrderHolds(server, ids);
    const late = await makeSale({ closesAt: at(Date.now() - SECOND) });
    expect((await setLots(late, await makeLots(1))).status).toBe(200);
    expect((await post(admin, `/${late._id}/publish`)).body.code).toBe("SALE_STATE");
    const backwards = { revision: 2, opensAt: inHours(5), closesAt: inHours(4) };
    const refused = await server.api("PUT", `/api/sales/${late._id}`, { token: admin.token, body: backwards });
    expect([refused.status, refused.body.issues?.[0]?.path]).toEqual([400, "closesAt"]);
  });

  it("does nothing on a lot in which the member of the staff has an interest, and says so", async () => {
    const { sale, ids } = await publishedSale(3);
    const manager = await makePerson(server, `bidder-${randomUUID().slice(0, 8)}`);
    const body = { auctionId: ids[1], amount: 5_000 };
    expect((await server.api("POST", "/api/bids", { token: manager.token, body })).status).toBe(201);
    const role = await server.api("PUT", `/api/users/admin/role/${manager.id}`, {
      token: admin.token,
      body: { role: "manager" },
    });
    expect(role.status, role.text).toBe(200);
    const { action } = await act(sale, "pause", { who: manager });
    expect([action?.lots, action?.refused.map(({ lotNumber }) => lotNumber)]).toEqual([2, [2]]);
    expect(action?.refused[0]?.reason).toMatch(/bid/i);
    expect(await statusesOf(ids)).toEqual(["paused", "active", "paused"]);
  });

  it("moves each lot by a shift once, or not at all, while the lots close", async () => {
    const closesAt = Math.round(await server.databaseNow()) + 60 * SECOND;
    const { sale, ids } = await publishedSale(6, { spacingSeconds: 60, closesAt: at(closesAt) });
    const before = await endsOf(ids);
    // The first three are due and the clock begins to close them.
    await goTo(server, closesAt + 120 * SECOND);
    const { action } = await act(sale, "shift", { body: { seconds: 60 } });
    const moved = (await endsOf(ids)).map((end, i) => end - (before[i] ?? 0));
    const closed = moved.filter((by) => by === 0).length;
    expect(closed).toBeGreaterThan(0);
    expect(closed).toBeLessThan(ids.length);
    expect(moved).toEqual(ids.map((_, i) => (i < closed ? 0 : 60_000)));
    expect(action?.lots).toBe(ids.length - closed);
    for (const { lotNumber } of action?.refused ?? []) expect(lotNumber).toBeLessThanOrEqual(closed);
    await vi.waitFor(
      async () => expect(await statusesOf(ids)).toEqual(ids.map((_, i) => (i < closed ? "ended" : "active"))),
      15_000,
    );
    await expectOrderHolds(server, ids, closed);
  });

  it("shifts each lot once if the shift is asked while the sale is being published", async () => {
    const [ids, closesAt] = [await makeLots(3), inHours(3)];
    const sale = await makeSale({ closesAt, spacingSeconds: 10 });
    expect((await setLots(sale, ids)).status).toBe(200);
    // A node took the publication, and died before its first lot.
    await server.query(
      `with published as (update sales set status = 'published' where id = $1::text::uuid)
       insert into sale_actions (id, sale_id, kind, actor_id, command_id, closes_at, asked_at, taken_until)
       values (gen_random_uuid(), $1::text::uuid, 'publish', $2::text::uuid, 'of-the-dead', $3::text::timestamptz,
         clock_now(), clock_now() + interval '60 seconds')`,
      [sale._id, admin.id, closesAt],
    );
    await server.shiftClock(60 * SECOND);
    const { action } = await act(sale, "shift", { body: { seconds: 600 } });
    expect(action?.lots).toBe(3);
    expect(await endsOf(ids)).toEqual([0, 1, 2].map((place) => Date.parse(closesAt) + 600_000 + place * 10_000));
  });

  it("resumes the lots and pauses them again if a pause is asked for while the sale is being resumed", async () => {
    const { sale, ids } = await publishedSale(2);
    await act(sale, "pause");
    // A node took the resumption, and died before its first lot.
    await server.query(
      `with resumed as (update sales set paused_at = null where id = $1::text::uuid)
       insert into sale_actions (id, sale_id, kind, actor_id, command_id, closes_at, asked_at, taken_until)
       values (gen_random_uuid(), $1::text::uuid, 'resume', $2::text::uuid, $3, clock_timestamp(),
         clock_now(), clock_now() + interval '60 seconds')`,
      [sale._id, admin.id, randomUUID()],
    );
    await server.shiftClock(60 * SECOND);
    expect((await act(sale, "pause")).action?.lots).toBe(2);
    expect(await statusesOf(ids)).toEqual(["paused", "paused"]);
    await act(sale, "resume");
    expect(await statusesOf(ids)).toEqual(["active", "active"]);
  });

  it("records each action, and who asked for it, in the audit log", async () => {
    const { sale } = await publishedSale(1, { title: "Recorded" });
    await act(sale, "shift", { body: { seconds: 60 } });
    const rows = await server.query<{ action: string; seconds: number | null; title: string }>(
      `select action, (details ->> 'seconds')::int as seconds, details ->> 'title' as title from admin_actions
       where actor_id = $1::text::uuid and details ->> 'sale' = $2 order by at, action`,
      [admin.id, sale._id],
    );
    expect(rows.map(({ action }) => action)).toEqual([
      "sale made",
      "lots of a sale set",
      "sale published",
      "sale shifted",
    ]);
    expect(rows.at(-1)).toMatchObject({ seconds: 60, title: "Recorded" });
  });
});
