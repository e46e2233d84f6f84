// Follows one log from the checkpoint that is remembered to the newest one: the old entries are still the first ones, the
// entries give the root that the house signed, and each lot is replayed.
import { fromUtf8, isEqual, toBase64 } from "@jara/proof/bytes";
import { type Checkpoint, type Cosignature, cosignaturesOf, isSignedBy, parseCheckpoint } from "@jara/proof/checkpoint";
import { GrowingTree } from "@jara/proof/growing-tree";
import { leafHash } from "@jara/proof/hashing";
import { type Entry, type Leaf, type LogRestarted, parseEntry } from "@jara/proof/leaf";
import { LotReplay } from "@jara/proof/lot/replay-lot";
import type { Key } from "@jara/proof/signed-note";
import type { Findings } from "./findings.ts";
import { readBundles } from "./read-entries.ts";
import type { Source } from "./source.ts";

export interface LogToFollow {
  readonly number: number;
  readonly origin: string;
  readonly keys: readonly Key[];
  readonly witnesses: readonly Key[];
  /** The note of the newest checkpoint that held before. */
  readonly remembered: string | null;
  /** The notes of checkpoints that other people were shown. */
  readonly others: readonly string[];
  /** The lots whose entries are kept, for receipts and for `--lot`. */
  readonly kept: ReadonlySet<string>;
  readonly hasTiles: boolean;
}

export interface FollowedLog {
  readonly origin: string;
  readonly size: number;
  /** The note, without anything that could not be checked. */
  readonly checkpoint: string;
  readonly cosignatures: readonly Cosignature[];
  readonly lots: ReadonlyMap<string, LotReplay>;
  readonly entries: ReadonlyMap<string, readonly Leaf[]>;
  readonly newEntries: number;
}

/** Null if there is no checkpoint that could be followed; `findings` then says why. */
export const followLog = async (source: Source, log: LogToFollow, findings: Findings): Promise<FollowedLog | null> => {
  const logPath = `log/${log.number}`;
  const anchors = anchorsOf(log);
  const own = anchors.find(({ isOwn }) => isOwn);
  const { note, checkpoint } = await newestCheckpoint(source, `${logPath}/checkpoint`, own?.size ?? 0);
  if (checkpoint?.origin !== log.origin) {
    findings.fault(`The checkpoint of ${log.origin} is damaged, or is another log's.`);
    return null;
  }
  if (!isSignedBy(checkpoint, log.keys)) {
    findings.fault(`The checkpoint of ${log.origin} does not carry the signature of a key that belongs to the house.`);
    return null;
  }
  if (anchors.some((anchor) => contradicts(anchor, checkpoint, note, findings))) return null;
  const reader = new Reader(log, findings);
  const tree = new GrowingTree();
  const ahead = anchors.filter(({ size }) => size > 0 && size < checkpoint.size);
  for await (const { start, entries, wrongTile } of readBundles(source, logPath, checkpoint.size, log.hasTiles)) {
    if (wrongTile) findings.fault(wrongTile);
    for (const [index, bytes] of entries.entries()) {
      tree.append(leafHash(bytes));
      reader.take(start + index, bytes);
      while (ahead[0]?.size === tree.size) checkPast(ahead.shift(), tree, checkpoint, note, findings);
    }
  }
  if (!isEqual(tree.root(), checkpoint.root)) {
    const roots = `${toBase64(tree.root())} instead of ${toBase64(checkpoint.root)}`;
    findings.fault(`The entries of ${log.origin} are not those that the house signed (their root is ${roots}).`);
  }
  return {
    ...{ origin: log.origin, size: checkpoint.size, checkpoint: note, lots: reader.lots, entries: reader.entries },
    ...{ cosignatures: cosignaturesOf(checkpoint, log.witnesses), newEntries: checkpoint.size - (own?.size ?? 0) },
  };
};

/** A checkpoint that the house had signed before, and that the newest one must continue. */
interface Anchor extends Checkpoint {
  readonly text: string;
  /** False: another person's, who may have been shown another log. */
  readonly isOwn: boolean;
}

/** The smallest first. What another person brings counts only with the house's signature. */
const anchorsOf = ({ origin, keys, remembered, others }: LogToFollow): Anchor[] => {
  const all = [...(remembered === null ? [] : [{ text: remembered, isOwn: true }])].concat(
    others.map((text) => ({ text, isOwn: false })),
  );
  return all
    .flatMap(({ text, isOwn }) => {
      const checkpoint = parseCheckpoint(text);
      const counts = checkpoint?.origin === origin && (isOwn || isSignedBy(checkpoint, keys));
      return counts ? [{ ...checkpoint, text, isOwn }] : [];
    })
    .sort((a, b) => a.size - b.size);
};

