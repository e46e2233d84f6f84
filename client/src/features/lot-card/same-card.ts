// Compares what two renderings of a card show, so that a new answer of the list or another lot's bid renders only the
// cards that changed.
import type { Auction } from "@jara/shared/auction";

interface CardProps {
  auction: Auction;
  outbid?: boolean;
  eager?: boolean;
}

/** True if a card with `after` looks as with `before`. Every answer has its own `serverTime`, which no card shows. */
export const isSameCard = (before: CardProps, after: CardProps): boolean =>
  before.outbid === after.outbid && before.eager === after.eager && isSameLot(before.auction, after.auction);

/** Objects and lists inside are compared by identity: the query cache keeps those that did not change. */
const isSameLot = (before: Auction, after: Auction): boolean => {
  if (before === after) return true;
  const keys = Object.keys(after) as (keyof Auction)[];
  return (
    keys.length === Object.keys(before).length &&
    keys.every((key) => key === "serverTime" || before[key] === after[key])
  );
};
