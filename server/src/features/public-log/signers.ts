// Signs checkpoints and verdicts with the keys of the configuration, under the log's name, and names the verifier keys,
// also those of bid receipts.
import type { LogKeys } from "../../config/log-key.ts";
import { checkpointText, type NoteSigner, noteSigner, signedNote } from "../../platform/signing/signed-note.ts";

export const originOf = ({ host }: LogKeys, log: number): string => `${host}/log/${log}`;
export const bidReceiptName = ({ host }: LogKeys): string => `${host}/bid-receipts`;

/** The signers by their name. They are cached, because making a key takes longer than signing. */
const kept = new WeakMap<LogKeys, Map<string, readonly NoteSigner[]>>();

const signersOf = (keys: LogKeys, name: string): readonly NoteSigner[] => {
  const byName = kept.get(keys) ?? new Map<string, readonly NoteSigner[]>();
  kept.set(keys, byName);
  const signers = byName.get(name) ?? keys.seeds.map((seed) => noteSigner(name, seed));
  byName.set(name, signers);
  return signers;
};

export interface LogSigner {
  readonly vkeys: readonly string[];
  /** The signed checkpoint. */
  checkpoint(size: number, root: Uint8Array): string;
  /** Signs the text of a checkpoint. */
  note(text: string): string;
}

/** `origin`: the log's own, which stays if the site moves to another host. */
export const logSigner = (keys: LogKeys, origin: string): LogSigner => {
  const signers = signersOf(keys, origin);
  return {
    vkeys: signers.map(({ vkey }) => vkey),
    checkpoint: (size, root) => signedNote(checkpointText(origin, size, root), signers),
    note: (text) => signedNote(text, signers),
  };
};

/** The verifier keys that bid receipts are signed with. */
export const bidReceiptVkeys = (keys: LogKeys): string[] =>
  signersOf(keys, bidReceiptName(keys)).map(({ vkey }) => vkey);

/**
 * The name under which verdicts on a log are signed. No log has this name, so a verdict's signature never counts for a
 * log.
 */
export const verdictName = (origin: string): string => `${origin}/verdict`;

export const verdictVkeys = (keys: LogKeys, origin: string): string[] =>
  signersOf(keys, verdictName(origin)).map(({ vkey }) => vkey);

export const signVerdict = (keys: LogKeys, origin: string, text: string): string =>
  signedNote(text, signersOf(keys, verdictName(origin)));

/** True if the note has a line of each of these keys. */
export const isSignedBy = (note: string, vkeys: readonly string[]): boolean =>
  vkeys.every((vkey) => {
    const [name = "", id = ""] = vkey.split("+");
    return note.split("\n").some(
      (line) =>
        line.startsWith(`— ${name} `) &&
        Buffer.from(line.slice(name.length + 3), "base64")
          .subarray(0, 4)
          .toString("hex") === id,
    );
  });
