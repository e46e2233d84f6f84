// Checks a lot with the proof of each of its entries, as `GET /api/auctions/{id}/proof` answers it: the signature, each
// path and the lot's text. Replays the lot from the entries.
import { fromBase64, toHex, utf8 } from "./bytes.ts";
import { canonical } from "./canonical-json.ts";
import { type Checkpoint, type Cosignature, cosignaturesOf, isSignedBy, parseCheckpoint } from "./checkpoint.ts";
import { leafHash, sha256Of } from "./hashing.ts";
import { type Leaf, parseEntry } from "./leaf.ts";
import type { LotState } from "./lot/lot-state.ts";
import { LotReplay, type Remark } from "./lot/replay-lot.ts";
import { isIncluded } from "./merkle-proofs.ts";
import { isText, isUuid, isWhole, listOf, objectOf, optional, type Shape, wrongIn } from "./shape.ts";
import type { Key } from "./signed-note.ts";

export interface LotProof {
  readonly auction: string;
  readonly origin: string;
  readonly checkpoint: string;
  readonly leaves: readonly { readonly index: number; readonly entry: string; readonly path: readonly string[] }[];
  /** The lot document; null if the lot is not public now. */
  readonly lot: object | null;
}

export interface CheckedLot {
  readonly checkpoint: Checkpoint;
  readonly cosignatures: readonly Cosignature[];
  readonly leaves: readonly Leaf[];
  readonly state: LotState;
  readonly remarks: readonly Remark[];
  /** True if the file holds the lot's text, and it is the one whose hash is in the log. */
  readonly hasText: boolean;
}

const shape: Shape = {
  auction: isUuid,
  origin: isText,
  checkpoint: isText,
  leaves: listOf(objectOf({ index: isWhole, entry: isText, path: listOf(isText) })),
  keys: optional(listOf(isText)),
  lot: optional((value) => value === null || typeof value === "object"),
  nextFrom: optional((value) => value === null || isWhole(value)),
};

/** Returns a sentence if the answer proves nothing. What the entries themselves break is in `remarks`. */
export const checkLotProof = (value: unknown, keys: readonly Key[]): CheckedLot | string => {
  const wrong = typeof value === "object" && value !== null ? wrongIn(value, shape) : "is no object";
  if (wrong) return `The proof of the lot is damaged: it ${wrong}.`;
  const proof = value as LotProof;
  const checkpoint = parseCheckpoint(proof.checkpoint);
  if (!checkpoint || checkpoint.origin !== proof.origin)
    return "The signed fingerprint of the log in this file is damaged.";
  if (!isSignedBy(checkpoint, keys)) return "The log in this file does not carry the house's signature.";
  const replay = new LotReplay(proof.auction);
  const leaves: Leaf[] = [];
  let before = -1;
  for (const { index, entry, path } of proof.leaves) {
    const bytes = utf8(entry);
    const hashes = path.map(fromBase64);
    const isThere = hashes.every((hash) => hash !== null) && isIncluded(leafHash(bytes), index, checkpoint, hashes);
    if (!isThere)
      return `Entry ${index} is not in the log that the house signed: it was changed, or is not from there.`;
    if (index <= before) return "The entries in this file are not in the order of the log.";
    before = index;
    const leaf = parseEntry(bytes);
    if (typeof leaf === "string") return leaf;
    if (!("auction" in leaf) || leaf.auction !== proof.auction) return `Entry ${index} is about another lot.`;
    leaves.push(leaf);
    replay.add(leaf);
  }
  const text = textOf(proof, replay.lot);
  if (text === "other") return "What the lot says in this file is not what the log says that it said.";
  const cosignatures = cosignaturesOf(checkpoint, keys);
  return { checkpoint, cosignatures, leaves, state: replay.lot, remarks: replay.remarks, hasText: text === "same" };
};

const textOf = ({ lot, leaves }: LotProof, { lotHash }: LotState): "same" | "other" | "none" => {
  if (!lot || leaves.length === 0) return "none";
  try {
    return toHex(sha256Of(canonical(lot))) === lotHash ? "same" : "other";
  } catch {
    return "other";
  }
};
