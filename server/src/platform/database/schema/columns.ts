// The column types that all tables share. Money is bigint minor units, and times are timestamptz with milliseconds.
// Constraints must make invalid states impossible. The tables that a bid writes have no foreign keys, because a single
// statement writes them while it holds the auction's row lock (docs/decisions/0003-one-statement.md).
import type { Minor } from "@jara/shared/money";
import { bigint, customType } from "drizzle-orm/pg-core";

/** A time. In the program it is epoch milliseconds. */
export const at = customType<{ data: number; driverData: Date | string }>({
  dataType: () => "timestamp (3) with time zone",
  toDriver: (ms) => new Date(ms).toISOString(),
  fromDriver: (time) => new Date(time).getTime(),
});

/** Parameters are sent as text (postgres-client.ts). */
export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array | string }>({
  dataType: () => "bytea",
  toDriver: (data) => `\\x${Buffer.from(data).toString("hex")}`,
  fromDriver: (data) => data as Uint8Array,
});

/** An amount in minor units: kobo or cents. */
export const minor = (name: string) => bigint(name, { mode: "number" }).$type<Minor>();

export const NOTHING = 0 as Minor;
