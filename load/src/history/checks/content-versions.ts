// Checks the lot's content (rules 14 and 16): each relevant change makes a content version, leaves enough time before
// the end, and suspends maxima.
import { check, DATED_WITHIN_MS, firstOf, same } from "../check.ts";
import { isSuspended, type LogEvent, type LogRow, type State, stepped, type Terms } from "../log.ts";

const NOTICE_MS = 2 * 60 * 60 * 1000;

type Edited = Extract<LogEvent, { type: "AuctionEdited" }>;

export const content = check(
  "content",
  "An edit of the lot's content makes a version if there are bids or maxima, is dated within a second of its commit, " +
    "and leaves two hours; suspended maxima do not bid; with bids the increment and the reserve only fall",
  (evidence, tally) => {
    for (const { id, steps } of evidence.auctions.values()) {
      for (const { row, before } of steps) {
        let at = before;
        for (const event of row.events) {
          if (!at) break;
          if (event.type === "AuctionEdited") tally.tried(id, editDiffers(at, event, row));
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
  ...(["title", "description", "condition", "categories", "location", "media"] as const),
  ...(["addenda", "conditionReport"] as const),
  ...(["incrementMinor", "increments", "buyItNowMinor", "softClose"] as const),
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
    contentVersion !== undefined && tooSoon(before, event, row),
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
  return leftMs < NOTICE_MS ? `revision ${row.revision} changes what the lot says with ${leftMs} ms left` : null;
};
