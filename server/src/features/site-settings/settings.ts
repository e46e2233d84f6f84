// The settings in force, in memory. Each node reads them again within a second of a change, wherever it was made. One
// of the nodes also carries out a change of the bank account whose time has come. Decisions about money do not rest on
// this: a lot takes its rules by the statement that opens it, and keeps them.
import type { HouseRules } from "@jara/shared/house-rules";
import type { Contacts, SettingSection, SettingValues } from "@jara/shared/site-settings";
import { settingSections, usualSettings } from "@jara/shared/site-settings";
import { and, count, exists, lte, sql } from "drizzle-orm";
import { type Config, ConfigError } from "../../config.ts";
import type { Database } from "../../platform/database/database.ts";
import { bankAccountChanges, settingVersions } from "../../platform/database/schema/site-settings.ts";
import { clockNow, hasValue } from "../../platform/database/statement-text.ts";
import { startJob } from "../../platform/jobs/job.ts";
import { carryOutDue } from "./bank-changes.ts";
import { bankAccountIn, contactsIn, type EnvironmentConfig, environmentOf } from "./environment.ts";
import { newestVersions, recordEnvironment, type StoredVersion } from "./queries.ts";

const POLL_EVERY_MS = 1_000;

/** The configuration with the contacts in force. */
export type SiteFacts = Omit<Config, "contact"> & { readonly contact: Contacts; readonly houseName: string };

export interface SiteSettings {
  /** The values in force. Read them for every use: they change while the server runs. */
  current(): SettingValues;
  contacts(): Contacts;
  /** The rules of a new lot. */
  houseRules(): HouseRules;
  /** The newest version of a section as it is stored; undefined if it was never set. */
  stored(section: SettingSection): StoredVersion | undefined;
  /** Reads them again now. Call after a change of this node. */
  refresh(): Promise<void>;
  stop(): Promise<void>;
}

interface Loaded {
  readonly values: SettingValues;
  readonly stored: ReadonlyMap<SettingSection, StoredVersion>;
}

export const startSiteSettings = async (deps: {
  readonly database: Database;
  readonly config: EnvironmentConfig;
  readonly log: { warn(details: object, message: string): void };
}): Promise<SiteSettings> => {
  const { database, config, log } = deps;
  const found = loadedOf(await newestVersions(database), config);
  if (!found) throw new ConfigError(NO_CONTACTS);
  let loaded = found;
  await recordWhatIsSet(database, config, loaded);
  loaded = loadedOf(await newestVersions(database), config) ?? loaded;
  let known = await numberOfVersions(database);

  // Note the number only after the versions were read, so that a reader in between still gets them.
  const refresh = async (): Promise<void> => {
    const now = await numberOfVersions(database);
    const newest = now.versions === known.versions ? loaded : loadedOf(await newestVersions(database), config);
    // A slower read must not bring older values back.
    if (now.versions < known.versions) return;
    loaded = newest ?? loaded;
    known = now;
  };
  const job = startJob({
    everyMs: POLL_EVERY_MS,
    run: async () => {
      await refresh();
      if (!known.isDue) return;
      await carryOutDue(database);
      await refresh();
    },
    failed: (error) => log.warn({ err: error }, "settings not read"),
  });
  return {
    current: () => loaded.values,
    contacts: () => loaded.values.contacts,
    houseRules: () => ({
      incrementTable: loaded.stored.has("increments"),
      increments: loaded.values.increments,
      softClose: loaded.values["soft-close"],
    }),
    stored: (section) => loaded.stored.get(section),
    refresh,
    stop: () => job.stop(),
  };
};

const NO_CONTACTS =
  "CONTACT_EMAIL and CONTACT_WHATSAPP must be given at the first start of a real site (buyers pay through them). " +
  "They are kept in the settings then: without the variables they stay, and can be changed at /admin/settings.";

/** Null: a real site has no contacts. */
const loadedOf = (rows: readonly StoredVersion[], config: EnvironmentConfig): Loaded | null => {
  const stored = new Map(rows.map((row) => [row.section, row]));
  const set = Object.fromEntries(rows.map(({ section, value }) => [section, value])) as Partial<SettingValues>;
  const contacts = contactsIn(set.contacts ?? null, config);
  if (!contacts) return null;
  return {
    stored,
    values: { ...usualSettings, ...set, contacts, "bank-account": bankAccountIn(set["bank-account"], config) },
  };
};

/**
 * Records the contacts and the account if the environment sets them, or if none was recorded yet: a payment that is due
 * keeps the account that it named, so every account must have a version.
 */
const recordWhatIsSet = async (database: Database, config: EnvironmentConfig, { values, stored }: Loaded) => {
  for (const section of settingSections) {
    const names = Object.values(environmentOf(section, config));
    const isFirst = (section === "contacts" || section === "bank-account") && !stored.has(section);
    const isLeft =
      section === "bank-account" && values[section] === null && (stored.get(section)?.value ?? null) !== null;
    if (names.length === 0 && !isFirst && !isLeft) continue;
    const first = isLeft ? "A real site has no demo account" : "The first start of this site";
    const reason = names.length > 0 ? `Set by ${names.join(" and ")}` : first;
    await recordEnvironment(database, section, values[section], reason);
  }
};

/** The number of versions. It shows every change, also one that commits after a later one. */
const numberOfVersions = async ({ db }: Database): Promise<{ versions: number; isDue: boolean }> => {
  const isDue = and(hasValue(bankAccountChanges.status, "waiting"), lte(bankAccountChanges.dueAt, clockNow));
  const due = db.select({ id: bankAccountChanges.id }).from(bankAccountChanges).where(isDue);
  const [row] = await db.select({ versions: count(), isDue: sql<boolean>`${exists(due)}` }).from(settingVersions);
  return row ?? { versions: 0, isDue: false };
};
