// The text of the commit's parts that write notifications.
import { pushSubscriptions } from "../../platform/database/schema/notifications.ts";
import { type About, kindOfAbout } from "../../platform/notifications/about.ts";
import { PUSHED_AGAIN_AFTER_S } from "../../platform/notifications/write.ts";
import { notification as names, namesOf } from "./commit-names.ts";

const { table } = names;
const subscription = namesOf(pushSubscriptions);

/** The values of a notification: columns or expressions of the statement, as text. */
export interface NotificationCells {
  readonly about: About;
  readonly userId: string;
  readonly auctionId: string | null;
  /** JSON, in the shape of `AboutData[about]`. */
  readonly data: string;
  /**
   * Unread notifications of one person with one key are one row. Null: always a row of its own. The rows of one
   * statement must have different keys for one person.
   */
  readonly mergeKey: string | null;
  readonly at: string;
}

/**
 * `insert into notifications … select …`, as text. Use it for events that the trigger on `outbox` does not copy. Follow
 * it with the rows that it selects from. With a merge key, follow these with `mergeNotifications` or `unlessUnread`.
 */
export const insertNotifications = ({ about, userId, auctionId, data, mergeKey, at }: NotificationCells): string => `
  insert into ${table} (${names.id}, ${names.userId}, ${names.kind}, ${names.about}, ${names.auctionId}, ${names.data},
    ${names.mergeKey}, ${names.createdAt}, ${names.at}, ${names.pushDueAt})
  select gen_random_uuid(), ${userId}, '${kindOfAbout[about]}', '${about}', ${auctionId ?? "null::uuid"}, ${data},
    ${mergeKey ?? "null::text"}, ${at}, ${at},
    case when exists (select from ${subscription.table} s where s.${subscription.userId} = ${userId}
      and s.${subscription.disabledAt} is null) then ${at} end`;

const onUnread = `on conflict (${names.userId}, ${names.mergeKey})
    where ${names.readAt} is null and ${names.mergeKey} is not null`;

/** An event with the key of an unread row merges into it. The trigger on `outbox` does the same. */
export const mergeNotifications = `${onUnread} do update set
    ${names.count} = ${table}.${names.count} + 1, ${names.about} = excluded.${names.about},
    ${names.data} = excluded.${names.data}, ${names.at} = excluded.${names.at}, ${names.pushAttempts} = 0,
    ${names.pushDueAt} = case when excluded.${names.pushDueAt} is not null then greatest(excluded.${names.pushDueAt},
      ${table}.${names.pushedAt} + interval '${PUSHED_AGAIN_AFTER_S} seconds') end`;

/** An event with the key of an unread row causes no notification. */
export const unlessUnread = `${onUnread} do nothing`;

/** The key under which outbids of an auction merge. */
export const outbidKey = (auctionId: string): string => `'outbid:' || ${auctionId}::text`;
