// Checks that personal data reached only their owner, and were true.
import type { EventName, PushFrame } from "@jara/shared/live-commands";
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
        if (one.kind !== "event" || !personal.has(one.type)) continue;
        const wrong =
          userId === null
            ? "a visitor was told of it"
            : personalDiffers(evidence, { type: one.type, data: one.data } as PushFrame, userId);
        const auctionId = (one.data as { auctionId?: string }).auctionId ?? null;
        tally.tried(auctionId, wrong && `watcher ${watcher} was told ${one.type}: ${wrong}`);
      }
    }
  },
);

const personal = new Set<EventName>([
  ...(["auction:mine", "bid:outbid", "maxbid:changed", "maxbid:removed", "maxbid:suspended"] as const),
  ...(["auction:won", "win:changed", "purchase:changed", "balance:changed"] as const),
]);

const personalDiffers = ({ auctions, stored }: Evidence, frame: PushFrame, userId: string): Wrong => {
  const stepsOf = (auctionId: string) => auctions.get(auctionId)?.steps;
  switch (frame.type) {
    case "auction:mine": {
      const { auctionId, version, isLeading, bidIds } = frame.data;
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
    }
    case "bid:outbid": {
      const { auctionId, currentPrice } = frame.data;
      const steps = stepsOf(auctionId);
      const isSo = steps?.some(
        ({ after }) => after.leader?.id !== userId && toMajor(after.priceMinor) === currentPrice,
      );
      return steps && !isSo ? `at ${currentPrice} nobody but they ever led` : null;
    }
    case "maxbid:changed": {
      const { _id, maxAmount, auction, contentVersion, isSuspended: isSaid } = frame.data.maxBid;
      const steps = stepsOf(auction._id);
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
    }
    case "maxbid:suspended": {
      const { auctionId, maxBidId, contentVersion } = frame.data;
      const steps = stepsOf(auctionId);
      if (!steps) return null;
      const isSo = steps.some(({ after }) => {
        const own = after.maxima.get(userId);
        return own?.id === maxBidId && after.contentVersion === contentVersion && isSuspended(after, own);
      });
      return isSo ? null : `content version ${contentVersion} suspended no maximum ${maxBidId} of theirs`;
    }
    case "maxbid:removed": {
      const all = [...stored.maxima.values()].flat();
      const owner = all.find(({ id }) => id === frame.data._id)?.userId;
      return owner === undefined || owner === userId ? null : `it is the maximum of ${owner}`;
    }
    case "auction:won":
    case "win:changed": {
      const steps = stepsOf(frame.data.auctionId);
      const hasWon = steps?.some(({ after }) => after.winner?.id === userId);
      return steps && !hasWon ? "they never were its winner" : null;
    }
    case "purchase:changed": {
      const steps = stepsOf(frame.data.auctionId);
      const hasBought = steps?.some(({ after }) => after.purchase?.buyer.id === userId);
      return steps && !hasBought ? "they never were its buyer" : null;
    }
    default:
      return null;
  }
};
