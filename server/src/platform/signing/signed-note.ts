// Signed notes (C2SP signed-note): a text, an empty line, and a line for each signature. Checkpoints of the public log
// are such notes, and so are the roots of bid receipts.
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from "node:crypto";

const ED25519 = 0x01;
/** These bytes precede the 32 bytes of an Ed25519 seed in its DER form (RFC 8410). */
const SEED_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");
const KEY_ID_BYTES = 4;

/** A key under the name by which readers know it. */
export interface NoteSigner {
  readonly name: string;
  /** The verifier key: name, key id and public key in the text form of C2SP. */
  readonly vkey: string;
  /** The line of this key below a text. The text ends with a newline. */
  sign(text: string): string;
}

/** `seed`: 32 bytes. */
export const noteSigner = (name: string, seed: Uint8Array): NoteSigner => {
  const key = createPrivateKey({ key: Buffer.concat([SEED_PREFIX, seed]), format: "der", type: "pkcs8" });
  const typed = Buffer.concat([Buffer.of(ED25519), rawPublicKey(key)]);
  const keyId = createHash("sha256").update(`${name}\n`).update(typed).digest().subarray(0, KEY_ID_BYTES);
  return {
    name,
    vkey: `${name}+${keyId.toString("hex")}+${typed.toString("base64")}`,
    sign: (text) => `— ${name} ${Buffer.concat([keyId, sign(null, Buffer.from(text), key)]).toString("base64")}\n`,
  };
};

const rawPublicKey = (key: KeyObject): Buffer =>
  Buffer.from(createPublicKey(key).export({ format: "jwk" }).x ?? "", "base64url");

/** The note: the text with the signatures of all signers, in their order. */
export const signedNote = (text: string, signers: readonly NoteSigner[]): string =>
  `${text}\n${signers.map((signer) => signer.sign(text)).join("")}`;

/** The text of a checkpoint (C2SP tlog-checkpoint): what the log is called, how many leaves it has, and their root. */
export const checkpointText = (origin: string, size: number, root: Uint8Array): string =>
  `${origin}\n${size}\n${Buffer.from(root).toString("base64")}\n`;
