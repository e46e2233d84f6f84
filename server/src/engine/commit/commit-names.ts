// The names of the tables and columns that the commit's statement writes and reads, from the schema, so that it fails
// to compile if one of them is renamed. A field of such an object is a column's name without its table.
import type { SettingSection } from "@jara/shared/site-settings";
import { getTableColumns, getTableName, getViewName, getViewSelectedFields } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { adminActions, users } from "../../platform/database/schema/accounts.ts";
import { auctions, contentChanges } from "../../platform/database/schema/auctions.ts";
import { bids, maxBids } from "../../platform/database/schema/bids.ts";
import { auctionEvents, commands, storedOutcomes } from "../../platform/database/schema/log.ts";
import { holds, ledgerEntries, receipts, topUps, withdrawals } from "../../platform/database/schema/money.ts";
import { relistings } from "../../platform/database/schema/relistings.ts";
import { payments, purchases, secondChances, settlements } from "../../platform/database/schema/settlements.ts";
import { settingVersions } from "../../platform/database/schema/site-settings.ts";

/** The names of a table and its columns, for a statement that is built as text. */
export const namesOf = <T extends PgTable>(table: T): Record<keyof T["$inferSelect"] | "table", string> =>
  Object.fromEntries([
    ["table", getTableName(table)],
    ...Object.entries(getTableColumns(table)).map(([key, column]) => [key, column.name]),
  ]);

export const action = namesOf(adminActions);
export const auction = namesOf(auctions);
export const bid = namesOf(bids);
export const command = namesOf(commands);
export const entry = namesOf(ledgerEntries);
export const event = namesOf(auctionEvents);
export const hold = namesOf(holds);
export const lotChange = namesOf(contentChanges);
export const maxBid = namesOf(maxBids);
export const offer = namesOf(secondChances);
export const payment = namesOf(payments);
export const purchase = namesOf(purchases);
export const receipt = namesOf(receipts);
export const relisting = namesOf(relistings);
export const settingVersion = namesOf(settingVersions);
export const settlement = namesOf(settlements);
export const topUp = namesOf(topUps);
export const user = namesOf(users);
export const withdrawal = namesOf(withdrawals);

/** The version of a section of the site's settings that is in force; 0 if it was never set. */
export const currentVersionOf = (section: SettingSection): string =>
  `(select coalesce(max(${settingVersion.version}), 0) from ${settingVersion.table}
    where ${settingVersion.section} = '${section}')`;

const outcomeColumns = getViewSelectedFields(storedOutcomes);
/** The view of executed commands. */
export const known = {
  table: getViewName(storedOutcomes),
  userId: outcomeColumns.userId.name,
  commandId: outcomeColumns.commandId.name,
};
/** A command of that view as JSON, in the shape of `StoredOutcome`. `epochMs` converts a time. */
export const knownAsJson = (epochMs: (column: string) => string): string =>
  `json_build_object(${Object.entries(outcomeColumns)
    .map(([key, { name, dataType }]) => `'${key}', ${dataType === "custom" ? epochMs(name) : name}`)
    .join(", ")})`;

/** A list of columns, for `insert into`. */
export const listOf = <Names extends Record<string, string>>(names: Names, ...columns: (keyof Names)[]): string =>
  columns.map((column) => names[column]).join(", ");
