// Schemas of the REST calls on lot drafts: unfinished lots, which all staff who make lots share. A draft has what was typed, however wrong or incomplete;
// the rules of an auction apply when it is published.
import * as z from "zod/mini";
import { CATEGORIES_MAX, categoryCode, conditions, mediaSchema } from "../auction.ts";
import { type ReportFieldName, reportFieldNames } from "../condition-fields.ts";
import { eachDetail, eachEstimate } from "../lot-fields.ts";
import { currencies } from "../money.ts";
import { line, lines, searchWords } from "../text/kinds.ts";
import { wireTime } from "../wire-time.ts";
import { paginationSchema, queryFlag, queryWhole } from "./common.ts";

/** The most unfinished drafts of one account. */
export const LOT_DRAFTS_MAX = 200;

/** Amounts, times and numbers as they are typed. */
const entry = line(0, 40);

/** The texts may be longer than those of an auction, so that a text that is too long is not lost. */
export const lotDraftContent = z.strictObject({
  title: line(0, 500),
  description: lines(0, 5000),
  categories: z.array(categoryCode).check(z.maxLength(CATEGORIES_MAX)),
  condition: z.enum(conditions),
  location: line(0, 500),
  currency: z.enum(currencies),
  startingPrice: entry,
  bidIncrement: entry,
  /** The increment follows the price by the house's table. Absent in drafts of before. */
  incrementTable: z.optional(z.boolean()),
  reservePrice: entry,
  buyItNowPrice: entry,
  /** A time of the form, in Lagos: `2026-11-24T18:00`. */
  startTime: entry,
  endTime: entry,
  duration: entry,
  /** Seconds, or "off". */
  softCloseWindow: entry,
  softCloseCap: entry,
  /** The condition report as it is typed. Absent in drafts of before. */
  conditionReport: z.optional(
    z.strictObject(
      Object.fromEntries(reportFieldNames.map((name) => [name, z.optional(lines(0, 2000))])) as Record<
        ReportFieldName,
        z.ZodMiniOptional<z.ZodMiniString>
      >,
    ),
  ),
  /** Absent in drafts of before. */
  ...eachDetail((_, { max }) => z.exactOptional(lines(0, 5 * max))),
  ...eachEstimate(() => z.exactOptional(entry)),
  media: z.array(mediaSchema).check(z.maxLength(30)),
});
export type LotDraftContent = z.infer<typeof lotDraftContent>;

/** `revision` is 0 for a new draft, else the one that the content was typed over. */
export const saveLotDraftBody = z.strictObject({ revision: z.int().check(z.minimum(0)), content: lotDraftContent });

const author = z.object({ _id: z.string(), username: z.string() });

export const lotDraftSchema = z.object({
  _id: z.string(),
  /** The member of the staff who began it. */
  author,
  /** Grows by 1 with each save. */
  revision: z.int(),
  createdAt: wireTime,
  updatedAt: wireTime,
  content: lotDraftContent,
});
export type LotDraft = z.infer<typeof lotDraftSchema>;

/** A draft in the list. */
export const listedLotDraftSchema = z.object({
  _id: z.string(),
  revision: z.int(),
  updatedAt: wireTime,
  title: z.string(),
  startTime: z.string(),
  /** The first picture. */
  imageUrl: z.nullable(z.string()),
  author,
  /** What a lot still needs, a sentence each. Empty: it can become a draft of an auction, or be published. */
  missing: z.array(z.string()),
});
export type ListedLotDraft = z.infer<typeof listedLotDraftSchema>;

export const lotDraftAnswer = z.object({ draft: lotDraftSchema });
/** The answer does not repeat the saved content. */
export const savedLotDraftAnswer = z.object({
  draft: z.object({ _id: z.string(), revision: z.int(), updatedAt: wireTime }),
});
export type SavedLotDraft = z.infer<typeof savedLotDraftAnswer>;
/** Those of all staff; `mine`: only those that the caller began. `search`: words in any order, parts of the title. */
export const lotDraftsQuery = z.object({
  mine: z.optional(queryFlag),
  search: z.optional(searchWords),
  page: z.optional(queryWhole(1_000_000)),
  limit: z.optional(queryWhole(LOT_DRAFTS_MAX)),
});
export const LOT_DRAFTS_LIMIT_DEFAULT = 50;
export const lotDraftsAnswer = z.object({ drafts: z.array(listedLotDraftSchema), pagination: paginationSchema });
export const finishLotDraftBody = z.strictObject({ revision: z.int().check(z.minimum(1)) });
