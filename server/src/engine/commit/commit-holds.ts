// The part of the commit's statement that fences available money (`BALANCE_RULE=hold`): it locks the holds of people who
// have less available afterwards, in the order of their ids and after the auctions, and increases their revisions.
import { hold } from "./commit-names.ts";
import type { BatchKind } from "./commit-params.ts";
import { comparedHolds, firstAfter, mails, raisedHolds, replayedBids, steps, usedHolds } from "./commit-rows.ts";

/** The last row set of each kind of batch. */
const lastOf = { bids: steps, contests: mails, anything: replayedBids } as const satisfies Record<BatchKind, unknown>;

/**
 * `unbacked` has the parts that were decided on outdated reservations. A revision that is increased for a part that then
 * misses for another reason does no harm: other decisions on it only miss once more.
 *
 * `on conflict` locks the newest row, waits for whoever writes it, and compares with what it then finds. Its rows come
 * sorted, so that statements that raise several holds cannot wait for each other in a circle.
 *
 * A bid that was outbid within its own batch raises nothing. Its hold is compared without a lock, all such holds of the
 * batch at once, because on one auction nearly every bid is of this kind.
 */
export const holdParts = (kind: BatchKind, personAt: (column: string) => string): string => {
  const raisedAt = firstAfter(lastOf[kind]);
  const usedAt = raisedAt + raisedHolds.width;
  const comparedAt = usedAt + usedHolds.width;
  const compared = comparedHolds.sql(comparedAt);
  return `
raise as materialized (
  select x.part, ${personAt("x.person")} as user_id, x.raised from ${raisedHolds.sql(raisedAt)} x
),
raised as (
  insert into ${hold.table} as h (${hold.userId}, ${hold.revision})
  select x.user_id, x.raised from (select distinct user_id, raised from raise) x cross join clock order by x.user_id
  on conflict (${hold.userId}) do update set ${hold.revision} = excluded.${hold.revision}
    where h.${hold.revision} = excluded.${hold.revision} - 1
  returning ${hold.userId}
),
compared as materialized (
  select array_remove($${comparedAt + 1}::text::int[], 0) is distinct from coalesce((
    select array_agg(${hold.revision} order by ${hold.userId}) from ${hold.table}
    where ${hold.userId} = any(array(select ${personAt("x.person")} from ${compared} x))
  ), '{}') as have_changed
),
unbacked as materialized (
  select part from raise where user_id not in (select ${hold.userId} from raised)
  union all
  select x.part from ${usedHolds.sql(usedAt)} x left join lateral (
    select ${hold.revision} as stored from ${hold.table} where ${hold.userId} = ${personAt("x.person")} offset 0
  ) h on true
  where (select have_changed from compared) and coalesce(h.stored, 0) <> x.expected
),`;
};
