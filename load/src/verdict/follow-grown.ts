// Follows one log from the last verdict, so that the cost of a night depends on the day and not on the whole log. It
// reads all entries since then. Of the older entries it reads those of the lots that changed, and a part that moves on
// each night. Everything that it reads must lead to a signed root.
import { fromBase64, isEqual, utf8 } from "@jara/proof/bytes";
import { type Checkpoint, isSignedBy } from "@jara/proof/checkpoint";
import { leafHash } from "@jara/proof/hashing";
import type { LotReplay } from "@jara/proof/lot/replay-lot";
import type { Key } from "@jara/proof/signed-note";
import type { Query } from "../history/query.ts";
import { Findings } from "../public-log/findings.ts";
import { LotsOfLog } from "../public-log/lots-of-log.ts";
import type { Followed } from "./earlier-verdicts.ts";
import { KnownTree } from "./known-tree.ts";
import type { StoredLog } from "./log-source.ts";

export interface Grown extends StoredLog {
  readonly from: Followed | null;
  readonly signed: Checkpoint | null;
}

export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface FollowedGrown {
  readonly known: KnownTree;
  /** The entries before the last verdict that were read again. */
  readonly again: Span;
}

const AT_ONCE = 1_000;
const MOST_FAULTS = 20;

/**
 * The part of the first `size` entries that is read again on a day; after some days each part had its turn. `day`:
 * since 1970.
 */
export const againOn = (day: number, size: number, atMost: number): Span => {
  const part = day % Math.max(1, Math.ceil(size / atMost));
  return { from: part * atMost, to: Math.min(size, (part + 1) * atMost) };
};

/**
 * Null if there is no earlier verdict, or if something does not fit. Then the whole log must be read, which shows what
 * is wrong.
 */
export const followGrown = async (
  query: Query,
  { number, origin, from, signed }: Grown,
  keys: readonly Key[],
  again: Span,
  findings: Findings,
): Promise<FollowedGrown | null> => {
  const root = from && fromBase64(from.root);
  if (!from || !root || from.size === 0 || signed?.origin !== origin || signed.size < from.size) return null;
  if (!isSignedBy(signed, keys)) return null;
  const known = await KnownTree.open(query, number, { size: from.size, root });
  if (!known) {
    findings.fault(
      `The stored hashes of the first ${from.size} entries of ${origin} do not lead to the root that the house signed.`,
    );
    return null;
  }
  const tree = known.grow();
  const found = new Findings();
  const reader = new LotsOfLog({ number, origin, kept: new Set(), replayed: new Set() }, found);
  for await (const { index, bytes } of entriesOf(query, number, { from: from.size, to: signed.size })) {
    if (bytes === null) return null;
    tree.append(leafHash(bytes));
    reader.take(index, bytes);
  }
  if (!isEqual(tree.root(), signed.root)) return null;
  for (const { sentence, auction } of found.all) findings.fault(sentence, auction);
  await readAgain(query, number, origin, known, again, findings);
  return { known, again };
};

const changed = (index: number, origin: string): string =>
  `The past was changed: entry ${index} of ${origin} is not the one that the house signed.`;

const isAsSigned = async (known: KnownTree, index: number, bytes: Uint8Array): Promise<boolean> => {
  const hash = await known.leaf(index);
  return hash !== null && isEqual(hash, leafHash(bytes));
};

const readAgain = async (
  query: Query,
  number: number,
  origin: string,
  known: KnownTree,
  span: Span,
  findings: Findings,
): Promise<void> => {
  let faults = 0;
  for await (const { index, bytes } of entriesOf(query, number, span)) {
    if (bytes !== null && (await isAsSigned(known, index, bytes))) continue;
    findings.fault(changed(index, origin));
    if (++faults === MOST_FAULTS) return;
  }
};

/** Each entry of the span, in its order. `bytes`: null if it is missing. */
async function* entriesOf(
  query: Query,
  log: number,
  { from, to }: Span,
): AsyncGenerator<{ readonly index: number; readonly bytes: Uint8Array | null }> {
  for (let at = from; at < to; at += AT_ONCE) {
    const end = Math.min(to, at + AT_ONCE);
    const rows = await query<{ index: number; entry: string }>(
      `select index::float8 as index, entry from log_leaves where log = $1::text::int and index >= $2::text::bigint
         and index < $3::text::bigint`,
      [String(log), String(at), String(end)],
    );
    const entries = new Map(rows.map(({ index, entry }) => [index, entry]));
    for (let index = at; index < end; index++) {
      const entry = entries.get(index);
      yield { index, bytes: entry === undefined ? null : utf8(entry) };
    }
  }
}

/**
 * Replays lots from all their entries in the log. The entries before the last verdict are compared with what it signed.
 */
export const replayLots = async (
  query: Query,
  { number, origin, signed }: Grown,
  known: KnownTree,
  lots: readonly string[],
  findings: Findings,
): Promise<ReadonlyMap<string, LotReplay>> => {
  const said = new Findings();
  const reader = new LotsOfLog({ number, origin, kept: new Set(), replayed: new Set(lots) }, said);
  for (const id of lots) {
    let last = -1;
    for await (const { index, bytes } of entriesOfLot(query, number, id, signed?.size ?? 0)) {
      if (index <= last) findings.fault(`Entry ${index} of ${origin} is not where its version belongs.`, id);
      if (index < known.size && !(await isAsSigned(known, index, bytes))) findings.fault(changed(index, origin), id);
      reader.take(index, bytes);
      last = index;
    }
  }
  // Leave out faults that were found before, because the newer entries were read before.
  const already = new Set(findings.all.map(({ sentence }) => sentence));
  for (const { sentence } of said.all) if (!already.has(sentence)) findings.fault(sentence);
  return reader.lots;
};

async function* entriesOfLot(
  query: Query,
  log: number,
  auction: string,
  size: number,
): AsyncGenerator<{ readonly index: number; readonly bytes: Uint8Array }> {
  for (let after = 0; ; ) {
    const rows = await query<{ index: number; version: number; entry: string }>(
      `select index::float8 as index, version, entry from log_leaves where log = $1::text::int
         and auction_id = $2::text::uuid and version > $3::text::int and index < $4::text::bigint
       order by version limit ${AT_ONCE}`,
      [String(log), auction, String(after), String(size)],
    );
    for (const { index, entry } of rows) yield { index, bytes: utf8(entry) };
    if (rows.length < AT_ONCE) return;
    after = rows.at(-1)?.version ?? 0;
  }
}
