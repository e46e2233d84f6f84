// Paystack's signature of a webhook: HMAC-SHA512 of the exact bytes of the body with the secret key, in hex. A body
// that was parsed and serialized again would not match.
import { createHmac, timingSafeEqual } from "node:crypto";

export const signatureOf = (body: Buffer | string, secretKey: string): string =>
  createHmac("sha512", secretKey).update(body).digest("hex");

/** Takes the same time for every wrong signature of the right length. */
export const isSignedWith = (body: Buffer, signature: unknown, secretKey: string): boolean => {
  if (typeof signature !== "string") return false;
  const expected = Buffer.from(signatureOf(body, secretKey));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
};
