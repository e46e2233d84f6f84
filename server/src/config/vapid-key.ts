// The key pair that names this site to push services (RFC 8292, VAPID). The private key is 32 random bytes, written in
// hexadecimal or in base64url; the public key follows from it.
import { createECDH } from "node:crypto";

const CURVE = "prime256v1";
const KEY_BYTES = 32;

export interface VapidKeys {
  /** 65 bytes in base64url. Browsers subscribe with it. */
  readonly publicKey: string;
  readonly privateKey: string;
}

export const newVapidKey = (): string => {
  const pair = createECDH(CURVE);
  pair.generateKeys();
  // A key that begins with zeros is shorter.
  const key = pair.getPrivateKey();
  return Buffer.concat([Buffer.alloc(KEY_BYTES - key.length), key]).toString("base64url");
};

/** Null if the text is not a key. One of 4,000,000,000 random texts is not one. */
export const vapidKeysOf = (text: string): VapidKeys | null => {
  const isHex = /^[\da-f]{64}$/i.test(text);
  if (!isHex && !/^[\w-]{43}$/.test(text)) return null;
  const key = Buffer.from(text, isHex ? "hex" : "base64url");
  const pair = createECDH(CURVE);
  try {
    pair.setPrivateKey(key);
  } catch {
    return null;
  }
  return { publicKey: pair.getPublicKey("base64url"), privateKey: key.toString("base64url") };
};
