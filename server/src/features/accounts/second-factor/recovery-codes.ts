// Recovery codes, which replace the authenticator app once each.
import { randomBytes } from "node:crypto";
import { hashOf } from "../secrets.ts";

export const RECOVERY_CODES = 10;
/** Crockford's base 32, without the letters that look like digits. */
const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** 80 bits, so that a code needs no limit of guesses and its hash no salt. */
const LENGTH = 16;
const GROUP = /.{4}(?=.)/g;

/** As they are shown: `7K3M-…`. */
export const newRecoveryCodes = (): string[] => Array.from({ length: RECOVERY_CODES }, newRecoveryCode);

const newRecoveryCode = (): string =>
  Array.from(randomBytes(LENGTH), (byte) => LETTERS[byte % LETTERS.length])
    .join("")
    .replace(GROUP, "$&-");

/** Null for a text that cannot be a recovery code. The case of letters, spaces, dashes and look-alikes do not matter. */
export const recoveryCodeHash = (userId: string, typed: string): string | null => {
  const code = typed.toUpperCase().replace(/[\s-]/g, "").replaceAll("O", "0").replace(/[IL]/g, "1");
  return code.length === LENGTH ? hashOf(userId, code) : null;
};
