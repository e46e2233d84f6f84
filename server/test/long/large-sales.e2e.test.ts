// Tests sales of 10,000 lots, and of 1,000 lots on two nodes of which one stops in the middle.
import { setTimeout as sleep } from "node:timers/promises";
import { SALE_LOTS_MAX } from "@jara/shared/rest/sales";
import { describe, expect, it, vi } from "vitest";
import { startServersTogether } from "../support/e2e-in-process-nodes.ts";
import { makePerson } from "../support/e2e-people.ts";
import { inHours, salesOn } from "../support/e2e-sales.ts";
import { startTestServer } from "../support/e2e-server.ts";
import { canHaveNodes } from "../support/throwaway-redis.ts";

describe("a sale of 10,000 lots", () => {
  it("is saved, published, shifted and read, and takes no lot more", async () => {
    const server = await startTestServer({ because: "it fills the site with 10,000 lots" });
    try {
      const admin = await makePerson(server, "admin", { role: "admin" });
      const { makeSale, makeLots, setLots } = salesOn(() => ({ server, admin }));
      const [model = ""] = await makeLots(1);
      // Copies of one draft, because 10,000 calls would take minutes.
      const columns = await server.query<{ name: string }>(
        `select column_name as name from information_schema.columns
         where table_name = 'auctions' and is_generated = 'NEVER' and column_name <> 'id'`,
      );
      const names = columns.map(({ name }) => name).join(", ");
      const copies = await server.query<{ id: string }>(
        `with copies as (
           insert into auctions (id, ${names}) select gen_random_uuid(), ${names}
           from auctions, generate_series(1, $2::text::int) where auctions.id = $1::text::uuid returning id),
         logged as (
           insert into auction_events (auction_id, revision, version, events, actor_id, at)
           select c.id, e.revision, e.version, e.events, e.actor_id, e.at
           from copies c, auction_events e where e.auction_id = $1::text::uuid)
         select id::text as id from copies`,
        [model, SALE_LOTS_MAX],
      );
      const ids = copies.map(({ id }) => id);
      const sale = await makeSale({ closesAt: inHours(24), spacingSeconds: 5 });
      expect((await setLots(sale, [...ids, model])).status).toBe(400);
      // A busy machine may answer 503: then the same call is sent again.
      await vi.waitFor(async () => expect((await setLots(sale, ids)).status).toBe(200), { timeout: 120_000 });
      const done = async (kind: string, body?: object) => {
        const call = { token: admin.token, ...(body && { body }) };
        expect((await server.api("POST", `/api/sales/${sale._id}/${kind}`, call)).status).toBe(200);
        await vi.waitFor(
          async () => {
            const { action } = (await server.api("GET", `/api/sales/${sale._id}`, { token: admin.token })).body;
            expect(action).toMatchObject({ kind, isDone: true, lots: SALE_LOTS_MAX, refused: [] });
          },
          { timeout: 240_000, interval: 500 },
        );
      };
      await done("publish");
      const first = async () => {
        const [row] = await server.query<{ lots: number; ends: number; last: number }>(
          `select count(*)::int as lots, count(distinct a.ends_at)::int as ends,
             (extract(epoch from max(a.ends_at)) * 1000)::float8 as last
           from sale_lots l join auctions a on a.id = l.auction_id
           where l.sale_id = $1::text::uuid and a.status = 'active'`,
          [sale._id],
        );
        return row;
      };
      const before = await first();
      expect(before).toMatchObject({ lots: SALE_LOTS_MAX, ends: SALE_LOTS_MAX });
      await done("shift", { seconds: 600 });
      expect((await first())?.last).toBe((before?.last ?? 0) + 600_000);
      const page = await server.api("GET", `/api/sales/${sale._id}/lots?page=100&limit=100`);
      expect(page.body.lots.at(-1).lotNumber).toBe(SALE_LOTS_MAX);
    } finally {
      await server.close();
    }
  }, 600_000);
});

describe.skipIf(!canHaveNodes())("a sale of 1,000 lots on two nodes", () => {
  it("publishes each lot once if the node that began stops in the middle", async () => {
    const nodes = await startServersTogether(2);
    try {
      const [here, there = here] = nodes.servers;
      const admin = await makePerson(here, "admin", { role: "admin" });
      const { makeSale, makeLots, setLots } = salesOn(() => ({ server: here, admin }));
      const ids = (await Promise.all(Array.from({ length: 20 }, () => makeLots(50)))).flat();
      const sale = await makeSale({ closesAt: inHours(24), spacingSeconds: 30 });
      expect((await setLots(sale, ids)).status).toBe(200);
      const opened = async () => {
        const [row] = await there.query<{ count: number }>(
          `select count(*)::int as count from sale_lots l join auctions a on a.id = l.auction_id
           where l.sale_id = $1::text::uuid and a.status = 'active'`,
          [sale._id],
        );
        return row?.count ?? 0;
      };
      const asking = here.api("POST", `/api/sales/${sale._id}/publish`, { token: admin.token }).catch(() => null);
      while ((await opened()) === 0) await sleep(2);
      const stopping = here.server.close();
      const inTheMiddle = await opened();
      await Promise.all([asking, stopping]);
      expect(inTheMiddle).toBeLessThan(ids.length);
      await vi.waitFor(
        async () => {
          const { body } = await there.api("GET", `/api/sales/${sale._id}`, { token: admin.token });
          expect(body.action).toMatchObject({ kind: "publish", isDone: true, lots: 1_000, refused: [] });
        },
        { timeout: 150_000, interval: 200 },
      );
      const rows = await there.query<{ id: string; rows: number; endsAt: number }>(
        `select l.auction_id::text as id, (extract(epoch from a.ends_at) * 1000)::float8 as "endsAt",
           (select count(*)::int from auction_events e where e.auction_id = a.id) as rows
         from sale_lots l join auctions a on a.id = l.auction_id
         where l.sale_id = $1::text::uuid and a.status = 'active' order by l.lot_number`,
        [sale._id],
      );
      const closesAt = Date.parse(sale.closesAt);
      expect(rows).toEqual(ids.map((id, place) => ({ id, rows: 2, endsAt: closesAt + place * 30_000 })));
    } finally {
      await nodes.close();
    }
  }, 180_000);
});
