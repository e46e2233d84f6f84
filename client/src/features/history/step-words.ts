// The sentence below each bid of the history: why the price is this. The reader's own bids are addressed as such; no
// sentence names a maximum, except the reader's own.
import type { Bid } from "@jara/shared/auction";
import { type Currency, formatMoney, toMajor, toMinor } from "@jara/shared/money";
import { type ExplainedBid, type OwnMaximum, ownMaximumState, type PriceReason } from "@jara/shared/why-this-price";

const isOwn = (bid: Bid | undefined): boolean => bid?.bidder.username === "You";

const words: Record<Exclude<PriceReason, "by-hand">, string> = {
  "first-by-hand": "The first bid, placed by hand.",
  "lowest-allowed": "An auto-bid at the lowest amount allowed.",
  answer: "An auto-bid answered the bid by hand with one increment more.",
  "close-answer": "An auto-bid answered the bid by hand with less than one increment more.",
  "earlier-than-hand":
    "An auto-bid answered with the same amount: if two amounts are equal, the earlier maximum leads.",
  "lower-limit": "An auto-bid reached its maximum here and stopped.",
  "limits-met": "Two bidders bid against each other: the price went to the lower maximum plus one increment.",
  "limits-close": "Two bidders bid against each other. Their maximums are less than one increment apart.",
  "limits-equal": "Two bidders had the same maximum: the one who set it first leads.",
  reserve: "An auto-bid went up to the reserve, the lowest price at which the lot is sold.",
  auto: "An auto-bid raised the price.",
};

const ownWords: Partial<typeof words> = {
  "first-by-hand": "You placed the first bid.",
  "lowest-allowed": "We bid the lowest amount allowed for you.",
  answer: "Your maximum answered the bid by hand with one increment more.",
  "close-answer": "Your maximum answered the bid by hand with less than one increment more, because it goes no higher.",
  "earlier-than-hand": "Your maximum equals the bid by hand. It was there first, so you lead.",
  "lower-limit": "Here we reached your maximum and stopped.",
  "limits-met": "Your maximum is higher than the other bidder's: the price is theirs plus one increment.",
  "limits-close": "Your maximum is higher than the other bidder's, by less than one increment.",
  "limits-equal": "Another bidder had the same maximum. You set yours first, so you lead.",
  reserve: "Your maximum reaches the reserve, so the price went up to it.",
  auto: "We bid for you, up to your maximum.",
};

/** The sentence about another bidder's step that met the reader's own bid or maximum. */
const beatenWords: Partial<typeof words> = {
  answer: "Another bidder's maximum answered your bid with one increment more.",
  "close-answer": "Another bidder's maximum answered your bid with less than one increment more.",
  "earlier-than-hand": "Another bidder's maximum equals your bid. It was there first, so it leads.",
  "limits-met": "Another bidder's maximum is higher than yours: the price went to yours plus one increment.",
  "limits-close": "Another bidder's maximum is higher than yours, by less than one increment.",
  "limits-equal": "Another bidder set the same maximum before you, so they lead.",
};

export const stepWords = (bid: Bid, explained: ExplainedBid, currency: Currency): string => {
  const { reason, beforeMinor, isChosenHigher, contest } = explained;
  const own = isOwn(bid);
  const chosen = isChosenHigher ? ` ${own ? "You" : "The bidder"} chose more than one increment.` : "";
  if (reason === "by-hand") {
    const whose = own ? "You bid by hand" : "A bid by hand";
    if (beforeMinor === null) return `${whose}.`;
    const step = formatMoney(toMajor(toMinor(bid.amount) - beforeMinor), currency);
    return `${whose}, ${step} above the price before.${chosen}`;
  }
  if (own) return `${ownWords[reason] ?? words[reason]}${chosen}`;
  const met = contest[contest.indexOf(bid) - 1];
  return `${(isOwn(met) && beatenWords[reason]) || words[reason]}${chosen}`;
};

/** The reasons for a price that is another amount plus a step, with the words for this amount. */
const addends: Partial<Record<PriceReason, { readonly own: string; readonly others: string }>> = {
  answer: { own: "your bid by hand", others: "the bid by hand" },
  "close-answer": { own: "your bid by hand", others: "the bid by hand" },
  "limits-met": { own: "your maximum", others: "the second highest maximum" },
  "limits-close": { own: "your maximum", others: "the second highest maximum" },
};
const isLessThanStep = (reason: PriceReason): boolean => reason === "close-answer" || reason === "limits-close";

/** Says the price as a sum of public amounts, where it is one. */
const sumWords = (
  leading: Bid,
  { reason, beforeMinor, contest }: ExplainedBid,
  isFirst: boolean,
  currency: Currency,
) => {
  const price = formatMoney(leading.amount, currency);
  const met = contest[contest.indexOf(leading) - 1];
  const addend = addends[reason];
  const of =
    met && addend
      ? { minor: toMinor(met.amount), words: isOwn(met) ? addend.own : addend.others }
      : reason === "lowest-allowed" && beforeMinor !== null
        ? { minor: beforeMinor, words: isFirst ? "the starting price" : "the price before" }
        : null;
  if (!of) return `The price is ${price}.`;
  const step = formatMoney(toMajor(toMinor(leading.amount) - of.minor), currency);
  const whole = isLessThanStep(reason) ? "less than one step" : "one step";
  return `${formatMoney(toMajor(of.minor), currency)} (${of.words}) + ${step} (${whole}) = ${price}.`;
};

/** Says how the price came about: as a sum, then why, and by whose bid by hand the last contest began. */
export const lastStepsWords = (explained: ReadonlyMap<string, ExplainedBid>, leading: Bid, currency: Currency) => {
  const last = explained.get(leading._id);
  if (!last) return `The price is ${formatMoney(leading.amount, currency)}.`;
  const [first] = last.contest;
  const isFirst = explained.keys().next().value === leading._id;
  const begun =
    first?.kind === "manual" && last.contest.length > 2
      ? `${isOwn(first) ? "You bid" : "Another bidder bid"} ${formatMoney(first.amount, currency)} by hand.`
      : "";
  return [sumWords(leading, last, isFirst, currency), begun, stepWords(leading, last, currency)]
    .filter(Boolean)
    .join(" ");
};

/** Says what the reader's own maximum does now, or did in an auction that is over. */
export const ownMaximumWords = (own: OwnMaximum & { currency: Currency; isOver: boolean }): string => {
  const { maxAmount, currentPrice, currency, isOver } = own;
  const maximum = `Your maximum of ${formatMoney(maxAmount, currency)}`;
  const price = formatMoney(currentPrice, currency);
  switch (ownMaximumState(own)) {
    case "spare": {
      const spare = formatMoney(toMajor(toMinor(maxAmount) - toMinor(currentPrice)), currency);
      return isOver
        ? `${maximum} won at ${price}. The other ${spare} of it was not needed.`
        : `${maximum} leads at ${price}. The other ${spare} of it is used only if somebody bids more.`;
    }
    case "in-full":
      return isOver
        ? `${maximum} won. It was needed in full.`
        : `${maximum} leads, and is used in full. If somebody bids more, you are outbid.`;
    case "above-by-hand":
      return `${maximum} is below the ${price} that you bid by hand.`;
    case "too-low":
      return isOver
        ? `${maximum} was above the price, but below the next bid allowed.`
        : `${maximum} is above the price, but below the minimum next bid of ${formatMoney(own.minimumBid, currency)}, so it cannot bid.`;
    case "reached":
      return isOver ? `${maximum} was used up: another bidder went to ${price}.` : `${maximum} is used up.`;
  }
};
