// Compares the outcome of a lot in SQL with that of the loaded lot, over all states of lots, debts and purchases.
import { randomUUID } from "node:crypto";
import { auctionStatuses } from "@jara/shared/auction";
import { lotOutcomes } from "@jara/shared/lot-outcome";
import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { describe, expect, it } from "vitest";
import { seedPeople } from "../../../test/support/seed.ts";
import { withDatabase } from "../../../test/support/with-database.ts";
import { outcomeOfLot } from "../../auction/state.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { findAuctions } from "./find-auctions.ts";
import { isBuyer, outcome } from "./outcomes.ts";

const debts = [null, "open", "paid", "waived", "forfeited", "void", "refunded"] as const;

describe("the outcome of a lot", () => {
  const held = withDatabase();

  it("is the same in SQL as for the loaded lot, and so is its buyer, in all states", async () => {
    const { admin, ada, bola } = await seedPeople(held.database);
    const ids: string[] = [];
    const refunded = new Set<string>();
    const settle = (id: string, winner: string, status: string, minutesAgo: number) =>
      held.database.query(
        `insert into settlements (id, auction_id, winner_id, amount_minor, status, due_at, created_at, closed_at)
         values (gen_random_uuid(), $1::text::uuid, $2::text::uuid, 200, $3, now(),
           now() - $4::text::int * interval '1 minute', case when $3 <> 'open' then now() end)`,
        [id, winner, status, String(minutesAgo)],
      );
    const make = async (
      status: string,
      winner: string | null,
      bids: number,
      reserve: string | null,
    ): Promise<string> => {
      const id = randomUUID();
      await held.database.query(
        `insert into auctions (id, seller_id, title, description, categories, condition, media, currency,
           starting_price_minor, increment_minor, reserve_minor, status, price_minor, leader_id, winner_id, bid_count,
           paused_at, ends_at, version, revision, created_at, updated_at)
         values ($1::text::uuid, $2::text::uuid, 'A drum', '', '{other}', 'good', '[]', 'NGN', 100, 100, $3::text::bigint, $4, 200,
           case when $5::text::int > 0 then $6::text::uuid end, $7::text::uuid, $5::text::int,
           case when $4 = 'paused' then now() end, now(), 1, 1, now(), now())`,
        [id, admin.id, reserve, status, String(bids), ada.id, winner],
      );
      ids.push(id);
      return id;
    };
    for (const status of auctionStatuses) {
      const isOver = status === "ended" || status === "sold";
      for (const winner of isOver ? [null, ada.id] : [null]) {
        for (const debt of debts) {
          for (const [bids, reserve] of [
            [0, null],
            [1, null],
            [1, "200"],
            [1, "201"],
          ] as const) {
            const id = await make(status, winner, bids, reserve);
            if (debt) await settle(id, ada.id, debt, 1);
            if (debt === "refunded") refunded.add(id);
            // The debt of an earlier end, or of a later winner.
            const other = await make(status, winner, bids, reserve);
            if (debt) await settle(other, ada.id, debt, 2);
            await settle(other, bola.id, "forfeited", debt === "waived" ? 3 : 1);
          }
        }
      }
    }
    const lots = new Map<string, ReturnType<typeof outcomeOfLot>>();
    for (const state of await findAuctions(held.database, ids)) {
      lots.set(state.id, outcomeOfLot(state, refunded.has(state.id)));
    }
    expect(lots.size).toBe(ids.length);
    expect([...new Set(lots.values())].sort()).toEqual([...lotOutcomes, null].sort());
    const a = alias(auctions, "a");
    const rows = await held.database.db.execute<{
      id: string;
      one: string;
      other: string;
      isAda: boolean;
      won: boolean;
    }>(sql`
      select ${auctions.id} as id, ${outcome()} as one, (select ${outcome(a)} from ${auctions} ${a} where ${a.id} = ${auctions.id}) as other,
        ${isBuyer(sql`${ada.id}::uuid`)} as "isAda", ${auctions.winnerId} is not null as won
      from ${auctions} where ${auctions.id} in (${sql.join(
        ids.map((id) => sql`${id}::uuid`),
        sql`, `,
      )})`);
    for (const { id, one, other, isAda, won } of rows) {
      expect([id, one, other, isAda]).toEqual([id, lots.get(id), lots.get(id), won && lots.get(id) === "sold"]);
    }
  });
});
