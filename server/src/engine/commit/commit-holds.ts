// The part of the commit's statement that fences available money (`BALANCE_RULE=hold`): it locks the holds of people
// who have less available afterwards, in the order of their ids and after the auctions, and increases their revisions.
import { hold, user } from "./commit-names.ts";
import type { BatchKind } from "./commit-params.ts";
import { firstAfter, maxima, raisedHolds, replayedBids, steps } from "./commit-rows.ts";

/** The last row set of each kind of batch. */
const lastOf = { bids: steps, contests: maxima, anything: replayedBids } as const satisfies Record<BatchKind, unknown>;

/**
 * The revision of a person's facts: of the account, and where bids reserve money of the person's hold too. Neither ever
 * decreases, so the sum is the expected one only if both are. A bid that was outbid within its own batch raises no
 * hold, and on one auction nearly every bid is of this kind; this is all that fences its money.
 */
export const factsRevision = (account: string, reserves: boolean): string => {
  const own = `${account}.${user.revision}`;
  if (!reserves) return own;
  return `${own} + coalesce((
      select h.${hold.revision} from ${hold.table} h where h.${hold.userId} = ${account}.${user.id}), 0)`;
};

/** The sum of `factsRevision` over these people. It reads the holds together, and not one by one. */
export const sumOfFacts = (account: string, people: string, reserves: boolean): string => {
  const own = `sum(${account}.${user.revision})`;
  if (!reserves) return own;
  return `${own} + coalesce((
      select sum(h.${hold.revision}) from ${hold.table} h where h.${hold.userId} = any(${people})), 0)`;
};

/**
 * `part_with_stale_hold`: the parts for which another statement raised the holds of their people. If a part misses for another
 * reason, the increased revision does no harm: other decisions on that hold only miss once more.
 *
 * `on conflict` locks the newest row, waits for other writers of the row, and then compares. The rows are sorted, so
 * that statements that raise several holds cannot wait for each other in a circle.
 *
 * The two counts come first, because they are equal in nearly every batch, and then no row is compared.
 */
export const holdParts = (kind: BatchKind, personAt: (column: string) => string): string => `
raise as materialized (
  select x.part, ${personAt("x.person")} as user_id, x.revision from ${raisedHolds.sql(firstAfter(lastOf[kind]))} x
),
raised as (
  insert into ${hold.table} as h (${hold.userId}, ${hold.revision})
  select distinct x.user_id, x.revision from raise x where (select at from clock) is not null order by x.user_id
  on conflict (${hold.userId}) do update set ${hold.revision} = excluded.${hold.revision}
    where h.${hold.revision} = excluded.${hold.revision} - 1
  returning ${hold.userId}
),
part_with_stale_hold as materialized (
  select part from raise
  where (select count(*) from raised) < (select count(*) from raise) and user_id not in (select ${hold.userId} from raised)
),`;
