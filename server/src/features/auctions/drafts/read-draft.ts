// Reads an unfinished lot into the call that creates an auction, and says in sentences what is missing.
import { detailsIn, eachDetail, eachEstimate, estimateNames } from "@jara/shared/lot-fields";
import { type CreateAuctionBody, createAuctionBody } from "@jara/shared/rest/auctions";
import type { LotDraftContent } from "@jara/shared/rest/lot-drafts";
import { readNumber } from "@jara/shared/typed-amount";
import { fromTypedReport, reportRule, type TypedReport } from "@jara/shared/typed-report";
import { issueWords } from "../../../platform/http/issue-words.ts";
import { readTime } from "../imports/lagos-times.ts";

export interface ReadDraft {
  /** Null if something is missing. */
  readonly body: CreateAuctionBody | null;
  readonly missing: readonly string[];
}

const labels: Readonly<Record<string, string>> = {
  title: "The title",
  description: "The description",
  location: "The location",
  duration: "The duration",
  startingPrice: "The starting price",
  bidIncrement: "The increment",
  buyItNowPrice: "The Buy It Now price",
  reservePrice: "The reserve",
  startTime: "The start",
  endTime: "The end",
  softClose: "The soft close",
  categories: "The category",
  conditionReport: "The condition report",
  media: "A picture or video",
  ...eachDetail((_, { label }) => `The ${label}`),
  ...eachEstimate((_, { label }) => `The ${label}`),
};
const labelOf = (name: string): string => labels[name] ?? "A field";

const amounts = ["startingPrice", "bidIncrement", "reservePrice", "buyItNowPrice", ...estimateNames] as const;
const times = ["startTime", "endTime"] as const;

export const readDraft = (content: LotDraftContent): ReadDraft => {
  const missing = new Map<string, string>();
  const given: Record<string, unknown> = {
    title: content.title.trim(),
    description: content.description.trim(),
    currency: content.currency,
    categories: content.categories,
    condition: content.condition,
    media: content.media,
    softClose:
      content.softCloseWindow === "off"
        ? null
        : { windowSeconds: Number(content.softCloseWindow), capMinutes: Number(content.softCloseCap) },
    ...(content.location.trim() && { location: content.location.trim() }),
    ...(content.incrementTable && { incrementTable: true }),
    ...detailsIn(content),
  };
  for (const name of ["title", "description", "startingPrice"] as const) {
    if (content[name].trim() === "") missing.set(name, `${labelOf(name)} is missing.`);
  }
  for (const name of amounts) {
    const typed = content[name] ?? "";
    if (typed.trim() === "" || (name === "bidIncrement" && content.incrementTable)) continue;
    const amount = readNumber(typed);
    if (amount === null) missing.set(name, `${labelOf(name)} is not an amount.`);
    else given[name] = amount;
  }
  for (const name of times) {
    if (content[name].trim() === "") continue;
    const time = readTime(content[name]);
    if (time === null) missing.set(name, `${labelOf(name)} is not a time.`);
    else given[name] = time;
  }
  if (!given.endTime) given.duration = Number(content.duration);
  const typedReport = (content.conditionReport ?? {}) as TypedReport;
  const report = reportRule(typedReport, content.categories);
  if (report !== true) missing.set("conditionReport", `${report}.`);
  else {
    const conditionReport = fromTypedReport(typedReport, content.categories);
    if (conditionReport) given.conditionReport = conditionReport;
  }
  const read = createAuctionBody.safeParse(given);
  for (const issue of read.success ? [] : read.error.issues) {
    const name = String(issue.path[0] ?? "");
    if (!missing.has(name)) missing.set(name, issueWords(issue, labelOf(name)));
  }
  return { body: read.success && missing.size === 0 ? read.data : null, missing: [...missing.values()] };
};
