// The versions of the settings: reading them, and writing the next one with a record of who did it. An actor who may no
// longer do it changes nothing.
import { isDeepStrictEqual } from "node:util";
import {
  type PercentRules,
  type StoredRules,
  toLotRules,
  toPercentRules,
  toStoredRules,
} from "@jara/shared/payment-rules";
import type { SettingVersion } from "@jara/shared/rest/site-settings";
import { HISTORY_LIMIT } from "@jara/shared/rest/site-settings";
import { type SettingSection, siteSettings } from "@jara/shared/site-settings";
import { and, count, desc, eq, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { toIso } from "../../auction/view/to-public.ts";
import type { Database, Db } from "../../platform/database/database.ts";
import { lockActor } from "../../platform/database/lock-people.ts";
import { rowsBefore } from "../../platform/database/pages.ts";
import { recordAction } from "../../platform/database/record-action.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { bankAccountChanges, settingVersions } from "../../platform/database/schema/site-settings.ts";
import { clockNow } from "../../platform/database/statement-text.ts";
import { mailAdministrators } from "./admin-mails.ts";

const newer = alias(settingVersions, "v");

export type StoredVersion = Awaited<ReturnType<typeof selectVersions>>[number];

/** Percentages are stored in basis points too (`StoredRules`), and nobody outside this file sees those. */
const toStored = (section: SettingSection, value: unknown): unknown =>
  section === "lot-rules" ? toStoredRules(toLotRules(value as PercentRules)) : value;
const fromStored = (section: SettingSection, value: unknown): unknown =>
  section === "lot-rules" && value ? toPercentRules(toLotRules(value as StoredRules)) : value;

/** The value in the audit log. */
const recordedValue = (section: SettingSection, value: unknown): unknown => {
  if (section !== "lot-rules" || !value) return value;
  const {
    depositBasisPoints: _deposit,
    feeBasisPoints: _fee,
    forfeitBasisPoints: _forfeit,
    premiumBasisPoints: _premium,
    vatBasisPoints: _vat,
    ...rules
  } = value as StoredRules;
  return rules;
};

/** A JSON null is a value too, and no NULL of the database. */
export const jsonOf = (value: unknown): SQL => sql`${JSON.stringify(value)}::jsonb`;

const changer = alias(users, "changer");
const approver = alias(users, "approver");
const previous = alias(settingVersions, "previous");

const selectVersions = ({ db }: Pick<Database, "db">) =>
  db
    .select({
      section: settingVersions.section,
      version: settingVersions.version,
      value: settingVersions.value,
      source: settingVersions.source,
      changedAt: settingVersions.changedAt,
      reason: settingVersions.reason,
      restores: settingVersions.restores,
      before: previous.value,
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
      sql`${settingVersions.version} = (select max(${newer.version}) from ${settingVersions} ${newer}
      where ${newer.section} = ${settingVersions.section})`,
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

type Version = typeof settingVersions.$inferSelect;

const newestOf = async (tx: Db, section: SettingSection): Promise<Version | undefined> => {
  const ofSection = eq(settingVersions.section, section);
  return (await tx.select().from(settingVersions).where(ofSection).orderBy(desc(settingVersions.version)).limit(1))[0];
};

/** Writes a version and its record. False: somebody else was faster, so nothing was written. */
const insertVersion = async (
  tx: Db,
  version: Omit<typeof settingVersions.$inferInsert, "changedAt">,
  before: Version | undefined,
  after: unknown,
): Promise<boolean> => {
  const { section, reason, changedBy: actorId = null } = version;
  const made = await tx
    .insert(settingVersions)
    .values({ ...version, changedAt: clockNow })
    .onConflictDoNothing()
    .returning({ version: settingVersions.version });
  if (made.length === 0) return false;
  const was = before ? recordedValue(section, before.value) : null;
  const details = { section, version: version.version, before: was, after, reason };
  await recordAction(tx, { actorId, action: "setting changed", details });
  return true;
};

/** `changed`: somebody else was faster, so nothing was written. */
export const writeVersion = (
  { transaction }: Pick<Database, "transaction">,
  actorId: string,
  { section, value, version, reason, restores }: NewVersion,
): Promise<"written" | "changed" | "not-allowed"> =>
  transaction(async (tx) => {
    if (!(await lockActor(tx, actorId, "house:settings"))) return "not-allowed";
    const current = await newestOf(tx, section);
    if ((current?.version ?? 0) !== version) return "changed";
    const json = jsonOf(toStored(section, value));
    const next = { section, version: version + 1, value: json, source: "staff", changedBy: actorId } as const;
    if (!(await insertVersion(tx, { ...next, reason, restores }, current, value))) return "changed";
    if (siteSettings[section].isMailed) await mailAdministrators(tx, { section, what: "changed", by: actorId, reason });
    return "written";
  });

/**
 * Records the environment's value at a server's start, unless it is the newest value already. So the history contains
 * it, and it stays in force if the variable is removed.
 */
export const recordEnvironment = (
  { transaction }: Pick<Database, "transaction">,
  section: SettingSection,
  value: unknown,
  reason: string,
): Promise<void> =>
  transaction(async (tx) => {
    const current = await newestOf(tx, section);
    if (current && isDeepStrictEqual(current.value, JSON.parse(JSON.stringify(value)))) return;
    const next = {
      section,
      version: (current?.version ?? 0) + 1,
      value: jsonOf(value),
      source: "environment",
    } as const;
    const isWritten = await insertVersion(tx, { ...next, reason, changedBy: null, restores: null }, current, value);
    if (isWritten && current) await mailAdministrators(tx, { section, what: "changed", by: null, reason });
  });

/** How many lots are open: each keeps the rules that it took. */
export const countOpenLots = async ({ db }: Pick<Database, "db">): Promise<number> => {
  const [row] = await db
    .select({ n: count() })
    .from(auctions)
    .where(sql`${auctions.status} in ('active', 'paused') and ${auctions.removedAt} is null`);
  return row?.n ?? 0;
};
