// Runs sequencers over a test's database, and reads and checks what the public log then says.
import { createHash } from "node:crypto";
import { expect } from "vitest";
import type { LogKeys } from "../../src/config/log-key.ts";
import { Sequencer } from "../../src/features/public-log/sequencer.ts";
import { logSigner } from "../../src/features/public-log/signers.ts";
import type { Database } from "../../src/platform/database/database.ts";
import { hashOfLeaf, merkleRoot, openNote } from "./check-log.ts";

export const LOG_KEYS: LogKeys = { host: "auctions.test", seeds: [Buffer.alloc(32, "a seed of the tests")] };
export const OTHER_SEED = Buffer.alloc(32, "another seed of the tests");

// biome-ignore lint/suspicious/noExplicitAny: the facts of all types; the tests say what they must be
type AnyFact = any;

export interface ReadLeaf {
  readonly index: number;
  readonly auction: string;
  readonly version: number;
  readonly at: string;
  readonly facts: readonly AnyFact[];
  readonly entry: string;
}

export const aSequencer = (
  database: Pick<Database, "db" | "query">,
  keys: LogKeys = LOG_KEYS,
  changesAtOnce?: number,
): Sequencer =>
  new Sequencer({
    database,
    keys,
    mayGrow: async () => true,
    now: Date.now,
    changesAtOnce,
    observe: { grown: () => {}, seen: () => {} },
    log: { warn: () => {} },
  });

/** One run of a sequencer that knows nothing yet. */
export const sequence = (database: Pick<Database, "db" | "query">, keys?: LogKeys): Promise<void> =>
  aSequencer(database, keys).run(async () => true);

const toLeaf = ({ index, entry }: { index: number; entry: string }): ReadLeaf => ({
  ...JSON.parse(entry),
  index,
  entry,
});

/** The leaves of one lot in the newest log, in order. */
export const leavesOf = async (database: Database, auctionId: string): Promise<ReadLeaf[]> => {
  const rows = await database.query<{ index: number; entry: string }>(
    `select index::int, entry from log_leaves where auction_id = $1::text::uuid
       and log = (select max(log) from log_heads) order by index`,
    [auctionId],
  );
  return rows.map(toLeaf);
};

/**
 * Reads the whole newest log as an outsider: its checkpoint is signed, its root is that of its leaves, and the versions of
 * each lot follow each other. Returns the leaves.
 */
export const expectLogHolds = async (database: Database, keys: LogKeys = LOG_KEYS): Promise<ReadLeaf[]> => {
  const [head] = await database.query<{ log: number; size: number; checkpoint: string; origin: string }>(
    "select log, size::int, checkpoint, origin from log_heads order by log desc limit 1",
  );
  if (!head) throw new Error("there is no log");
  const rows = await database.query<{ index: number; entry: string; hash: string }>(
    "select index::int, entry, encode(hash, 'hex') as hash from log_leaves where log = $1::text::int order by index",
    [head.log],
  );
  const hashes = rows.map(({ entry }) => hashOfLeaf(entry));
  const note = openNote(head.checkpoint, logSigner(keys, head.origin).vkeys);
  expect(note.signedBy).toHaveLength(keys.seeds.length);
  expect([note.origin, note.size, note.root]).toEqual([head.origin, rows.length, merkleRoot(hashes)]);
  expect(head.size).toBe(rows.length);
  expect(rows.map(({ index }) => index)).toEqual(rows.map((_, n) => n));
  expect(rows.map(({ hash }) => hash)).toEqual(hashes.map((hash) => hash.toString("hex")));
  const leaves = rows.map(toLeaf);
  expectInOrder(leaves);
  await expectSubtrees(database, head.log, hashes);
  return leaves;
};

const expectInOrder = (leaves: readonly ReadLeaf[]): void => {
  const last = new Map<string, ReadLeaf>();
  for (const leaf of leaves) {
    if (leaf.auction === undefined) continue;
    const before = last.get(leaf.auction);
    const isFirst = before === undefined || before.facts.some(({ type }) => type === "withdrawn");
    expect(leaf.facts[0]?.type === "opened", leaf.entry).toBe(isFirst);
    if (!isFirst) expect(leaf.version, leaf.entry).toBe(before.version + 1);
    last.set(leaf.auction, leaf);
  }
};

const expectSubtrees = async (database: Database, log: number, hashes: readonly Buffer[]): Promise<void> => {
  const rows = await database.query<{ level: number; n: number; hash: string }>(
    "select level, n::int, encode(hash, 'hex') as hash from log_subtrees where log = $1::text::int order by level, n",
    [log],
  );
  const expected = [1, 2].flatMap((level) =>
    Array.from({ length: Math.floor(hashes.length / 256 ** level) }, (_, n) => ({
      level,
      n,
      hash: merkleRoot(hashes.slice(n * 256 ** level, (n + 1) * 256 ** level)).toString("hex"),
    })),
  );
  expect(rows).toEqual(expected);
};

const hex = (text: string): string => createHash("sha256").update(text).digest("hex");

/** As the contract of the log says it, without the server's code. */
export const commitmentTo = (auctionId: string, userId: string, salt: string): string =>
  hex(`jara bidder v1\n${auctionId}\n${userId}\n${salt}`);
/** `seller`: an account's id, or "house". */
export const sellerCommitmentTo = (auctionId: string, seller: string, salt: string): string =>
  hex(`jara seller v1\n${auctionId}\n${seller}\n${salt}`);
export const reserveCommitmentTo = (auctionId: string, amount: number, salt: string): string =>
  hex(`jara reserve v1\n${auctionId}\n${amount}\n${salt}`);
