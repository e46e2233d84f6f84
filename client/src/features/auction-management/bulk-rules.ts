// Plans edits of the increments, the soft close or the reserve of many lots. Lots with bids are left out, because such an
// edit suspends maximum bids or is refused.
import type { SoftClose } from "@jara/shared/auction";
import { type Currency, formatMoney } from "@jara/shared/money";
import type { ManagedAuction } from "@jara/shared/rest/admin-auctions";
import type { UpdateAuctionBody } from "@jara/shared/rest/auctions";
import { softCloseWords } from "../../lots/house-rules/differences.ts";
import { isOver } from "../../lots/is-over.ts";

interface Price {
  amount: number;
  currency: Currency;
}
export type RuledAction =
  /** `one`: null gives the house's table. */
  | { kind: "increments"; one: Price | null }
  | { kind: "soft-close"; softClose: SoftClose | null }
  | { kind: "reserve"; reserve: Price | null };

const currencyNames: Record<Currency, string> = { NGN: "naira", USD: "US dollars" };

const priceOf = (action: RuledAction): Price | null => {
  if (action.kind === "soft-close") return null;
  return action.kind === "increments" ? action.one : action.reserve;
};

const whyNot = (lot: ManagedAuction, action: RuledAction, mayRun: boolean): string | null => {
  const { status, bidCount, currency, startingPrice } = lot;
  if (isOver({ status })) return "It is over.";
  if (bidCount > 0) return "It has bids: the change would suspend maximum bids or be refused. Edit it separately.";
  if (status !== "draft" && !mayRun) return "It is open, and only staff who run auctions change this.";
  const price = priceOf(action);
  if (price && price.currency !== currency) return `Its prices are in ${currencyNames[currency]}.`;
  const isBelow = action.kind === "reserve" && price !== null && price.amount < startingPrice;
  return isBelow ? `Its starting price, ${formatMoney(startingPrice, currency)}, is higher than this reserve.` : null;
};

const incrementsOf = (one: number | null): UpdateAuctionBody =>
  one === null ? { incrementTable: true } : { incrementTable: false, bidIncrement: one };

interface Edit {
  kind: "edit";
  body: UpdateAuctionBody;
  undo: UpdateAuctionBody;
}

const editOf = (lot: ManagedAuction, action: RuledAction): Edit => {
  const { incrementSteps, bidIncrement, softClose, reservePrice = null } = lot;
  switch (action.kind) {
    case "increments":
      return {
        kind: "edit",
        body: incrementsOf(action.one?.amount ?? null),
        undo: incrementsOf(incrementSteps ? null : bidIncrement),
      };
    case "soft-close":
      return { kind: "edit", body: { softClose: action.softClose }, undo: { softClose } };
    case "reserve":
      return { kind: "edit", body: { reservePrice: action.reserve?.amount ?? null }, undo: { reservePrice } };
    default:
      return action satisfies never;
  }
};

/** The edit of this lot, or why there is none. */
export const ruledStep = (lot: ManagedAuction, action: RuledAction, mayRun: boolean): Edit | string => {
  const why = whyNot(lot, action, mayRun);
  if (why !== null) return why;
  const edit = editOf(lot, action);
  return JSON.stringify(edit.body) === JSON.stringify(edit.undo) ? "It has this already." : edit;
};

const effectOf = (action: RuledAction): string => {
  const price = priceOf(action);
  switch (action.kind) {
    case "increments":
      return price
        ? `Each next bid must be at least ${formatMoney(price.amount, price.currency)} higher.`
        : "They get the house's table of increments.";
    case "soft-close":
      return action.softClose
        ? `They get a ${softCloseWords(action.softClose)}.`
        : "A late bid no longer moves their end.";
    case "reserve":
      return price
        ? `They are not sold below ${formatMoney(price.amount, price.currency)}.`
        : "They are sold to the highest bid, whatever it is.";
    default:
      return action satisfies never;
  }
};

/** `open`: the number of these lots that are no drafts. */
export const ruledEffects = (action: RuledAction, open: number): string[] => [
  effectOf(action),
  ...(open > 0 ? [`Lots among them that everybody sees: ${open}.`] : []),
  "You can undo it afterwards, where nobody has bid or changed the lot since.",
];
