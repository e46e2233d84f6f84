// The codes of authenticator apps (RFC 6238: SHA-1, 6 digits, 30 seconds, which all apps understand).
import { generateSecret, generateURI, verifySync } from "otplib";

const PERIOD_S = 30;
/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20;

export const newTotpSecret = (): string => generateSecret({ length: SECRET_BYTES });

/** The address that the QR code holds. */
export const totpUrl = (secret: string, issuer: string, email: string): string =>
  generateURI({ secret, issuer, label: email });

/**
 * The period (30 seconds since 1970) to which the code belongs: the current one, or one before or after it, for a clock
 * that is a little wrong. Null for a wrong code. `nowMs` is the database's clock.
 */
export const stepOfCode = (secret: string, code: string, nowMs: number): number | null => {
  const result = verifySync({ secret, token: code, epoch: Math.floor(nowMs / 1000), epochTolerance: PERIOD_S });
  return result.valid && "timeStep" in result ? result.timeStep : null;
};
