// Checks that personal data reached only their owner, and were true.
import { isPrivateEvent, type PrivateEventName } from "@jara/shared/calls/live-list";
import type { Events } from "@jara/shared/live-commands";
import { toMajor, toMinor } from "@jara/shared/money";
import { check, firstOf, unlike } from "../check.ts";
import type { Evidence } from "../evidence.ts";
import { isSuspended } from "../log.ts";

type Wrong = string | null;

export const owners = check(
  "owners",
  "Private events (a maximum, a lead, a win, a purchase, a balance) reach their owner alone, and are true",
  (evidence, tally) => {
    for (const { watcher, seen } of evidence.history.watching) {
      let userId: string | null = null;
      for (const one of seen) {
        if (one.kind === "connected") userId = one.userId;
        if (one.kind !== "event" || !isPrivateEvent(one.type)) continue;
        const isTrue = truths[one.type] as Truth<PrivateEventName> | null;
        const wrong =
          userId === null ? "a visitor was told of it" : (isTrue?.(evidence, one.data as never, userId) ?? null);
        const auctionId = (one.data as { auctionId?: string }).auctionId ?? null;
        tally.tried(auctionId, wrong && `watcher ${watcher} was told ${one.type}: ${wrong}`);
      }
    }
  },
);

type Truth<E extends PrivateEventName> = (evidence: Evidence, data: Events[E], userId: string) => Wrong;

/** Each says whether an event was true for the user who got it. Null: nothing that this check reads says so. */
const truths: { readonly [E in PrivateEventName]: Truth<E> | null } = {
  "auction:mine": ({ auctions, stored }, { auctionId, version, isLeading, bidIds }, userId) => {
    const auction = auctions.get(auctionId);
    const is = auction?.byVersion.get(version);
    if (!auction) return null;
    if (!is) return `version ${version} is not in the log`;
    const others = (stored.bids.get(auctionId) ?? []).filter(({ bidderId }) => bidderId !== userId);
    const strange = others.find(({ number }) => bidIds.includes(`${auctionId}-${number}`));
    return firstOf(
      unlike(`of version ${version}, isLeading`, isLeading, is.leader?.id === userId),
      strange && `bid ${strange.number} is called theirs and is of ${strange.bidderId}`,
    );
  },
  "bid:outbid": ({ auctions }, { auctionId, currentPrice }, userId) => {
    const steps = auctions.get(auctionId)?.steps;
    const isSo = steps?.some(({ after }) => after.leader?.id !== userId && toMajor(after.priceMinor) === currentPrice);
    return steps && !isSo ? `at ${currentPrice} nobody but they ever led` : null;
  },
  "maxbid:changed": ({ auctions }, { maxBid }, userId) => {
    const { _id, maxAmount, auction, contentVersion, isSuspended: isSaid } = maxBid;
    const steps = auctions.get(auction._id)?.steps;
    if (!steps) return null;
    const isSo = steps.some(({ after }) => {
      const own = after.maxima.get(userId);
      return (
        own?.id === _id &&
        own.amountMinor === toMinor(maxAmount) &&
        own.contentVersion === contentVersion &&
        after.contentVersion === auction.contentVersion &&
        isSuspended(after, own) === isSaid
      );
    });
    const what = `a maximum ${_id} of ${maxAmount}, ${isSaid ? "suspended" : "acting"} on content ${contentVersion}`;
    return isSo ? null : `they never had ${what}`;
  },
  "maxbid:suspended": ({ auctions }, { auctionId, maxBidId, contentVersion }, userId) => {
    const steps = auctions.get(auctionId)?.steps;
    if (!steps) return null;
    const isSo = steps.some(({ after }) => {
      const own = after.maxima.get(userId);
      return own?.id === maxBidId && after.contentVersion === contentVersion && isSuspended(after, own);
    });
    return isSo ? null : `content version ${contentVersion} suspended no maximum ${maxBidId} of theirs`;
  },
  "maxbid:removed": ({ stored }, data, userId) => {
    const all = [...stored.maxima.values()].flat();
    const owner = all.find(({ id }) => id === data._id)?.userId;
    return owner === undefined || owner === userId ? null : `it is the maximum of ${owner}`;
  },
  "auction:won": (evidence, { auctionId }, userId) => everWon(evidence, auctionId, userId),
  "win:changed": (evidence, { auctionId }, userId) => everWon(evidence, auctionId, userId),
  "purchase:changed": ({ auctions }, { auctionId }, userId) => {
    const steps = auctions.get(auctionId)?.steps;
    const hasBought = steps?.some(({ after }) => after.purchase?.buyer.id === userId);
    return steps && !hasBought ? "they never were its buyer" : null;
  },
  "balance:changed": null,
  "watchlist:changed": null,
  // notified.ts compares it with the stored notifications.
  "notification:created": null,
  "notifications:read": null,
  "list:changed": null,
  "user:changed": null,
  "session:ended": null,
};

const everWon = ({ auctions }: Evidence, auctionId: string, userId: string): Wrong => {
  const steps = auctions.get(auctionId)?.steps;
  return steps && !steps.some(({ after }) => after.winner?.id === userId) ? "they never were its winner" : null;
};
