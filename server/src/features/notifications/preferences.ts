// Reads and writes a person's notification preferences: the ways of each kind, quiet hours, one mail a day. Each write
// is one statement.
import {
  isOnAtFirst,
  isSwitchable,
  type NotificationKind,
  notificationKinds,
  notificationWays,
} from "@jara/shared/notification-kinds";
import { isStaff, type Role } from "@jara/shared/permissions";
import type { NotificationPreferences, NotificationPreferencesChange } from "@jara/shared/rest/notifications";
import { eq, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { notificationPreferences, notificationSettings } from "../../platform/database/schema/notifications.ts";
import { alertSettings } from "../../platform/database/schema/staff-alerts.ts";
import { nameOf } from "../../platform/database/statement-text.ts";
import { excluded } from "../../platform/database/statements.ts";

const p = notificationPreferences;
const s = notificationSettings;

/** Kinds that only staff get are left out for other people. */
const kindsOf = (role: Role): NotificationKind[] =>
  notificationKinds.filter((kind) => kind !== "staff" || isStaff(role));

export const findPreferences = async (
  { db }: Database,
  userId: string,
  role: Role,
): Promise<NotificationPreferences> => {
  const [chosen, [settings], [mails]] = await Promise.all([
    db.select().from(p).where(eq(p.userId, userId)),
    db.select().from(s).where(eq(s.userId, userId)),
    db
      .select({ outbid: users.wantsOutbidMail, staff: alertSettings.wantsMail })
      .from(users)
      .leftJoin(alertSettings, eq(alertSettings.userId, users.id))
      .where(eq(users.id, userId)),
  ]);
  const byKind = new Map(chosen.map((row) => [row.kind, row]));
  const kinds = kindsOf(role).map((kind) => {
    const row = byKind.get(kind);
    const [onScreen, push, mail] = notificationWays.map((way) =>
      row && isSwitchable(kind, way) ? row[way] : isOnAtFirst(kind, way),
    ) as [boolean, boolean, boolean];
    return {
      ...{ kind, onScreen, push, mail: (kind === "outbid" || kind === "staff" ? mails?.[kind] : null) ?? mail },
      fixed: notificationWays.filter((way) => !isSwitchable(kind, way)),
    };
  });
  const { quietFrom: from = null, quietTo: to = null, wantsDigest: digest = false } = settings ?? {};
  return { kinds, quietHours: from === null || to === null ? null : { from, to }, digest };
};

/** The first kind with a way that cannot be switched and that the change would switch; null if there is none. */
export const refusedSwitch = ({ kinds = [] }: NotificationPreferencesChange): NotificationKind | null => {
  const refused = kinds.find((one) =>
    notificationWays.some((way) => {
      const given = one[way];
      return given !== undefined && !isSwitchable(one.kind, way) && given !== isOnAtFirst(one.kind, way);
    }),
  );
  return refused?.kind ?? null;
};

/**
 * Preferences that the change leaves out stay, because another device may just have set them. It is SQL, because Drizzle's
 * builder has no list of values, and cannot insert what another part selects into some of a table's columns.
 */
export const changePreferences = async (
  { db }: Database,
  userId: string,
  { kinds = [], quietHours, digest }: NotificationPreferencesChange,
): Promise<void> => {
  const given = kinds.map(({ kind, onScreen, push, mail }) => ({
    ...{ kind, screen: onScreen ?? null, push: push ?? null, mail: mail ?? null },
    ...{ screen_first: isOnAtFirst(kind, "onScreen"), push_first: isOnAtFirst(kind, "push") },
    mail_first: isOnAtFirst(kind, "mail"),
  }));
  const [hasHours, hasDigest] = [quietHours !== undefined, digest !== undefined];
  const [from, to] = [quietHours?.from ?? null, quietHours?.to ?? null];
  await db.execute(sql`
    with given as materialized (
      select distinct on (g.kind) g.* from json_to_recordset(${JSON.stringify(given)}::text::json) as g (
        kind text, screen boolean, push boolean, mail boolean,
        screen_first boolean, push_first boolean, mail_first boolean)
      order by g.kind
    ),
    chosen as (
      insert into ${p} (${nameOf(p.userId)}, ${nameOf(p.kind)}, ${nameOf(p.onScreen)}, ${nameOf(p.push)}, ${nameOf(p.mail)})
      select ${userId}::text::uuid, g.kind, coalesce(g.screen, g.screen_first), coalesce(g.push, g.push_first),
        coalesce(g.mail, g.mail_first)
      from given g order by g.kind
      on conflict (${nameOf(p.userId)}, ${nameOf(p.kind)}) do update set
        ${nameOf(p.onScreen)} = coalesce((select g.screen from given g where g.kind = ${excluded(p.kind)}), ${p.onScreen}),
        ${nameOf(p.push)} = coalesce((select g.push from given g where g.kind = ${excluded(p.kind)}), ${p.push}),
        ${nameOf(p.mail)} = coalesce((select g.mail from given g where g.kind = ${excluded(p.kind)}), ${p.mail})
    ),
    staff as (
      insert into ${alertSettings} (${nameOf(alertSettings.userId)}, ${nameOf(alertSettings.wantsMail)})
      select ${userId}::text::uuid, g.mail from given g where g.kind = 'staff' and g.mail is not null
      on conflict (${nameOf(alertSettings.userId)}) do update set ${nameOf(alertSettings.wantsMail)} = ${excluded(alertSettings.wantsMail)}
    ),
    outbid as (
      update ${users} set ${nameOf(users.wantsOutbidMail)} = g.mail from given g
      where ${users.id} = ${userId}::text::uuid and g.kind = 'outbid' and g.mail is not null
        and ${users.wantsOutbidMail} <> g.mail
    )
    insert into ${s} (${nameOf(s.userId)}, ${nameOf(s.quietFrom)}, ${nameOf(s.quietTo)}, ${nameOf(s.wantsDigest)},
      ${nameOf(s.digestUpTo)})
    select ${userId}::text::uuid, ${from}::int, ${to}::int, ${digest ?? false}::boolean, clock_now()
    where ${hasHours}::boolean or ${hasDigest}::boolean
    on conflict (${nameOf(s.userId)}) do update set
      ${nameOf(s.quietFrom)} = case when ${hasHours}::boolean then ${excluded(s.quietFrom)} else ${s.quietFrom} end,
      ${nameOf(s.quietTo)} = case when ${hasHours}::boolean then ${excluded(s.quietTo)} else ${s.quietTo} end,
      ${nameOf(s.digestUpTo)} = case when ${hasDigest}::boolean and ${excluded(s.wantsDigest)} and not ${s.wantsDigest}
        then ${excluded(s.digestUpTo)} else ${s.digestUpTo} end,
      ${nameOf(s.wantsDigest)} = case when ${hasDigest}::boolean then ${excluded(s.wantsDigest)} else ${s.wantsDigest} end`);
};
