// Checks the lot's content (rules 14 and 16): each relevant change makes a content version, leaves enough time before
// the end, and suspends maxima.
import { MOST_NOTICE_MS, NOTICE_MS } from "@jara/proof/lot/rules";
import { detailNames } from "@jara/shared/lot-fields";
import { check, DATED_WITHIN_MS, firstOf, same } from "../check.ts";
import { isSuspended, type LogEvent, type LogRow, type State, stepped, type Terms } from "../log.ts";

const MOST_CORRECTED = 40;
/** The roles that may make lots and may not run auctions. */
const makers = new Set(["cataloguer", "cashier"]);

type Edited = Extract<LogEvent, { type: "AuctionEdited" }>;

export const content = check(
  "content",
  "An edit of the lot's content makes a version if there are bids or maxima, is dated within a second of its commit, " +
    "and leaves two hours, unless changes have moved the end by a day; it is by staff who run auctions; corrections move " +
    "no end and change 40 characters and no figure; suspended maxima do not bid; with bids the increment and the reserve " +
    "only fall",
  (evidence, tally) => {
    for (const { id, steps } of evidence.auctions.values()) {
      /** The characters that corrections changed since the last full version. */
      let corrected = 0;
      for (const { row, before } of steps) {
        let at = before;
        for (const event of row.events) {
          if (!at) break;
          if (event.type === "AuctionEdited") {
            tally.tried(id, editDiffers(at, event, row));
            if (event.correction !== undefined) corrected += event.correction;
            else if (event.contentVersion !== undefined) corrected = 0;
            if (event.correction !== undefined) tally.tried(id, correctionDiffers(event, row, corrected));
          }
          if (event.type === "BidPlaced" && event.kind === "auto") {
            const own = at.maxima.get(event.bidder.id);
            const wrong = `auto-bid ${event.number} is of ${event.bidder.id}, whose maximum is suspended`;
            tally.tried(id, own && isSuspended(at, own) ? wrong : null);
          }
          at = stepped(at, event, row);
        }
      }
    }
  },
);

const said = [
  "title",
  "description",
  "condition",
  "categories",
  "location",
  "media",
  "addenda",
  "conditionReport",
  ...detailNames,
  "lowEstimateMinor",
  "highEstimateMinor",
  "incrementMinor",
  "increments",
  "buyItNowMinor",
  "softClose",
] satisfies readonly (keyof Terms)[];

const saysOtherwise = (before: State, changes: Partial<Terms>): boolean =>
  said.some((term) => changes[term] !== undefined && !same(changes[term], before[term])) ||
  (changes.reserveMinor !== undefined && (changes.reserveMinor === null) !== (before.reserveMinor === null));

const editDiffers = (before: State, event: Edited, row: LogRow): string | null => {
  const { changes, contentVersion, contentChangedAt } = event;
  const what = `revision ${row.revision}`;
  // If the lot is cancelled or put back to draft in the same change, there are no bids or maxima that anybody could
  // rely on.
  const isGivenUp = row.events.some(({ type }) => type === "AuctionCancelled" || type === "AuctionWithdrawn");
  const isRelied = before.bidCount > 0 || before.maxima.size > 0;
  const isDue = isRelied && !isGivenUp && saysOtherwise(before, changes);
  const { incrementMinor, reserveMinor, currency, startingPriceMinor } = changes;
  const hasBids = before.bidCount > 0;
  return firstOf(
    isDue && contentVersion === undefined && `${what} changes what the lot says and makes no content version`,
    !isDue && contentVersion !== undefined && `${what} makes a content version, and changes nothing that the lot says`,
    contentVersion !== undefined &&
      contentVersion !== before.contentVersion + 1 &&
      `${what} makes content version ${contentVersion} after ${before.contentVersion}`,
    contentVersion !== undefined &&
      Math.abs((contentChangedAt ?? 0) - row.at) > DATED_WITHIN_MS &&
      `${what} of ${row.at} dates the change ${contentChangedAt}`,
    contentVersion !== undefined && event.correction === undefined && tooSoon(before, event, row),
    contentVersion !== undefined &&
      event.changedBy !== undefined &&
      makers.has(event.changedBy) &&
      `${what} changes what the lot says, and is by a ${event.changedBy}`,
    event.scheduledEndsAt !== undefined && !event.isSaleOrder && tooFar(before, event, row),
    hasBids && (incrementMinor ?? 0) > before.incrementMinor && `${what} raises the increment of a lot with bids`,
    hasBids &&
      reserveMinor != null &&
      reserveMinor > (before.reserveMinor ?? -1) &&
      `${what} raises the reserve of a lot with bids`,
    hasBids &&
      [currency, startingPriceMinor, changes.softClose, changes.increments].some((term) => term !== undefined) &&
      `${what} changes the currency, the starting price, the increment table or the soft close of a lot with bids`,
  );
};