const TRIES = 4;
const AGAIN_MS = 1500;

/** A cache or another server may be some seconds behind, so a smaller log is asked for again before anybody is accused. */
const newestCheckpoint = async (
  source: Source,
  where: string,
  least: number,
): Promise<{ note: string; checkpoint: Checkpoint | null }> => {
  for (let attempt = 1; ; attempt++) {
    const note = fromUtf8(await source.read(where)) ?? "";
    const checkpoint = parseCheckpoint(note);
    if (attempt === TRIES || !checkpoint || checkpoint.size >= least) return { note, checkpoint };
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
};

const fileName = (origin: string): string => origin.replaceAll(/[^A-Za-z0-9.-]/g, "-");

/** Two checkpoints that cannot both be honest are found before anything is read. */
const contradicts = (old: Anchor, now: Checkpoint, note: string, findings: Findings): boolean => {
  const { origin, size, text, isOwn } = old;
  if (now.size > size) return false;
  if (now.size === size) {
    if (isEqual(now.root, old.root)) return false;
    const sentence = `The house runs two logs: it signed two different ones of ${size} entries as ${origin}. Both signatures are kept.`;
    findings.contradiction(sentence, `${fileName(origin)}-two-logs`, text, note);
    return true;
  }
  if (isOwn) {
    const sentence = `The log ${origin} had ${size} entries, which the house signed, and has ${now.size} now.`;
    findings.contradiction(sentence, `${fileName(origin)}-shrunk`, text, note);
    return true;
  }
  findings.notice(
    `Another person has seen ${size} entries of ${origin}; here it has ${now.size}. Compare again in a minute.`,
  );
  return false;
};

const checkPast = (
  old: Anchor | undefined,
  tree: GrowingTree,
  now: Checkpoint,
  note: string,
  findings: Findings,
): void => {
  if (!old || isEqual(tree.root(), old.root)) return;
  const { origin, size, text, isOwn } = old;
  const name = `${fileName(origin)}-${isOwn ? "past-changed" : "two-logs"}`;
  const sentence = isOwn
    ? `The past was changed: the first ${size} entries of ${origin} are not those that the house signed before (it now signs ${now.size}).`
    : `The house runs two logs: another person was shown ${size} entries of ${origin} that are not those shown here.`;
  findings.contradiction(`${sentence} Both signatures are kept.`, name, text, note);
};

/** Replays the lots of one log. */
class Reader {
  readonly lots = new Map<string, LotReplay>();
  readonly entries = new Map<string, Leaf[]>();
  readonly #log: LogToFollow;
  readonly #findings: Findings;

  constructor(log: LogToFollow, findings: Findings) {
    this.#log = log;
    this.#findings = findings;
  }

  take(index: number, bytes: Uint8Array): void {
    const entry = parseEntry(bytes);
    if (typeof entry === "string") this.#findings.fault(`Entry ${index} of ${this.#log.origin}: ${entry}`);
    else if (isRestart(entry)) this.#takeRestart(index, entry);
    else this.#takeLeaf(entry);
  }

  #takeLeaf(leaf: Leaf): void {
    let lot = this.lots.get(leaf.auction);
    if (!lot) {
      lot = new LotReplay(leaf.auction);
      this.lots.set(leaf.auction, lot);
    }
    lot.add(leaf);
    if (!this.#log.kept.has(leaf.auction)) return;
    const kept = this.entries.get(leaf.auction);
    if (kept) kept.push(leaf);
    else this.entries.set(leaf.auction, [leaf]);
  }

  #takeRestart(index: number, { restart }: LogRestarted): void {
    const { number, origin } = this.#log;
    if (index !== 0 || number === 1) {
      this.#findings.fault(`Entry ${index} of ${origin} says that the log begins anew, in the middle of it.`);
      return;
    }
    const previous = parseCheckpoint(restart.previous);
    const to = previous ? `${previous.origin} with ${previous.size} entries` : "one that it does not name";
    this.#findings.notice(`The log ${origin} was begun anew after ${to}. Reason: ${restart.reason}`);
  }
}

const isRestart = (entry: Entry): entry is LogRestarted => "restart" in entry;
