// Follows one log from the remembered checkpoint to the newest one. The old entries must still be the first ones, all
// entries must give the root that the house signed, and each lot is replayed.
import { fromUtf8, isEqual, toBase64 } from "@jara/proof/bytes";
import { type Checkpoint, type Cosignature, isSignedBy, parseCheckpoint } from "@jara/proof/checkpoint";
import { GrowingTree } from "@jara/proof/growing-tree";
import { leafHash } from "@jara/proof/hashing";
import type { Leaf } from "@jara/proof/leaf";
import type { LotReplay } from "@jara/proof/lot/replay-lot";
import type { Key } from "@jara/proof/signed-note";
import { anchorsOf, checkPast, contradicts } from "./anchors.ts";
import type { Findings } from "./findings.ts";
import { LotsOfLog } from "./lots-of-log.ts";
import { readBundles } from "./read-entries.ts";
import type { Source } from "./source.ts";
import { checkWitnessed, readWitnessed } from "./witnessed.ts";

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
  /** Those of witnesses that have signed only an older checkpoint, with its size. */
  readonly earlier: readonly (Cosignature & { readonly size: number })[];
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
  const witnessed = await readWitnessed(source, log, checkpoint);
  const reader = new LotsOfLog(log, findings);
  const tree = new GrowingTree();
  const ahead = anchors.filter(({ size }) => size > 0 && size < checkpoint.size);
  for await (const { start, entries, wrongTile } of readBundles(source, logPath, checkpoint.size, log.hasTiles)) {
    if (wrongTile) findings.fault(wrongTile);
    for (const [index, bytes] of entries.entries()) {
      tree.append(leafHash(bytes));
      reader.take(start + index, bytes);
      while (ahead[0]?.size === tree.size) checkPast(ahead.shift(), tree, checkpoint, note, findings);
      for (const one of witnessed) if (one.size === tree.size) checkWitnessed(one, tree, note, findings);
    }
  }
  if (!isEqual(tree.root(), checkpoint.root)) {
    const roots = `${toBase64(tree.root())} instead of ${toBase64(checkpoint.root)}`;
    findings.fault(`The entries of ${log.origin} are not those that the house signed (their root is ${roots}).`);
  }
  const [first, ...older] = witnessed;
  return {
    origin: log.origin,
    size: checkpoint.size,
    checkpoint: note,
    lots: reader.lots,
    entries: reader.entries,
    cosignatures: first?.cosignatures ?? [],
    witnessedSize: first?.size ?? 0,
    earlier: older.flatMap(({ size, cosignatures }) => cosignatures.map((one) => ({ ...one, size }))),
    newEntries: checkpoint.size - (own?.size ?? 0),
  };
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
