// Encrypts the secrets of authenticator apps for the database, so that a copy of the database alone makes no codes.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

export interface SecretBox {
  /** `ownerId` is bound to the result, so that a secret that was moved to another account's row does not open. */
  seal(text: string, ownerId: string): string;
  /** Null: it was sealed with another key or for another account, or was changed. */
  open(sealed: string, ownerId: string): string | null;
  /** The same secret sealed with the newest key. Null: it is sealed with that already, or does not open. */
  renew(sealed: string, ownerId: string): string | null;
}

const CIPHER = "aes-256-gcm";
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** `serverSecret`: JWT_SECRET seals. `previous`: what it sealed opens too. */
export const createSecretBox = (serverSecret: string, previous: string | null = null): SecretBox => {
  const newest = boxOf(serverSecret);
  const older = previous === null ? null : boxOf(previous);
  return {
    seal: newest.seal,
    open: (sealed, ownerId) => newest.open(sealed, ownerId) ?? older?.open(sealed, ownerId) ?? null,
    renew(sealed, ownerId) {
      const text = newest.open(sealed, ownerId) === null ? (older?.open(sealed, ownerId) ?? null) : null;
      return text === null ? null : newest.seal(text, ownerId);
    },
  };
};

/** The key is derived for this purpose alone, so that it is not the one that signs tokens. */
const boxOf = (serverSecret: string): Pick<SecretBox, "seal" | "open"> => {
  const key = Buffer.from(hkdfSync("sha256", serverSecret, "", "jara authenticator secrets 1", KEY_BYTES));
  return {
    seal(text, ownerId) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(ownerId));
      const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url");
    },
    open(sealed, ownerId) {
      const bytes = Buffer.from(sealed, "base64url");
      const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
      if (tag.length !== TAG_BYTES) return null;
      const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(ownerId))
        .setAuthTag(tag);
      try {
        return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString();
      } catch {
        return null;
      }
    },
  };
};
