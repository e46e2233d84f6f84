// Commitments: hashes that stand for a person, a seller or a reserve in the public log. The holder of the salt can prove what a
// commitment stands for; nobody else can learn it.
import { createHmac } from "node:crypto";
import { sha256 } from "./merkle.ts";

export const SALT_BYTES = 32;

/** A person on a lot. */
export interface Pair {
  readonly auctionId: string;
  readonly userId: string;
}

/** Hexadecimal. `secret`: the person's own, from which the salts of all auctions follow. */
export const personSalt = (secret: Uint8Array, auctionId: string): string =>
  createHmac("sha256", secret).update(auctionId).digest("hex");

/** Hexadecimal. */
export const personCommitment = (auctionId: string, userId: string, salt: string): string =>
  sha256(`jara bidder v1\n${auctionId}\n${userId}\n${salt}`).toString("hex");

/** Stands for the seller of the house's own lots, in place of an account's id. */
export const HOUSE = "house";

/** Hexadecimal. `seller`: an account's id, or `HOUSE`. Both look alike, and nothing joins it to a bidder's commitment. */
export const sellerCommitment = (auctionId: string, seller: string, salt: Uint8Array): string =>
  sha256(`jara seller v1\n${auctionId}\n${seller}\n${Buffer.from(salt).toString("hex")}`).toString("hex");

/** Hexadecimal. */
export const reserveCommitment = (auctionId: string, amountMinor: number, salt: Uint8Array): string =>
  sha256(`jara reserve v1\n${auctionId}\n${amountMinor}\n${Buffer.from(salt).toString("hex")}`).toString("hex");
