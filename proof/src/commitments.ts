// Commitments: a hash that reveals nothing by itself, and that nobody can open to two different values. Bidders and sellers
// open their own with a salt that the site gives only to them. The house opens a reserve when the lot ends.
import { toHex } from "./bytes.ts";
import { sha256Of } from "./hashing.ts";

/** `salt`: hex. */
export const bidderCommitment = (auction: string, user: string, salt: string): string =>
  toHex(sha256Of(`jara bidder v1\n${auction}\n${user}\n${salt}`));

/** Sells the house's own lots, in place of an account. */
export const HOUSE = "house";

/** `seller`: an account, or `HOUSE`. `salt`: hex. */
export const sellerCommitment = (auction: string, seller: string, salt: string): string =>
  toHex(sha256Of(`jara seller v1\n${auction}\n${seller}\n${salt}`));

/** `amount`: minor units. `salt`: hex. */
export const reserveCommitment = (auction: string, amount: number, salt: string): string =>
  toHex(sha256Of(`jara reserve v1\n${auction}\n${amount}\n${salt}`));
