// Checks that each answer matches what the database holds for the version that it names.
import { toMajor, toMinor } from "@jara/shared/money";
import { check, firstOf, iso, unlike } from "../check.ts";
import { wordsOf } from "./commands.ts";

export const answers = check(
  "answers",
  "What an answer says about the bid and the auction equals what is stored for that version",
  ({ calls, effects, records }, tally) => {
    for (const [key, { invocation, outcome }] of calls) {
      if (outcome.kind !== "accepted") continue;
      const effect = effects.get(key);
      const record = records.get(key);
      if (!effect || !record?.outcome.ok) continue;
      const { answer } = outcome;
      const { after, row } = effect;
      const own = after.maxima.get(invocation.userId);
      const differences: (string | null)[] = [];
      if ("bid" in answer) {
        const [placed] = row.events;
        const is = placed?.type === "BidPlaced" ? placed : null;
        differences.push(
          unlike("the bid's id", answer.bid._id, `${effect.auctionId}-${is?.number}`),
          unlike("the bid's amount", toMinor(answer.bid.amount), is?.amountMinor),
          unlike("the bid's time", answer.bid.timestamp, iso(row.at)),
          unlike("the bidder", invocation.userId, is?.bidder.id),
        );
        if ("amount" in invocation) differences.push(unlike("what was bid", invocation.amount, answer.bid.amount));
      }
      if ("maxBid" in answer) {
        differences.push(
          unlike("the maximum's id", answer.maxBid._id, own?.id),
          unlike("the maximum", toMinor(answer.maxBid.maxAmount), own?.amountMinor),
          unlike("its auto-bids", answer.maxBid.autoBidCount, own?.autoBidCount),
          unlike("its auction's currentPrice", toMinor(answer.maxBid.auction.currentPrice), after.priceMinor),
          unlike("its auction's endTime", answer.maxBid.auction.endTime, iso(after.endsAt)),
        );
      }
      if ("auction" in answer) {
        const said: Record<string, unknown> = { ...answer.auction };
        const is: Record<string, unknown> = {
          version: after.version,
          currentPrice: toMajor(after.priceMinor),
          minimumBid: toMajor(after.priceMinor + after.incrementMinor),
          bidCount: after.bidCount,
          endTime: iso(after.endsAt),
          status: after.status,
          isLeading: after.leader?.id === invocation.userId,
          pausedUntil: iso(after.pausedUntil),
        };
        for (const [name, value] of Object.entries(is)) {
          if (name in said) differences.push(unlike(name, said[name], value));
        }
      }
      const wrong = firstOf(...differences);
      tally.tried(effect.auctionId, wrong && `the answer to ${wordsOf(invocation)}: ${wrong}`);
    }
  },
);
