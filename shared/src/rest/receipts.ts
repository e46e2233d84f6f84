// Schemas of the REST calls on receipts and credit notes.

import * as z from "zod/mini";
import { idSchema } from "../auction.ts";
import { LIST_LIMIT_MAX } from "../list-limit.ts";
import { currencies } from "../money.ts";
import { receiptKinds, receiptMethods } from "../receipt-kinds.ts";
import { wireTime } from "../wire-time.ts";
import { paginationSchema, queryWhole } from "./common.ts";

export const RECEIPTS_LIMIT_DEFAULT = 20;
export const receiptsQuery = z.object({
  page: z.optional(queryWhole(1_000_000)),
  limit: z.optional(queryWhole(LIST_LIMIT_MAX)),
  /** Only those about this auction. */
  auction: z.optional(idSchema),
});
export type ReceiptsQuery = z.infer<typeof receiptsQuery>;

export const receiptSchema = z.object({
  _id: z.string(),
  /** `R-2026-000123`, `C-2026-000004`. */
  number: z.string(),
  kind: z.enum(receiptKinds),
  /** How the money came or went. `deposit`: taken from the balance at the end or when buying. */
  method: z.exactOptional(z.enum(receiptMethods)),
  /**
   * The money came, was not needed, and went to the balance at once: the document is the receipt of both, so it adds
   * nothing to what was paid.
   */
  isReturned: z.exactOptional(z.literal(true)),
  /** The lot with its title at that moment; null if the document is about none. */
  auction: z.nullable(z.object({ _id: z.string(), title: z.string() })),
  /** In `currency`. Never negative: the kind says in which direction the money moved. */
  amount: z.number(),
  currency: z.enum(currencies),
  amountNgn: z.number(),
  /** The receipt got its number at this time. */
  at: wireTime,
});
export type Receipt = z.infer<typeof receiptSchema>;

/** Newest first. */
export const receiptsAnswer = z.object({ receipts: z.array(receiptSchema), pagination: paginationSchema });
export type Receipts = z.infer<typeof receiptsAnswer>;
