// Ed25519 without WebCrypto, because phones of 2023 and older browsers have no Ed25519 in it (docs/decisions/0142).
import * as ed25519 from "@noble/ed25519";
import { sha512 } from "@noble/hashes/sha2.js";

ed25519.hashes.sha512 = sha512;

/** False for anything that is wrong, also for keys and signatures of a wrong length. Strict, as RFC 8032 asks. */
export const isSignature = (signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): boolean => {
  if (signature.length !== 64 || publicKey.length !== 32) return false;
  try {
    return ed25519.verify(signature, message, publicKey, { zip215: false });
  } catch {
    return false;
  }
};

/** `seed`: 32 secret bytes. For the witness and for tests. */
export const sign = (message: Uint8Array, seed: Uint8Array): Uint8Array => ed25519.sign(message, seed);
export const publicKeyOf = (seed: Uint8Array): Uint8Array => ed25519.getPublicKey(seed);
