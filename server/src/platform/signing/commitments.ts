// Commitments: hashes that stand for a person or a reserve in the public log. The holder of the salt can prove what a
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

/** Hexadecimal. */
export const reserveCommitment = (auctionId: string, amountMinor: number, salt: Uint8Array): string =>
  sha256(`jara reserve v1\n${auctionId}\n${amountMinor}\n${Buffer.from(salt).toString("hex")}`).toString("hex");
