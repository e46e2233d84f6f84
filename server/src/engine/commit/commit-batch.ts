// Commits a batch by the one statement that changes auctions, and reads the statement's result.
import { performance } from "node:perf_hooks";
import type { Database } from "../../platform/database/database.ts";
import type { DatabaseClock } from "../../platform/database/database-clock.ts";
import type { Change, CommitBatch, CommitResult, Committed, KnownOutcome, Miss } from "../ports.ts";
import { loadBooked, ONLINE_ONCE } from "./booked-payments.ts";
import type { EncodedBatch } from "./commit-params.ts";
import { statements } from "./commit-statement.ts";
import type { DuplicateCommands } from "./duplicate-commands.ts";
import { type StoredOutcome, toKnownOutcome } from "./stored-outcome.ts";

const UNIQUE_VIOLATION = "23505";
const ONE_OPEN_PURCHASE = "purchases_one_open_a_buyer";

/** One driver calls it `constraint_name`, the other `constraint`. */
const constraintOf = (error: unknown): string | undefined => {
  const { constraint_name, constraint } = error as { constraint_name?: string; constraint?: string };
  return constraint_name ?? constraint;
};

/** See EngineStore.commit. The statement is text, because each of its shapes is put together from parts. */
export const commitBatch = async (
  database: Database,
  clock: DatabaseClock,
  loadOutcomes: (keys: CommitBatch["commands"]) => Promise<KnownOutcome[]>,
  duplicates: DuplicateCommands,
  batch: CommitBatch,
  { kind, params }: EncodedBatch,
): Promise<CommitResult> => {
  const sent = performance.now();
  const hasRefused = batch.commands.some(({ outcome }) => !outcome.ok);
  const statement =
    statements[batch.holds ? "hold" : "check"][duplicates.lately ? "all" : hasRefused ? "refused" : "none"][kind];
  let row: (Record<"misses" | "known" | "balances", unknown> & { at: number; readAt: number }) | undefined;
  try {
    [row] = await database.query<NonNullable<typeof row>>(statement, params);
  } catch (error) {
    // After a unique violation nothing was written. After any other error it is unknown whether something was written.
    if ((error as { code?: string }).code !== UNIQUE_VIOLATION) throw error;
    const nothing = { at: clock.now(), changes: [], known: [], balances: new Map() };
    if (constraintOf(error) === ONE_OPEN_PURCHASE) {
      // A buyer bought another lot at the same moment, so read the facts of everybody in the batch again.
      return { ...nothing, misses: new Map(batch.parts.map((part) => [part.auctionId, "facts"])) };
    }
    const misses = new Map<string, Miss>(batch.parts.map((part) => [part.auctionId, "repeated"]));
    if (ONLINE_ONCE.has(constraintOf(error) ?? "")) {
      const known = [...(await loadOutcomes(batch.commands)), ...(await loadBooked(database, batch.commands))];
      return { ...nothing, misses, known };
    }
    const known = await loadOutcomes(batch.commands);
    // No command was executed before, so a row of the batch is wrong.
    if (known.length === 0) throw error;
    // One of these commands was executed before, perhaps by another node at this moment.
    duplicates.note();
    return { ...nothing, misses, known };
  }
  if (!row) throw new Error("the commit returned no row");
  clock.observe(sent, performance.now(), row.readAt);
  const misses = new Map(parsed<[string, Miss][]>(row.misses) ?? []);
  const changes: Change[] = [];
  for (const part of batch.parts) {
    if (!misses.has(part.auctionId)) changes.push(...part.changes);
  }
  // The cast at the end is the only one that makes Committed values out of a write.
  const known = (parsed<StoredOutcome[]>(row.known) ?? []).map(toKnownOutcome);
  if (known.length > 0) duplicates.note();
  const repeated = batch.commands.filter(({ auctionId }) => misses.get(auctionId) === "repeated");
  if (repeated.length > 0) known.push(...(await loadBooked(database, repeated)));
  const balances = new Map(parsed<[string, number][]>(row.balances) ?? []);
  return { at: row.at, changes: changes as Committed<Change>[], misses, known, balances };
};

/** One driver parses json, the other may not. */
const parsed = <T>(json: unknown): T | null => (typeof json === "string" ? JSON.parse(json) : json) as T | null;
