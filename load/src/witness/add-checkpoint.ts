// Makes a witness's answer to `POST /add-checkpoint` (C2SP tlog-witness). Pure: the caller writes `next` to disk before it
// answers. A witness cosigns a log only if it grew from what the witness had cosigned, so it never signs two histories.
import { fromBase64, isEqual, toBase64 } from "@jara/proof/bytes";
import { type Checkpoint, isSignedBy, parseCheckpoint } from "@jara/proof/checkpoint";
import { emptyRoot } from "@jara/proof/hashing";
import { isConsistent, type Tree } from "@jara/proof/merkle-proofs";
import type { Key } from "@jara/proof/signed-note";

/** The newest tree of one log that the witness has cosigned. `root` in base64. */
export interface Seen {
  readonly size: number;
  readonly root: string;
  /** The checkpoint's note, as the log sent it. */
  readonly note: string;
}

export type Answer =
  | { readonly status: 200; readonly checkpoint: Checkpoint; readonly next: Seen }
  | { readonly status: 400 | 403 | 404 | 422; readonly why: string }
  /** `size`: of the newest cosigned tree. `contradictory`: the notes of two trees of one size, if the log signed such. */
  | { readonly status: 409; readonly size: number; readonly contradictory: readonly string[] };

const MOST_HASHES = 63;

/** `logKeys`: of all logs that the witness watches. `seen`: by origin. */
export const addCheckpoint = (body: string, logKeys: readonly Key[], seen: ReadonlyMap<string, Seen>): Answer => {
  const request = parseRequest(body);
  if (!request) return { status: 400, why: "This is no add-checkpoint request." };
  const { oldSize, proof, note, checkpoint } = request;
  const { origin, size, root } = checkpoint;
  const keys = logKeys.filter(({ name }) => name === origin);
  if (keys.length === 0) return { status: 404, why: `This witness does not watch ${origin}.` };
  if (!isSignedBy(checkpoint, keys)) return { status: 403, why: "The checkpoint does not carry the log's signature." };
  if (oldSize > size) return { status: 400, why: "The old size is larger than the checkpoint's." };
  const last = seen.get(origin);
  const older = treeOf(last);
  if (oldSize !== older.size) {
    return { status: 409, size: older.size, contradictory: [] };
  }
  if (size === older.size && last && !isEqual(root, older.root)) {
    return { status: 409, size: older.size, contradictory: [last.note, note] };
  }
  if (!isConsistent(older, checkpoint, proof)) return { status: 422, why: "The log did not grow from its older tree." };
  return { status: 200, checkpoint, next: { size, root: toBase64(root), note } };
};

const treeOf = (seen: Seen | undefined): Tree => {
  const root = seen && fromBase64(seen.root);
  return seen && root ? { size: seen.size, root } : { size: 0, root: emptyRoot() };
};

interface Request {
  readonly oldSize: number;
  readonly proof: readonly Uint8Array[];
  readonly note: string;
  readonly checkpoint: Checkpoint;
}

const parseRequest = (body: string): Request | null => {
  const end = body.indexOf("\n\n");
  if (end < 0) return null;
  const [first = "", ...lines] = body.slice(0, end).split("\n");
  const [, digits] = /^old (0|[1-9]\d{0,15})$/.exec(first) ?? [];
  const proof = lines.map(fromBase64);
  const note = body.slice(end + 2);
  const checkpoint = parseCheckpoint(note);
  if (digits === undefined || lines.length > MOST_HASHES || !checkpoint) return null;
  if (!proof.every((hash) => hash?.length === 32)) return null;
  return { oldSize: Number(digits), proof: proof.filter((hash) => hash !== null), note, checkpoint };
};
