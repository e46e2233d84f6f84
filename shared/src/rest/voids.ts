// Schemas of the REST calls that void bids, and that list the earlier content of a lot.

import * as z from "zod/mini";
import { auctionSchema, contentChangeSchema, idSchema, voidReasons } from "../auction.ts";
import { lines } from "../text/kinds.ts";
import { queryWhole } from "./common.ts";

export const changesAnswer = z.object({ changes: z.array(contentChangeSchema) });

export const VOID_NOTE_MAX = 500;
const voidFields = {
  reason: z.enum(voidReasons),
  /** A sentence; required with the reason `other`. */
  note: z.optional(z.nullable(lines(0, VOID_NOTE_MAX))),
};
const isExplained = ({ reason, note }: { reason: string; note?: string | null | undefined }): boolean =>
  reason !== "other" || Boolean(note);
const unexplained = { path: ["note"], error: "Please give the reason in a sentence" };
/** The number of one of the person's bids: it and the later ones are voided. Without it: all of them. */
const fromBid = z.optional(z.int().check(z.positive()));
export const voidBidsBody = z
  .strictObject({ userId: idSchema, ...voidFields, fromBid })
  .check(z.refine(isExplained, unexplained));
export const voidPreviewQuery = z.object({ userId: idSchema, fromBid: z.optional(queryWhole(1_000_000)) });
const nameOrNull = z.nullable(z.object({ username: z.string() }));
/** Amounts in the auction's currency. */
export const voidEffect = z.object({
  priceBefore: z.number(),
  priceAfter: z.number(),
  leaderBefore: nameOrNull,
  leaderAfter: nameOrNull,
  /** Only after the end, when the bids no longer decide who gets the lot. Null: nobody. */
  winner: z.optional(z.object({ before: nameOrNull, after: nameOrNull })),
});
export type VoidEffect = z.infer<typeof voidEffect>;
export const voidBidsAnswer = z.object({ auction: auctionSchema, effect: voidEffect });
/** Voids all bids of an account on all open lots. */
export const voidAllBidsBody = z.strictObject(voidFields).check(z.refine(isExplained, unexplained));
export const voidAllBidsAnswer = z.object({
  lots: z.array(
    z.object({
      auctionId: z.string(),
      title: z.string(),
      ok: z.boolean(),
      /** Null if it was refused. */
      effect: z.nullable(voidEffect),
      /** The refusal's message; null if the bids are void. */
      message: z.nullable(z.string()),
    }),
  ),
});
/** For staff: people whose bids on an auction still count. */
export const biddersAnswer = z.object({
  bidders: z.array(
    z.object({
      _id: z.string(),
      username: z.string(),
      bidCount: z.int(),
      highestBid: z.number(),
      isLeading: z.boolean(),
    }),
  ),
});
