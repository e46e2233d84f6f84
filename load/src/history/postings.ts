// Compares the ledger postings that logs ask for with the entries of the ledger.
import type { Books, Move } from "./books.ts";
import type { Evidence } from "./evidence.ts";
import type { Stored, StoredEntry } from "./stored.ts";

/** An entry is dated when its account was locked, which may be some time after its change: ten seconds at most. */
const BOOKED_WITHIN_MS = 15_000;

/** The ledger's entry of each posting. */
export type Entries = ReadonlyMap<Move, StoredEntry>;

/**
 * Pairs the ledger postings of every auction that have these causes with the ledger's entries. Calls back for each posting:
 * with null, or with what is wrong with it.
 */
export const eachMove = (
  auctions: Evidence["auctions"],
  stored: Stored,
  causes: readonly string[],
  tried: (auctionId: string, wrong: string | null) => void,
): Entries => {
  const found = new Map<Move, StoredEntry>();
  const left = new Map<string, StoredEntry[]>();
  for (const entry of [...stored.ledger.values()].flat()) {
    if (entry.auctionId === null || !auctions.has(entry.auctionId) || !causes.includes(entry.cause)) continue;
    left.set(entry.auctionId, [...(left.get(entry.auctionId) ?? []), entry]);
  }
  for (const { id, books } of auctions.values()) {
    const entries = (left.get(id) ?? []).sort((a, b) => a.at - b.at);
    for (const move of books.moves) {
      if (!causes.includes(move.cause)) continue;
      const index = entries.findIndex((entry) => isOf(entry, move));
      const [entry] = index < 0 ? [] : entries.splice(index, 1);
      if (entry) found.set(move, entry);
      tried(id, entry ? null : `${wordsOfMove(move)}, and the ledger has no such entry`);
    }
    for (const { id: entryId, userId, cause, amountMinor } of entries) {
      tried(id, `entry ${entryId} (${cause}, ${amountMinor} of ${userId}) comes from no change of the log`);
    }
  }
  return found;
};

const isOf = (entry: StoredEntry, { row, personId, settlementId, cause, amountMinor, reference }: Move): boolean =>
  entry.userId === personId &&
  entry.cause === cause &&
  entry.amountMinor === amountMinor &&
  // Entries from before there were deposits name no settlement.
  (entry.settlementId === settlementId || entry.settlementId === null) &&
  (reference === null || entry.reference === reference) &&
  // Dates of changes are truncated to whole milliseconds.
  entry.at >= row.at - 1 &&
  entry.at <= row.at + BOOKED_WITHIN_MS;

const wordsOfMove = ({ row, personId, cause, amountMinor }: Books["moves"][number]): string =>
  `revision ${row.revision} moves ${amountMinor} (${cause}) of ${personId}`;

/**
 * Sorts entries of the same moment so that each continues from the balance before it. Each entry leads from one balance to
 * another; the order is a path through all of them.
 */
export const inOrder = <T extends { amountMinor: number; balanceAfterMinor: number; at: number }>(
  entries: readonly T[],
): T[] => {
  const ordered: T[] = [];
  for (let first = 0; first < entries.length; ) {
    const at = entries[first]?.at;
    let end = first + 1;
    while (end < entries.length && entries[end]?.at === at) end += 1;
    ordered.push(...pathThrough(entries.slice(first, end), ordered.at(-1)?.balanceAfterMinor ?? 0));
    first = end;
  }
  return ordered;
};

/** The entries along a path from this balance; those that are on none follow as they came. */
const pathThrough = <T extends { amountMinor: number; balanceAfterMinor: number }>(
  entries: readonly T[],
  from: number,
): readonly T[] => {
  if (entries.length === 1) return entries;
  const left = [...entries];
  const next = (balance: number): T | undefined => {
    const index = left.findIndex((entry) => entry.balanceAfterMinor - entry.amountMinor === balance);
    return index < 0 ? undefined : left.splice(index, 1)[0];
  };
  // If a path ends before it has all entries, step back along it and insert a round trip through the rest.
  const way: T[] = [];
  const path: T[] = [];
  for (let balance = from; ; ) {
    const entry = next(balance);
    if (entry) {
      way.push(entry);
      balance = entry.balanceAfterMinor;
      continue;
    }
    const last = way.pop();
    if (!last) break;
    path.unshift(last);
    balance = last.balanceAfterMinor - last.amountMinor;
  }
  return [...path, ...left];
};
