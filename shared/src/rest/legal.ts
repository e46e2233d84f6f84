// Schemas of the call that answers the legal pages in all their versions.
import * as z from "zod/mini";

export const legalPages = ["terms", "privacy", "buyer-protection", "refunds", "seller-terms"] as const;
export type LegalPage = (typeof legalPages)[number];

export const legalParams = z.object({ page: z.enum(legalPages) });
export const legalQuery = z.object({
  /** Without it, the version in force. */
  version: z.optional(z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/, "must be a version like 2026-11-24"))),
});

/** A part of a text in one style. `to`: the part links to this address, which may be a path of the site. */
export const legalSpan = z.object({
  text: z.string(),
  isStrong: z.exactOptional(z.literal(true)),
  to: z.exactOptional(z.string()),
});
export type LegalSpan = z.infer<typeof legalSpan>;
export const legalBlock = z.union([
  z.object({ kind: z.literal("paragraph"), spans: z.array(legalSpan) }),
  z.object({ kind: z.literal("list"), isNumbered: z.boolean(), items: z.array(z.array(legalSpan)) }),
]);
export type LegalBlock = z.infer<typeof legalBlock>;

export const legalAnswer = z.object({
  page: z.enum(legalPages),
  title: z.string(),
  /** The day from which it is in force. */
  version: z.string(),
  /** False for an earlier version. */
  isInForce: z.boolean(),
  /** The words above the first section. */
  intro: z.array(legalBlock),
  /** `id` is the section's anchor on the page. */
  sections: z.array(z.object({ id: z.string(), title: z.string(), blocks: z.array(legalBlock) })),
  /** Explanations of this version that were added after it was published, oldest first. Nobody is asked to accept a note. */
  notes: z.array(z.object({ date: z.string(), blocks: z.array(legalBlock) })),
  /** All versions, newest first. */
  versions: z.array(z.object({ version: z.string(), change: z.string() })),
});
export type LegalText = z.infer<typeof legalAnswer>;
