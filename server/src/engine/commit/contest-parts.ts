// The part of the commit that a contest of maxima needs.
import { listOf, maxBid } from "./commit-names.ts";
import { maxima, sqlOf } from "./commit-rows.ts";
import { auctionAt, passes, personAt } from "./sql-expressions.ts";

const restated = (...columns: (keyof typeof maxBid)[]): string =>
  columns.map((column) => `${maxBid[column]} = excluded.${maxBid[column]}`).join(", ");

export const contestParts = `
maximum as (
  insert into ${maxBid.table} as m (${listOf(maxBid, "id", "auctionId", "userId", "amountMinor", "reachedRevision")},
    ${listOf(maxBid, "autoBidCount", "lastAutoBidMinor", "cancelled", "contentVersion", "createdAt", "updatedAt")})
  select x.id, ${auctionAt("x.part")}, ${personAt("x.owner")}, x.amount, x.reached, x.auto_count, x.last_auto,
    x.cancelled, x.content, clock.at, clock.at
  from ${sqlOf(maxima)} x cross join clock where ${passes("x.part")}
  on conflict (${listOf(maxBid, "auctionId", "userId")}) do update set
    ${restated("amountMinor", "reachedRevision", "autoBidCount", "lastAutoBidMinor", "cancelled", "contentVersion")},
    ${restated("updatedAt")}
),
`;
