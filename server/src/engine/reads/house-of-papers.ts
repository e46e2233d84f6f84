// Reads the house that is printed on a paper: as Settings had it when the paper got its number.
import type { House } from "@jara/shared/site-settings";
import { asc, lte, sql } from "drizzle-orm";
import type { Db } from "../../platform/database/database.ts";
import { settingVersions } from "../../platform/database/schema/site-settings.ts";
import { hasValue } from "../../platform/database/statement-text.ts";

/** `at`: epoch ms. Papers from before the first version have that one. Null: nothing was set. */
export const houseAt = async (db: Db, at: number): Promise<House | null> => {
  const { section, version, value, changedAt } = settingVersions;
  const isEarlier = lte(changedAt, at);
  const [row] = await db
    .select({ house: sql<House>`${value}` })
    .from(settingVersions)
    .where(hasValue(section, "house"))
    .orderBy(sql`case when ${isEarlier} then -${version} else 1 end`, asc(version))
    .limit(1);
  return row?.house ?? null;
};
