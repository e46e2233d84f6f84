// The SQL that late-outbids.ts and missed-outbids.ts share: it notifies, after the commit, the people who are still
// outbid.

import { auction, notification } from "./commit-names.ts";
import { insertNotifications, mergeNotifications, outbidKey } from "./notification-text.ts";
import { notBefore } from "./sql-expressions.ts";

/** The increment of a bid above the auction's price, in minor units (`incrementAbove` in state.ts). */
const incrementOf = (a: string): string => `coalesce((
  select (step->>1)::bigint from jsonb_array_elements(${a}.${auction.increments}->'steps') with ordinality as steps (step, place)
  where step->>0 is null or ${a}.${auction.priceMinor} < (step->>0)::bigint order by place limit 1
), ${a}.${auction.incrementMinor})`;

/**
 * The text of the part, which follows the parts `clock` and `late` (user_id, has_led, auction_id). It notifies only
 * people who are still outbid. The rows are in the order of the people, as in a commit, so that the two never wait for
 * each other in a circle. `merges`: the condition for a row to merge into a person's unread notification. Where it is
 * false, the person is not notified again.
 */
export const notifyOutbid = (merges = "true"): string => `${insertNotifications({
  about: "outbid",
  userId: "late.user_id",
  auctionId: `a.${auction.id}`,
  data: `json_build_object('auctionId', a.${auction.id}, 'title', a.${auction.title},
    'currency', a.${auction.currency}, 'currentPrice', a.${auction.priceMinor} / 100.0::float8,
    'minimumBid', (a.${auction.priceMinor} + ${incrementOf("a")}) / 100.0::float8,
    'endTime', to_char(a.${auction.endsAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'hasLed', late.has_led)`,
  mergeKey: outbidKey(`a.${auction.id}`),
  at: notBefore(`a.${auction.updatedAt}`, "clock.at"),
})}
  from late cross join clock join ${auction.table} a on a.${auction.id} = late.auction_id
  where a.${auction.status} = 'active' and a.${auction.endsAt} > clock.at and a.${auction.removedAt} is null
    and a.${auction.leaderId} is distinct from late.user_id
  order by late.auction_id, late.user_id
  ${mergeNotifications}
  where ${merges}
  returning ${notification.userId} as "userId"`;
