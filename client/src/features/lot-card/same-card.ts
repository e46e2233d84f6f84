// Compares what two renderings of a card show, so that a new answer of the list or another lot's bid renders only the
// cards that changed.
import type { Auction } from "@jara/shared/auction";

interface CardProps {
  auction: Auction;
  outbid?: boolean;
  collectIn?: string | undefined;
  eager?: boolean;
}

/** True if a card with `after` looks as with `before`. Every answer has its own `serverTime`, which no card shows. */
export const isSameCard = (before: CardProps, after: CardProps): boolean =>
  isSame(before, after, "auction") && isSame(before.auction, after.auction, "serverTime");

/** Objects and lists inside are compared by identity: the query cache keeps those that did not change. */
const isSame = <T extends object>(before: T, after: T, but: keyof T): boolean => {
  if (before === after) return true;
  const keys = Object.keys(after) as (keyof T)[];
  return keys.length === Object.keys(before).length && keys.every((key) => key === but || before[key] === after[key]);
};
