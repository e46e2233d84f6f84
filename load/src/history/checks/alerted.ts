// Checks what people were notified of about new lots: only searches of their own, only lots that the search finds by
// the checker's own rules, and each lot once. Each generator yields null for a correct item.
import { firstOf } from "../check.ts";
import type { Auction, Evidence } from "../evidence.ts";
import type { State } from "../log.ts";
import { searchFinds } from "../search-finds.ts";
import type { StoredAlert, StoredMatch, StoredSearch } from "../stored-notifications.ts";

/** The server compares lots every five seconds, and after a large import for a minute. */
const NOTIFIED_WITHIN_MS = 120_000;

const searchFacts: ReadonlySet<string> = new Set(["searchId", "name", "lots", "newest"]);
const dailyFacts: ReadonlySet<string> = new Set(["name", "lots", "newest"]);

export function* alertedWrongly({ auctions, stored }: Evidence): Generator<string | null> {
  const { searches, matches, alerts } = stored.comingBack;
  for (const alert of alerts) {
    yield alert.about === "saved-search" ? alertDiffers(alert, searches) : dailyDiffers(alert, searches);
  }
  for (const search of searches) {
    const found = matches.filter(({ searchId }) => searchId === search.id);
    const sent = alerts.filter(({ data }) => data.searchId === search.id);
    yield* notifiedTooOften(search, found, sent);
    const lots = found.map(({ auctionId }) => auctions.get(auctionId));
    for (const { data } of sent) yield namesAnother(search, data.newest ?? null, lots);
    for (const match of found) {
      const auction = auctions.get(match.auctionId);
      if (!auction) continue;
      yield matchDiffers(search, match, auction);
      yield alertMissing(search, match, auction, sent, stored.readAt);
    }
    for (const auction of auctions.values()) yield* unmatched(search, found, auction, stored.readAt);
  }
}

const alertDiffers = ({ userId, data }: StoredAlert, searches: readonly StoredSearch[]): string | null => {
  const strange = Object.keys(data).find((key) => !searchFacts.has(key));
  const search = searches.find(({ id }) => id === data.searchId);
  return firstOf(
    strange && `${userId} is told ${strange} of a saved search`,
    search &&
      search.userId !== userId &&
      `${userId} is told of the saved search ${search.id}, which is ${search.userId}'s`,
  );
};

const dailyDiffers = ({ userId, data }: StoredAlert, searches: readonly StoredSearch[]): string | null => {
  const named = Array.isArray(data.searches) ? (data.searches as Record<string, unknown>[]) : [];
  const strange = named.flatMap((one) => Object.keys(one)).find((key) => !dailyFacts.has(key));
  const others = named.find(({ name }) => !searches.some((own) => own.userId === userId && own.name === name));
  return firstOf(
    (strange || Object.keys(data).some((key) => key !== "searches")) &&
      `${userId} is told ${strange ?? "more"} once a day`,
    others && `${userId} is told of “${others.name}”, which they have not saved`,
  );
};

/** A lot that is undefined has no history. */
const namesAnother = (
  { id, userId }: StoredSearch,
  newest: unknown,
  lots: readonly (Auction | undefined)[],
): string | null =>
  newest === null || lots.some((lot) => !lot || lot.steps.some(({ after }) => after.title === newest))
    ? null
    : `${userId} is told that the search ${id} found “${newest}”, and it found no such lot`;

/** Each alert names at least one lot that no alert named before. */
function* notifiedTooOften(
  { id, userId }: StoredSearch,
  found: readonly StoredMatch[],
  sent: readonly StoredAlert[],
): Generator<string | null> {
  let events = 0;
  for (const { at, count, data } of sent) {
    events += count;
    const lots = found.filter((match) => match.isNotified && match.at <= at).length;
    yield firstOf(
      events > lots && `${userId} was told ${events} times by ${at} of the search ${id}, which had ${lots} new lots`,
      Number(data.lots) > lots && `${userId} is told of ${data.lots} lots of the search ${id}, which had ${lots}`,
    );
  }
}

/** The times at which the lot was listed: created active, or started from a draft. */
const publishedAt = ({ steps }: Auction): number[] =>
  steps
    .filter(({ before, after }) => (before === null || before.status === "draft") && after.status === "active")
    .map(({ row }) => row.at);

/** The states of the lot from one time to another. */
const statesFrom = ({ steps }: Auction, from: number, until: number): State[] =>
  steps
    .filter(({ row }, n) => row.at <= until && (steps[n + 1]?.row.at ?? Number.POSITIVE_INFINITY) > from)
    .map(({ after }) => after);

const matchDiffers = (search: StoredSearch, { at }: StoredMatch, auction: Auction): string | null => {
  const since = publishedAt(auction).filter((published) => published >= search.at - 1 && published <= at);
  const [first] = since;
  if (first === undefined) return `${search.userId}'s search ${search.id} found ${auction.id}, which was not new`;
  const isFound = statesFrom(auction, first, at).some((state) => searchFinds(search, state) !== false);
  return isFound ? null : `${search.userId}'s search ${search.id} does not find ${auction.id}, and says that it did`;
};

const stayedActive = (auction: Auction, from: number): boolean =>
  statesFrom(auction, from, from + NOTIFIED_WITHIN_MS).every(
    ({ status, isRemoved }) => status === "active" && !isRemoved,
  );

const alertMissing = (
  { id, userId, alert }: StoredSearch,
  { at, isSeen, isNotified }: StoredMatch,
  auction: Auction,
  sent: readonly StoredAlert[],
  readAt: number,
): string | null => {
  if (alert !== "now" || isSeen || at + NOTIFIED_WITHIN_MS > readAt || !stayedActive(auction, at)) return null;
  return isNotified && sent.some((one) => one.at >= at)
    ? null
    : `${userId} was not told of ${auction.id}, which ${id} found`;
};

function* unmatched(
  search: StoredSearch,
  found: readonly StoredMatch[],
  auction: Auction,
  readAt: number,
): Generator<string | null> {
  for (const at of publishedAt(auction)) {
    if (at <= search.at || at + NOTIFIED_WITHIN_MS > readAt || !stayedActive(auction, at)) continue;
    const isFound = statesFrom(auction, at, at + NOTIFIED_WITHIN_MS).every(
      (state) => searchFinds(search, state) === true,
    );
    if (!isFound) continue;
    const isMatched = found.some(({ auctionId }) => auctionId === auction.id);
    yield isMatched ? null : `${search.userId}'s search ${search.id} should have found ${auction.id}`;
  }
}