/**
 * For a paused auction it uses the time that is left when it resumes. An end that was set during the pause does not
 * move any more.
 */
const tooSoon = (before: State, event: Edited, row: LogRow): string | null => {
  if (before.status !== "active" && before.status !== "paused") return null;
  const after = stepped(before, event, row);
  const from = after.pausedAt !== null && !after.isEndSet ? after.pausedAt : row.at - DATED_WITHIN_MS;
  const leftMs = after.endsAt - from;
  if (after.scheduledEndsAt !== null && after.endsAt >= after.scheduledEndsAt + MOST_NOTICE_MS) return null;
  return leftMs < NOTICE_MS ? `revision ${row.revision} changes what the lot says with ${leftMs} ms left` : null;
};

/** The end is a day after the schedule at most. The schedule is the known one, or an end that the same edit set. */
const tooFar = (before: State, { changes, scheduledEndsAt = 0 }: Edited, { revision }: LogRow): string | null => {
  const known = before.scheduledEndsAt ?? before.extendedFrom ?? before.endsAt;
  const { endsAt = before.endsAt } = changes;
  return firstOf(
    endsAt > scheduledEndsAt + MOST_NOTICE_MS &&
      `revision ${revision} moves the end by ${endsAt - scheduledEndsAt} ms past its schedule`,
    scheduledEndsAt === before.endsAt &&
      known < before.endsAt &&
      `revision ${revision} takes the moved end of ${before.endsAt} for its schedule, which is ${known}`,
  );
};

const correctable = new Set<string>(["title", "description", "location"]);

const correctionDiffers = ({ changes, before, correction = 0 }: Edited, row: LogRow, corrected: number) => {
  const what = `revision ${row.revision} corrects`;
  const texts = Object.keys(changes) as (keyof Terms)[];
  const [from, to] = [before, changes].map((terms) => texts.map((term) => String(terms?.[term] ?? "")));
  const characters = texts.reduce((sum, _, at) => sum + distance(from?.[at] ?? "", to?.[at] ?? ""), 0);
  const other = texts.find((term) => !correctable.has(term));
  return firstOf(
    other && `${what} the ${other}`,
    figures(from ?? []) !== figures(to ?? []) && `${what} a figure`,
    characters !== correction && `${what} ${characters} characters and says ${correction}`,
    corrected > MOST_CORRECTED && `${what} so much that ${corrected} characters differ since the last full version`,
  );
};

/** The digits of the texts in their order, with the characters beside them. */
const figures = (texts: readonly string[]): string =>
  texts.map((text) => [...text.matchAll(/\S*\p{N}\S*/gu)].map(([word]) => word).join(" ")).join("\n");

/** The edit distance of two texts of a run, which are short or alike. */
const distance = (one: string, other: string): number => {
  const [a, b] = [[...one], [...other]];
  while (a.length > 0 && b.length > 0 && a.at(-1) === b.at(-1)) {
    a.pop();
    b.pop();
  }
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (const [i, letter] of a.entries()) {
    const next = [i + 1];
    for (const [j, second] of b.entries()) {
      next.push(Math.min((next[j] ?? 0) + 1, (row[j + 1] ?? 0) + 1, (row[j] ?? 0) + (letter === second ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
};
