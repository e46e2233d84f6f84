// Checkpoints (C2SP tlog-checkpoint): "the log has so many entries and this root", signed by the house. Cosignatures
// (C2SP tlog-cosignature): others sign that they have seen the log grow to this checkpoint.
import { concat, fromBase64, toBase64, utf8 } from "./bytes.ts";
import { isSignature, sign } from "./ed25519.ts";
import { HASH_BYTES } from "./hashing.ts";
import type { Tree } from "./merkle-proofs.ts";
import { COSIGNATURE, isOf, type Key, parseNote, type SignedNote, signersOf } from "./signed-note.ts";

export interface Checkpoint extends Tree {
  readonly origin: string;
  readonly note: SignedNote;
}

export const checkpointText = (origin: string, { size, root }: Tree): string =>
  `${origin}\n${size}\n${toBase64(root)}\n`;

/** Null if the text is no signed note, or the note no checkpoint. Says nothing about who signed it. */
export const parseCheckpoint = (text: string): Checkpoint | null => {
  const note = parseNote(text);
  if (!note) return null;
  const [origin = "", size = "", encoded = "", ...extensions] = note.text.slice(0, -1).split("\n");
  const root = fromBase64(encoded);
  if (origin === "" || !/^(0|[1-9]\d{0,15})$/.test(size) || root?.length !== HASH_BYTES) return null;
  if (!Number.isSafeInteger(Number(size)) || extensions.includes("")) return null;
  return { origin, size: Number(size), root, note };
};

/** True if one of these keys of the checkpoint's origin has signed it, and no signature of such a key is wrong. */
export const isSignedBy = ({ origin, note }: Checkpoint, keys: readonly Key[]): boolean => {
  const signers = signersOf(
    note,
    keys.filter(({ name }) => name === origin),
  );
  return signers !== null && signers.length > 0;
};

export interface Cosignature {
  readonly witness: Key;
  /** Seconds since 1970, by the witness's clock. */
  readonly time: number;
}

const cosigned = (text: string, time: number): Uint8Array => utf8(`cosignature/v1\ntime ${time}\n${text}`);

const TIME_BYTES = 8;

/** The witnesses among these keys that cosigned the checkpoint. A wrong signature counts as none. */
export const cosignaturesOf = ({ note }: Checkpoint, witnesses: readonly Key[]): Cosignature[] => {
  const found = new Map<Key, number>();
  for (const signature of note.signatures) {
    const witness = witnesses.find((key) => key.type === COSIGNATURE && isOf(key, signature));
    const { bytes } = signature;
    if (!witness || bytes.length !== TIME_BYTES + 64) continue;
    const time = Number(new DataView(bytes.buffer, bytes.byteOffset, TIME_BYTES).getBigUint64(0));
    if (!Number.isSafeInteger(time)) continue;
    if (!isSignature(bytes.subarray(TIME_BYTES), cosigned(note.text, time), witness.publicKey)) continue;
    found.set(witness, Math.max(time, found.get(witness) ?? 0));
  }
  return [...found].map(([witness, time]) => ({ witness, time }));
};

/** Makes the part of a witness's signature line after the key's id. `time`: seconds since 1970. */
export const cosign = ({ note }: Checkpoint, time: number, seed: Uint8Array): Uint8Array => {
  const stamp = new Uint8Array(TIME_BYTES);
  new DataView(stamp.buffer).setBigUint64(0, BigInt(time));
  return concat(stamp, sign(cosigned(note.text, time), seed));
};
