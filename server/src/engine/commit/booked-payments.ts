// Finds online payments that are booked already. A command for such a payment is a repeat, even if `commands` no longer
// contains the first one, because the payment service may report a payment days later.
import { and, inArray, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import type { Database } from "../../platform/database/database.ts";
import { ledgerEntries } from "../../platform/database/schema/money.ts";
import { payments } from "../../platform/database/schema/settlements.ts";
import { hasValue } from "../../platform/database/statement-text.ts";
import type { CommandRecord, KnownOutcome } from "../ports.ts";

/** The unique keys that a second booking of one online payment violates. */
export const ONLINE_ONCE: ReadonlySet<string> = new Set(["payments_online_once", "ledger_entries_reference_key"]);

const referencesOf = ({ change }: CommandRecord): string[] =>
  (change?.events ?? []).flatMap((event) =>
    (event.type === "PaymentReceived" || event.type === "PaymentCredited") && event.method === "online"
      ? (event.reference ?? [])
      : [],
  );

/** The outcomes of those of the commands whose online payment is booked. */
export const loadBooked = async ({ db }: Database, commands: readonly CommandRecord[]): Promise<KnownOutcome[]> => {
  const references = commands.flatMap(referencesOf);
  if (references.length === 0) return [];
  const atMs = (column: typeof payments.createdAt | typeof ledgerEntries.createdAt) =>
    sql<number>`(extract(epoch from ${column}) * 1000)::float8`;
  const rows = await unionAll(
    db
      .select({ reference: sql<string>`${payments.reference}`, at: atMs(payments.createdAt).as("at") })
      .from(payments)
      .where(and(hasValue(payments.method, "online"), inArray(payments.reference, references))),
    db
      .select({ reference: sql<string>`${ledgerEntries.reference}`, at: atMs(ledgerEntries.createdAt).as("at") })
      .from(ledgerEntries)
      .where(inArray(ledgerEntries.reference, references)),
  );
  const bookedAt = new Map(rows.map(({ reference, at }) => [reference, at]));
  return commands.flatMap((command) => {
    const at = referencesOf(command).flatMap((reference) => bookedAt.get(reference) ?? [])[0];
    if (at === undefined) return [];
    const { userId, commandId, fingerprint, contentVersion, outcome } = command;
    return [{ userId, commandId, fingerprint, contentVersion, outcome, at }];
  });
};
