// The form of an answer of the checking program. Each part that is published can hold no secret: numbers, hashes, ids
// of public lots, promises by name. Only the sentences of the verifier are free, which reads nothing but the public log.
import * as z from "zod/mini";
import { isPromise } from "./promises.ts";

const count = z.int().check(z.nonnegative());
const promise = z.string().check(z.refine(isPromise));
const point = z.strictObject({ size: count, root: z.string().check(z.regex(/^[A-Za-z0-9+/]{43}=$/)) });
const SENTENCE_MAX = 400;
/** One line without control characters, because a line feed would forge a line of the verdict. */
const sentence = z.pipe(
  z.string(),
  z.transform((text) => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, " ").slice(0, SENTENCE_MAX)),
);

export const checkAnswer = z.strictObject({
  logs: z.array(
    z.strictObject({
      origin: z.string().check(z.regex(/^\S+$/)),
      from: point,
      to: point,
      again: z.strictObject({ from: count, to: count }),
    }),
  ),
  entries: count,
  lots: count,
  bids: count,
  judged: z.array(promise),
  faults: z.array(z.strictObject({ auction: z.nullable(z.uuid()), sentence })),
  broken: z.array(
    z.discriminatedUnion("where", [
      z.strictObject({ promise, where: z.literal("lot"), auction: z.uuid(), version: count }),
      z.strictObject({ promise, where: z.enum(["hidden lot", "books"]), auction: z.null(), version: z.null() }),
    ]),
  ),
  isPartial: z.boolean(),
  details: z.array(sentence),
});
export type CheckAnswer = z.infer<typeof checkAnswer>;
