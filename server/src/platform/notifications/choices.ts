// A person's choices of notifications: by kind and way, outside quiet hours. These are parts of statements, so that a
// choice applies as soon as it is stored, also to notifications that were written before.
import {
  isOnAtFirst,
  isSwitchable,
  kindRules,
  type NotificationKind,
  type NotificationWay,
  notificationKinds,
} from "@jara/shared/notification-kinds";
import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { users } from "../database/schema/accounts.ts";
import { auctions } from "../database/schema/auctions.ts";
import { notificationPreferences, notificationSettings } from "../database/schema/notifications.ts";
import { alertSettings } from "../database/schema/staff-alerts.ts";
import type { About } from "./about.ts";
import { isOpenAt, type Subject } from "./current-state.ts";

const chosen = alias(notificationSettings, "chosen");
const lot = alias(auctions, "lot");

const columns = {
  onScreen: notificationPreferences.onScreen,
  push: notificationPreferences.push,
  mail: notificationPreferences.mail,
} as const satisfies Record<NotificationWay, unknown>;

/** Kinds as constants of the statement's text; never an empty list. */
const listed = (isListed: (kind: NotificationKind) => boolean): SQL =>
  sql.raw(["", ...notificationKinds.filter(isListed)].map((kind) => `'${kind}'`).join(", "));

const fixed = (way: NotificationWay) => listed((kind) => !isSwitchable(kind, way) && isOnAtFirst(kind, way));
const never = (way: NotificationWay) => listed((kind) => !isSwitchable(kind, way) && !isOnAtFirst(kind, way));
const atFirst = (way: NotificationWay) => listed((kind) => isSwitchable(kind, way) && isOnAtFirst(kind, way));

/** True if the person wants notifications of the kind in this way. Both are columns of the statement. */
export const wants = (way: NotificationWay, userId: SQL, kind: SQL): SQL<boolean> => {
  // The statement of a bid reads the choice about mails of outbids, so it is in the row of the user, which it reads
  // anyway. The choice about mails to staff is the desk's switch.
  const elsewhere =
    way === "mail"
      ? sql`when ${kind} = 'outbid' then (select ${users.wantsOutbidMail} from ${users} where ${users.id} = ${userId})
        when ${kind} = 'staff' then coalesce((select ${alertSettings.wantsMail} from ${alertSettings}
          where ${alertSettings.userId} = ${userId}), true)`
      : sql``;
  return sql<boolean>`case
    when ${kind} in (${fixed(way)}) then true
    when ${kind} in (${never(way)}) then false
    ${elsewhere}
    else coalesce((select ${columns[way]} from ${notificationPreferences} where ${notificationPreferences.userId} = ${userId}
      and ${notificationPreferences.kind} = ${kind}), ${kind} in (${atFirst(way)})) end`;
};

/** True if quiet hours never hold the kind back. */
export const isUrgent = (kind: SQL): SQL<boolean> => sql`${kind} in (${listed((one) => kindRules[one].isUrgent)})`;

/** True if a mail of the kind can come as a part of the daily mail. */
export const isForDigest = (kind: SQL): SQL<boolean> => sql`${kind} in (${listed((one) => kindRules[one].isInDigest)})`;

/** The moment at which the person's quiet hours end, if it is quiet at `now`; else null. They are hours in Lagos. */
export const quietUntil = (userId: SQL, now: SQL): SQL => sql`(
  select case when ends > lagos then ends else ends + interval '1 day' end at time zone 'Africa/Lagos' from (
    select lagos, minute, quiet_from, quiet_to, date_trunc('day', lagos) + quiet_to * interval '1 minute' as ends from (
      select lagos, (extract(hour from lagos) * 60 + extract(minute from lagos))::int as minute, ${chosen.quietFrom} as quiet_from,
        ${chosen.quietTo} as quiet_to
      from ${notificationSettings} ${chosen}, (select ${now} at time zone 'Africa/Lagos' as lagos) l
      where ${chosen.userId} = ${userId} and ${chosen.quietFrom} is not null
    ) of_day
  ) quiet
  where case when quiet_from < quiet_to then minute >= quiet_from and minute < quiet_to
    else minute >= quiet_from or minute < quiet_to end)`;

/**
 * Events about a lot on which the reader has or had binding bids: a change of the lot, or voided bids. Until the lot
 * ends, the bidder can answer: withdraw bids, confirm or cancel a maximum, or bid again.
 */
const aboutBindingBids = sql.raw(
  (["lot-changed", "lot-reopened", "lot-sale-undone", "bids-voided", "own-bids-voided"] satisfies About[])
    .map((about) => `'${about}'`)
    .join(", "),
);

/**
 * The time, epoch ms, until which the person's quiet hours hold a notification or a mail back; null if they do not.
 * Quiet hours hold back nothing urgent, and nothing about binding bids on a lot that ends before they do. A pause only
 * moves the end to a later time, so for a paused lot its present end counts.
 */
export const heldUntil = (
  { about, userId, auctionId }: Pick<Subject, "about" | "userId" | "auctionId">,
  kind: SQL,
  now: SQL,
): SQL<number | null> => sql<number | null>`(
  select (extract(epoch from quiet.until) * 1000)::float8 from (select ${quietUntil(userId, now)} as until) quiet
  where not ${isUrgent(kind)} and not (${about} in (${aboutBindingBids}) and exists (
    select from ${auctions} ${lot} where ${lot.id} = ${auctionId} and ${isOpenAt(lot, now)} and ${lot.endsAt} <= quiet.until)))`;

/** True if the person gets one mail a day of the kinds that allow it. */
export const wantsDigest = (userId: SQL): SQL<boolean> => sql`exists (
  select from ${notificationSettings} where ${notificationSettings.userId} = ${userId}
    and ${notificationSettings.wantsDigest})`;
