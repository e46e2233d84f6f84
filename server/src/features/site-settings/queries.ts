// The versions of the settings: reading them, and writing the next one. Each write is one statement that also records who
// did it. An actor who may no longer do it changes nothing.
import { randomUUID } from "node:crypto";
import {
  type PercentRules,
  type StoredRules,
  toLotRules,
  toPercentRules,
  toStoredRules,
} from "@jara/shared/payment-rules";
import type { SettingVersion } from "@jara/shared/rest/site-settings";
import { HISTORY_LIMIT } from "@jara/shared/rest/site-settings";
import type { SettingSection } from "@jara/shared/site-settings";
import { and, count, desc, eq, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { toIso } from "../../auction/view/to-public.ts";
import type { Database } from "../../platform/database/database.ts";
import { rowsBefore } from "../../platform/database/pages.ts";
import { adminActions, users } from "../../platform/database/schema/accounts.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { bankAccountChanges, settingVersions } from "../../platform/database/schema/site-settings.ts";
import { aliased, clockAt, clockPart, insertSelect } from "../../platform/database/statement-text.ts";
import { actorPart } from "../../platform/database/who-may.ts";
import { mailAdministrators } from "./admin-mails.ts";

const v = aliased(settingVersions, "v");

export type StoredVersion = Awaited<ReturnType<typeof selectVersions>>[number];

/** Percentages are stored in basis points too (`StoredRules`), and nobody outside this file sees those. */
const toStored = (section: SettingSection, value: unknown): unknown =>
  section === "lot-rules" ? toStoredRules(toLotRules(value as PercentRules)) : value;
const fromStored = (section: SettingSection, value: unknown): unknown =>
  section === "lot-rules" && value ? toPercentRules(toLotRules(value as StoredRules)) : value;

/** The value in the audit log. */
const recordedValue = (section: SettingSection): SQL =>
  section === "lot-rules"
    ? sql`${settingVersions.value} - '{depositBasisPoints,feeBasisPoints,forfeitBasisPoints}'::text[]`
    : sql`${settingVersions.value}`;

const changer = alias(users, "changer");
const approver = alias(users, "approver");
const previous = alias(settingVersions, "previous");

const selectVersions = ({ db }: Pick<Database, "db">) =>
  db
    .select({
      ...{ section: settingVersions.section, version: settingVersions.version, value: settingVersions.value },
      ...{ source: settingVersions.source, changedAt: settingVersions.changedAt, reason: settingVersions.reason },
      ...{ restores: settingVersions.restores, before: previous.value },
      changedBy: { _id: changer.id, username: changer.username },
      approvedBy: { _id: approver.id, username: approver.username },
    })
    .from(settingVersions)
    .leftJoin(changer, eq(changer.id, settingVersions.changedBy))
    .leftJoin(
      previous,
      and(eq(previous.section, settingVersions.section), sql`${previous.version} = ${settingVersions.version} - 1`),
    )
    .leftJoin(
      bankAccountChanges,
      and(
        sql`${settingVersions.section} = 'bank-account'`,
        eq(bankAccountChanges.status, "done"),
        sql`${bankAccountChanges.version} = ${settingVersions.version} - 1`,
      ),
    )
    .leftJoin(approver, eq(approver.id, bankAccountChanges.decidedBy));

const shown = (row: StoredVersion): StoredVersion => ({
  ...row,
  value: fromStored(row.section, row.value),
  before: fromStored(row.section, row.before),
});

/** The newest version of each section that was ever set. */
export const newestVersions = async (database: Pick<Database, "db">): Promise<StoredVersion[]> =>
  (
    await selectVersions(database).where(
      sql`${settingVersions.version} = (select max(${v.version}) from ${v.table}
      where ${v.section} = ${settingVersions.section})`,
    )
  ).map(shown);

export const versionsOf = async (
  database: Pick<Database, "db">,
  section: SettingSection,
  page: number,
): Promise<{ versions: SettingVersion[]; total: number }> => {
  const ofSection = eq(settingVersions.section, section);
  const [rows, [counted]] = await Promise.all([
    selectVersions(database)
      .where(ofSection)
      .orderBy(desc(settingVersions.version))
      .limit(HISTORY_LIMIT)
      .offset(rowsBefore({ page, limit: HISTORY_LIMIT })),
    database.db.select({ n: count() }).from(settingVersions).where(ofSection),
  ]);
  return { versions: rows.map((row) => toVersion(shown(row))), total: counted?.n ?? 0 };
};

export const toVersion = ({ changedAt, before, ...row }: StoredVersion): SettingVersion => ({
  ...row,
  before: before ?? null,
  changedAt: toIso(changedAt),
});

/** The value of an earlier version; undefined if there is no such version. */
export const valueOfVersion = async (
  { db }: Pick<Database, "db">,
  section: SettingSection,
  version: number,
): Promise<{ readonly value: unknown } | undefined> => {
  const [row] = await db
    .select({ value: settingVersions.value })
    .from(settingVersions)
    .where(and(eq(settingVersions.section, section), eq(settingVersions.version, version)));
  return row && { value: fromStored(section, row.value) };
};

export interface NewVersion {
  readonly section: SettingSection;
  readonly value: unknown;
  /** The version that is in force, as the actor read it. */
  readonly version: number;
  readonly reason: string;
  readonly restores: number | null;
}

/** These also go to the administrators by mail, because payers and bidders rely on them. */
const mailed = new Set<SettingSection>(["contacts", "lot-rules"]);

/** `changed`: somebody else was faster, so nothing was written. */
export const writeVersion = async (
  { db }: Pick<Database, "db">,
  actorId: string,
  { section, value, version, reason, restores }: NewVersion,
): Promise<"written" | "changed" | "not-allowed"> => {
  const json = sql`${JSON.stringify(toStored(section, value))}::jsonb`;
  const [row] = await db.execute<{ isAllowed: boolean; isWritten: boolean }>(sql`
    with ${clockPart},
    ${actorPart(actorId, "house:settings")},
    current as (
      select ${settingVersions.version} as version, ${recordedValue(section)} as value from ${settingVersions}
      where ${settingVersions.section} = ${section} order by ${settingVersions.version} desc limit 1
    ),
    made as (
      ${insertSelect(settingVersions, {
        ...{ section, version: version + 1, value: json, source: "staff", changedBy: sql`actor.id` },
        ...{ changedAt: clockAt, reason, restores },
      })} from actor, clock where coalesce((select version from current), 0) = ${version}::int
      on conflict do nothing returning ${settingVersions.version} as version
    ),
    recorded as (
      ${insertSelect(adminActions, {
        ...{ id: randomUUID(), actorId, action: "setting changed", at: clockAt },
        details: sql`json_build_object('section', ${section}::text, 'version', made.version,
          'before', (select value from current), 'after', ${JSON.stringify(value)}::jsonb, 'reason', ${reason}::text)`,
      })} from made, clock
    )${mailed.has(section) ? sql`, mailed as (${mailAdministrators("made", { section, what: "changed", by: actorId, reason })})` : sql``}
    select exists (select from actor) as "isAllowed", exists (select from made) as "isWritten"`);
  if (!row?.isAllowed) return "not-allowed";
  return row.isWritten ? "written" : "changed";
};

/**
 * Records the environment's value at a server's start, unless it is the newest value already. So the history contains
 * it, and it stays in force if the variable is removed.
 */
export const recordEnvironment = async (
  { db }: Pick<Database, "db">,
  section: SettingSection,
  value: unknown,
  reason: string,
): Promise<void> => {
  const json = sql`${JSON.stringify(value)}::jsonb`;
  await db.execute(sql`
    with ${clockPart},
    current as (
      select ${settingVersions.version} as version, ${settingVersions.value} as value from ${settingVersions}
      where ${settingVersions.section} = ${section} order by ${settingVersions.version} desc limit 1
    ),
    made as (
      ${insertSelect(settingVersions, {
        ...{ section, version: sql`coalesce((select version from current), 0) + 1`, value: json },
        ...{ source: "environment", changedBy: null, changedAt: clockAt, reason, restores: null },
      })} from clock where ${json} is distinct from (select value from current)
      on conflict do nothing returning ${settingVersions.version} as version
    ),
    recorded as (
      ${insertSelect(adminActions, {
        ...{ id: randomUUID(), actorId: null, action: "setting changed", at: clockAt },
        details: sql`json_build_object('section', ${section}::text, 'version', made.version,
          'before', (select value from current), 'after', ${json}, 'reason', ${reason}::text)`,
      })} from made, clock
    ),
    changed as (select version from made where version > 1),
    mailed as (${mailAdministrators("changed", { section, what: "changed", by: null, reason })})
    select 1`);
};

/** How many lots are open: each keeps the rules that it took. */
export const countOpenLots = async ({ db }: Pick<Database, "db">): Promise<number> => {
  const [row] = await db
    .select({ n: count() })
    .from(auctions)
    .where(sql`${auctions.status} in ('active', 'paused') and ${auctions.removedAt} is null`);
  return row?.n ?? 0;
};
