// Paystack's signature of a webhook: HMAC-SHA512 of the body's very bytes with the secret key, in hex. Whatever was
// parsed and written again is not what was signed.
import { createHmac, timingSafeEqual } from "node:crypto";

export const signatureOf = (body: Buffer | string, secretKey: string): string =>
  createHmac("sha512", secretKey).update(body).digest("hex");

/** Takes the same time whatever is wrong with the signature. */
export const isSignedWith = (body: Buffer, signature: unknown, secretKey: string): boolean => {
  if (typeof signature !== "string") return false;
  const expected = Buffer.from(signatureOf(body, secretKey));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
};
