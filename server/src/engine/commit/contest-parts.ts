// The parts of the commit that a contest of maxima needs: maxima, mails, and notifications of people who were outbid.

import { listOf, mail, maxBid, user } from "./commit-names.ts";
import { mails, maxima, outbids, sqlOf } from "./commit-rows.ts";
import { insertNotifications, mergeNotifications, outbidKey } from "./notification-text.ts";
import { OUTBID_MAIL_EVERY_MS } from "./recent-mails.ts";
import { auctionAt, passes, personAt } from "./sql-expressions.ts";

const OUTBID_MAIL_EVERY = `interval '${OUTBID_MAIL_EVERY_MS} milliseconds'`;

const restated = (...columns: (keyof typeof maxBid)[]): string =>
  columns.map((column) => `${maxBid[column]} = excluded.${maxBid[column]}`).join(", ");

/** Writes the changes of maxima, queues the mails that report them, and notifies people that they were outbid. */
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
mailed as (
  insert into ${mail.table} (${listOf(mail, "id", "kind", "data", "toAddress", "userId", "auctionId", "dueAt")},
    ${listOf(mail, "createdAt")})
  select gen_random_uuid(), m.kind, m.data, u.${user.email}, u.${user.id}, ${auctionAt("m.part")}, clock.at, clock.at
  from ${sqlOf(mails)} m cross join clock cross join lateral (
    select ${user.id}, ${user.email} from ${user.table} where ${user.id} = ${personAt("m.person")} and (
      m.kind <> 'outbid' or ${user.wantsOutbidMail} and ${user.emailVerifiedAt} is not null and not exists (
        select from ${mail.table} o where o.${mail.userId} = ${user.table}.${user.id}
          and o.${mail.auctionId} = ${auctionAt("m.part")} and o.${mail.kind} = 'outbid'
          and o.${mail.createdAt} > clock.at - ${OUTBID_MAIL_EVERY} offset 0
      )
    ) offset 0
  ) u
  where ${passes("m.part")}
  returning ${listOf(mail, "kind", "userId", "auctionId")}
),
-- In the order of the people, as late notifications are written, so that neither waits for the other in a circle.
notified as (${insertNotifications({
  about: "outbid",
  userId: "o.user_id",
  auctionId: "o.auction_id",
  data: "o.data",
  mergeKey: outbidKey("o.auction_id"),
  at: "clock.at",
})} from (
    select ${auctionAt("x.part")} as auction_id, ${personAt("x.person")} as user_id, x.data
    from ${sqlOf(outbids)} x where ${passes("x.part")}
  ) o cross join clock order by o.auction_id, o.user_id
  ${mergeNotifications}
),`;
