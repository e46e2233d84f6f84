// A bid receipt: the site's signature for an accepted command of a bidder. docs/bid-receipts.md says what it proves.
import * as z from "zod/mini";

/** The number of places in the tree that one signature covers. It is always the same, so that it reveals nothing. */
export const RECEIPT_PLACES = 1_024;

export const bidReceiptSchema = z.object({
  /** Canonical JSON of a `BidStatement`. Its bytes are what is proved. */
  statement: z.string(),
  /** The place of the statement in the tree, from 0. */
  index: z.int().check(z.nonnegative(), z.lt(RECEIPT_PLACES)),
  /** Base64 of the sibling hashes on the path from the statement to the root, 32 bytes each. */
  path: z.string(),
  /** The tree's root, signed: a checkpoint as C2SP has it. */
  note: z.string(),
});
export type BidReceipt = z.infer<typeof bidReceiptSchema>;

export const statementTypes = [
  "bid",
  "max-bid",
  "max-bid-confirmed",
  "max-bid-cancelled",
  "withdrawal",
  "buy-it-now",
] as const;

/** The site's statement about a command. Amounts are in minor units. */
export interface BidStatement {
  /** ISO 8601, by the database's clock. */
  readonly at: string;
  readonly auction: string;
  readonly command: string;
  readonly contentVersion: number;
  /** SHA-256 of the lot's text and terms as they stood, hexadecimal. */
  readonly lotHash: string;
  /** 16 bytes, hexadecimal. It keeps others from guessing the statement from its hash. */
  readonly salt: string;
  readonly type: (typeof statementTypes)[number];
  readonly user: string;
  readonly v: 1;
  /** The auction's public version after the command. */
  readonly version: number;
  /** The bid's number. */
  readonly bid?: number;
  readonly amount?: number;
  readonly currency?: string;
  /** The auction's price after a bid. */
  readonly price?: number;
}
