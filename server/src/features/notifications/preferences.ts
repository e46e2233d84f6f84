// Reads and writes a person's notification preferences: the ways of each kind, quiet hours, one mail a day.
import {
  isOnAtFirst,
  isSwitchable,
  type NotificationKind,
  notificationKinds,
  notificationWays,
} from "@jara/shared/notification-kinds";
import { isStaff, type Role } from "@jara/shared/permissions";
import type { NotificationPreferences, NotificationPreferencesChange } from "@jara/shared/rest/notifications";
import { and, eq, ne, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { notificationPreferences, notificationSettings } from "../../platform/database/schema/notifications.ts";
import { alertSettings } from "../../platform/database/schema/staff-alerts.ts";
import { clockNow } from "../../platform/database/statement-text.ts";

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
      kind,
      onScreen,
      push,
      mail: (kind === "outbid" || kind === "staff" ? mails?.[kind] : null) ?? mail,
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

/** Preferences that the change leaves out stay, because another device may just have set them. */
export const changePreferences = (
  { transaction }: Database,
  userId: string,
  { kinds = [], quietHours, digest }: NotificationPreferencesChange,
): Promise<void> =>
  transaction(async (tx) => {
    // In one order, so that two devices at the same moment do not wait for each other.
    const given = [...new Map(kinds.map((one) => [one.kind, one])).values()].sort((a, b) => (a.kind < b.kind ? -1 : 1));
    for (const { kind, onScreen, push, mail } of given) {
      const first = {
        onScreen: isOnAtFirst(kind, "onScreen"),
        push: isOnAtFirst(kind, "push"),
        mail: isOnAtFirst(kind, "mail"),
      };
      const stored = { onScreen: sql`${p.onScreen}`, push: sql`${p.push}`, mail: sql`${p.mail}` };
      const chosen = {
        ...(onScreen !== undefined && { onScreen }),
        ...(push !== undefined && { push }),
        ...(mail !== undefined && { mail }),
      };
      await tx
        .insert(p)
        .values({ userId, kind, ...first, ...chosen })
        .onConflictDoUpdate({ target: [p.userId, p.kind], set: { ...stored, ...chosen } });
    }
    const mailOf = (kind: NotificationKind) => given.find((one) => one.kind === kind)?.mail;
    const [wantsMail, wantsOutbidMail] = [mailOf("staff"), mailOf("outbid")];
    if (wantsMail !== undefined) {
      await tx
        .insert(alertSettings)
        .values({ userId, wantsMail })
        .onConflictDoUpdate({ target: alertSettings.userId, set: { wantsMail } });
    }
    if (quietHours !== undefined || digest !== undefined) {
      const hours =
        quietHours === undefined ? {} : { quietFrom: quietHours?.from ?? null, quietTo: quietHours?.to ?? null };
      const digestUpTo = sql`case when ${s.wantsDigest} then ${s.digestUpTo} else ${clockNow} end`;
      await tx
        .insert(s)
        .values({ userId, ...hours, wantsDigest: digest ?? false, digestUpTo: clockNow })
        .onConflictDoUpdate({
          target: s.userId,
          set: { ...hours, ...(digest !== undefined && { wantsDigest: digest }), ...(digest && { digestUpTo }) },
        });
    }
    // Last, because the person's row is on the bids' way.
    if (wantsOutbidMail !== undefined) {
      await tx
        .update(users)
        .set({ wantsOutbidMail })
        .where(and(eq(users.id, userId), ne(users.wantsOutbidMail, wantsOutbidMail)));
    }
  });
