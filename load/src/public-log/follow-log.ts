// Follows one log from the checkpoint that is remembered to the newest one: the old entries are still the first ones, the
// entries give the root that the house signed, and each lot is replayed.
import { fromUtf8, isEqual, toBase64 } from "@jara/proof/bytes";
import { type Checkpoint, type Cosignature, cosignaturesOf, isSignedBy, parseCheckpoint } from "@jara/proof/checkpoint";
import { GrowingTree } from "@jara/proof/growing-tree";
import { leafHash } from "@jara/proof/hashing";
import type { Leaf } from "@jara/proof/leaf";
import type { LotReplay } from "@jara/proof/lot/replay-lot";
import type { Key } from "@jara/proof/signed-note";
import { anchorsOf, checkPast, contradicts } from "./anchors.ts";
import type { Findings } from "./findings.ts";
import { LotsOfLog } from "./lots-of-log.ts";
import { readBundles } from "./read-entries.ts";
import { type Source, Unread } from "./source.ts";

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
  /** The lots that are replayed; if it is left out, all. */
  readonly replayed?: ReadonlySet<string>;
  readonly hasTiles: boolean;
}

export interface FollowedLog {
  readonly origin: string;
  readonly size: number;
  /** The note, without anything that could not be checked. */
  readonly checkpoint: string;
  /** The newest checkpoint that has any carries them. */
  readonly cosignatures: readonly Cosignature[];
  /** That checkpoint has so many entries; 0 without one. */
  readonly witnessedSize: number;
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
  const witnessed = await witnessedOf(source, log, checkpoint);
  const reader = new LotsOfLog(log, findings);
  const tree = new GrowingTree();
  const ahead = anchors.filter(({ size }) => size > 0 && size < checkpoint.size);
  for await (const { start, entries, wrongTile } of readBundles(source, logPath, checkpoint.size, log.hasTiles)) {
    if (wrongTile) findings.fault(wrongTile);
    for (const [index, bytes] of entries.entries()) {
      tree.append(leafHash(bytes));
      reader.take(start + index, bytes);
      while (ahead[0]?.size === tree.size) checkPast(ahead.shift(), tree, checkpoint, note, findings);
      if (witnessed?.size === tree.size) checkWitnessed(witnessed, tree, note, findings);
    }
  }
  if (!isEqual(tree.root(), checkpoint.root)) {
    const roots = `${toBase64(tree.root())} instead of ${toBase64(checkpoint.root)}`;
    findings.fault(`The entries of ${log.origin} are not those that the house signed (their root is ${roots}).`);
  }
  return {
    ...{ origin: log.origin, size: checkpoint.size, checkpoint: note, lots: reader.lots, entries: reader.entries },
    ...{ cosignatures: witnessed?.cosignatures ?? [], witnessedSize: witnessed?.size ?? 0 },
    newEntries: checkpoint.size - (own?.size ?? 0),
  };
};

interface Witnessed extends Checkpoint {
  readonly text: string;
  readonly cosignatures: readonly Cosignature[];
}

/** The newest checkpoint that witnesses signed. The newest one of all is often too new for that. Null: there is none. */
const witnessedOf = async (
  source: Source,
  { number, origin, keys, witnesses }: LogToFollow,
  newest: Checkpoint,
): Promise<Witnessed | null> => {
  const bytes = await source.read(`log/${number}/checkpoint/witnessed`).catch((error: unknown) => {
    if (error instanceof Unread) return null;
    throw error;
  });
  const text = bytes && fromUtf8(bytes);
  const older = text ? parseCheckpoint(text) : null;
  const found = [newest, ...(older && text && older.origin === origin && isSignedBy(older, keys) ? [older] : [])]
    .filter(({ size }) => size <= newest.size)
    .map((one) => ({ ...one, text: one === older ? (text ?? "") : "", cosignatures: cosignaturesOf(one, witnesses) }));
  return found.find(({ cosignatures }) => cosignatures.length > 0) ?? null;
};

const checkWitnessed = (
  { origin, size, root, text }: Witnessed,
  tree: GrowingTree,
  note: string,
  findings: Findings,
) => {
  if (isEqual(tree.root(), root) || text === "") return;
  findings.contradiction(
    `The house runs two logs: witnesses were shown ${size} entries of ${origin} that are not those shown here. Both signatures are kept.`,
    `${origin}-two-logs`,
    text,
    note,
  );
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
