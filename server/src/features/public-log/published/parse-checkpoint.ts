// Reads the text of a checkpoint (C2SP tlog-checkpoint). It does not check signatures.
import { HASH_BYTES } from "../../../platform/signing/merkle.ts";

export interface Checkpoint {
  readonly origin: string;
  /** The log's number, the last part of the origin. */
  readonly number: number;
  readonly size: number;
  readonly root: Buffer;
}

/** Null if the note is no checkpoint of one of our logs. */
export const parseCheckpoint = (note: string): Checkpoint | null => {
  const [origin = "", size = "", root = "", end] = note.split("\n");
  const number = Number(/\/log\/([1-9]\d*)$/.exec(origin)?.[1]);
  const hash = Buffer.from(root, "base64");
  if (!Number.isSafeInteger(number) || !/^(0|[1-9]\d{0,15})$/.test(size) || hash.length !== HASH_BYTES || end !== "") {
    return null;
  }
  return { origin, number, size: Number(size), root: hash };
};
