// Schemas that several REST calls share: values in a query, pages, and the idempotency key.

import * as z from "zod/mini";
import { LIST_LIMIT_MAX } from "../list-limit.ts";
import { MAX_AMOUNT } from "../money.ts";
import { opaque } from "../text/kinds.ts";

/** The longest reference of a transfer, as staff type it. */
export const BANK_REFERENCE_MAX = 100;
export const messageAnswer = z.object({ message: z.string() });

export const queryAmount = z.pipe(
  z.string().check(
    z.regex(/^\d{1,11}(\.\d{1,2})?$/, "must be an amount of at least 0 with at most 2 decimals"),
    z.refine((digits) => Number(digits) <= MAX_AMOUNT, "must be at most 10,000,000,000.00"),
  ),
  z.transform(Number),
);
export const queryFlag = z.pipe(
  z.enum(["true", "false"]),
  z.transform((flag) => flag === "true"),
);
/** Several values: repeated (`a=1&a=2`) or with commas between them (`a=1,2`). */
export const queryListOf = <S extends z.ZodMiniType<string, string>>(value: S, atMost: number) =>
  z.pipe(
    z.pipe(
      z.union([opaque(1000), z.array(opaque(100)).check(z.maxLength(100))]),
      z.transform((given) => [...new Set([given].flat().flatMap((text) => text.split(",")))]),
    ),
    z.array(value).check(z.minLength(1), z.maxLength(atMost)),
  );
export const queryList = <T extends string>(values: readonly [T, ...T[]]) => queryListOf(z.enum(values), values.length);
/** The largest whole number that a query may hold. A number above a list's own maximum is read as that maximum. */
export const QUERY_WHOLE_MAX = 9_999_999;
export const queryWhole = (max: number) =>
  z.pipe(
    z.string().check(z.regex(/^[1-9]\d{0,6}$/, "must be a whole number from 1")),
    z.transform((digits) => Math.min(Number(digits), max)),
  );

export const LIST_LIMIT_DEFAULT = 24;
export const pageQuery = z.object({
  page: z.optional(queryWhole(1_000_000)),
  limit: z.optional(queryWhole(LIST_LIMIT_MAX)),
});

/** For a user's own auctions and bids: plain arrays, newest first. A page shorter than `limit` is the last. */
export const MINE_LIMIT_DEFAULT = 50;

export const when = z.iso.datetime({ offset: true });

/** Fields of the answer to a search. */
export const similarSearch = {
  /** Set if no lot has all searched words: the similar or fewer words for which the list was searched instead. */
  searchedFor: z.exactOptional(z.string()),
  /** Set if some of the searched words were left out. */
  relaxed: z.exactOptional(z.boolean()),
};

/** `pages` is at least 1. */
export const paginationSchema = z.object({ current: z.int(), pages: z.int(), total: z.int(), limit: z.int() });
export type Pagination = z.infer<typeof paginationSchema>;

/** The header that makes a REST write safe to repeat; any string from the client of 1 to 100 printable characters. */
export const IDEMPOTENCY_HEADER = "idempotency-key";
export const idempotencyKey = z.string().check(z.regex(/^[\x21-\x7e]{1,100}$/));

/** A lot's place in the catalogue of its sale (`LotNumber` in sale-order.ts). */
export const lotNumberShape = {
  lotNumber: z.int(),
  /** "A" of lot 12A; absent: none. */
  suffix: z.exactOptional(z.string()),
};
