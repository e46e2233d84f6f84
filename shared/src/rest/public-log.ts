// Schemas of the REST calls that prove what the public log says about a lot. Money is in minor units here, because the
// texts are hashed as they are.
import * as z from "zod/mini";
import { wireTime } from "../wire-time.ts";
import { paginationSchema } from "./common.ts";

export const auctionProofQuery = z.object({
  from: z._default(
    z.pipe(
      z.string().check(z.regex(/^\d{1,9}$/, "must be a version of the auction")),
      z.transform((digits) => Number(digits)),
    ),
    0,
  ),
});

const base64 = z.string();

export const provenLeafSchema = z.object({
  index: z.int(),
  /** The leaf's text, as it is hashed. */
  entry: z.string(),
  /** The hashes from the leaf to the checkpoint's root, the lowest first. */
  path: z.array(base64),
});

/**
 * The lot document: what a lot is and how it is sold. A loose object, because a later version of the document has more
 * fields.
 */
export const lotDocumentSchema = z.looseObject({ v: z.int(), title: z.string() });

export const auctionProofAnswer = z.object({
  auction: z.string(),
  origin: z.string(),
  /** Verifier keys, as C2SP signed notes write them. */
  keys: z.array(z.string()),
  /** The signed checkpoint to which the paths lead. */
  checkpoint: z.string(),
  leaves: z.array(provenLeafSchema),
  /** The lot as it is now. The hash of its canonical JSON is the newest `lotHash`. */
  lot: lotDocumentSchema,
  /** Present if there are more leaves. */
  nextFrom: z.exactOptional(z.int()),
});

export const ownProofAnswer = z.object({
  auction: z.string(),
  user: z.string(),
  /** Hexadecimal, as in the log. */
  commitment: z.string(),
  /** Hexadecimal. */
  salt: z.string(),
});

export const sellerProofAnswer = z.object({
  auction: z.string(),
  /** The seller's account, or `house`. */
  user: z.string(),
  /** Hexadecimal, as in the log. */
  commitment: z.string(),
  /** Hexadecimal. */
  salt: z.string(),
  /** The reserve of the newest commitment, in minor units, and its salt. Null: the lot has none. */
  reserve: z.nullable(z.object({ amount: z.int(), salt: z.string() })),
});

export const VERDICTS_LIMIT_DEFAULT = 30;

export const verdictSchema = z.object({
  log: z.int(),
  number: z.int(),
  /** The name under which it is signed. */
  name: z.string(),
  /** The day in Lagos. */
  date: z.string(),
  result: z.enum(["good", "bad", "unfinished"]),
  publishedAt: wireTime,
  /** The signed note. Only its text counts, because the other fields are not signed. */
  note: z.string(),
});

export const verdictsAnswer = z.object({
  verdicts: z.array(verdictSchema),
  pagination: paginationSchema,
});
