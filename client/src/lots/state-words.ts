// A lot's state has one sentence, one action and one colour for the person. The rule that finds the state, and how to use
// both, is in shared/src/lot-state.ts.
import type { Auction } from "@jara/shared/auction";
import type { LotState, LotStateName, Me } from "@jara/shared/lot-state";
import { type Currency, formatMoney } from "@jara/shared/money";

/** `calm`: nothing to do. `act`: the person is to do something. `still`: there is nothing to be done. */
export type StateTone = "calm" | "act" | "still";

type WordsLot = Pick<Auction, "currency" | "currentPrice" | "minimumBid">;

interface Facts {
  price: string;
  minimum: string;
}

interface Words {
  tone: StateTone;
  sentence: (facts: Facts) => string;
}

/** Why a person does not lead at a price that they have offered too. */
export const SET_BEFORE = "Another bidder set the same amount before you.";
export const LOST_IN_TIE = `${SET_BEFORE} The first one wins.`;

export const PAUSED = "This auction is paused. Bidding opens again when it resumes.";

export const stateWords: Record<LotStateName, Words> = {
  free: { tone: "still", sentence: ({ minimum }) => `Bid ${minimum} or more to lead.` },
  leading: { tone: "calm", sentence: ({ price }) => `You lead at ${price}. You do not need to bid.` },
  "leading-in-full": {
    tone: "calm",
    sentence: ({ price }) => `You lead at ${price}, your whole maximum. If somebody bids more, you are outbid.`,
  },
  "leading-below-reserve": {
    tone: "act",
    sentence: () => "You have the highest bid, but the reserve is not reached. Bid more or set a maximum.",
  },
  outbid: { tone: "act", sentence: ({ price }) => `You were outbid at ${price}` },
  tied: {
    tone: "act",
    sentence: ({ price }) => `Another bidder set ${price} before you. The first one leads.`,
  },
  "maximum-used-up": {
    tone: "act",
    // Below it, the maximum and what it holds are named (used-up-maximum.tsx).
    sentence: ({ price }) => `You were outbid at ${price}`,
  },
  "maximum-too-low": {
    tone: "act",
    sentence: ({ minimum }) => `Your maximum is below the minimum next bid of ${minimum}, so it cannot bid.`,
  },
  "maximum-suspended": {
    tone: "act",
    sentence: () => "Your maximum is suspended. It does not bid until you confirm it.",
  },
  closing: { tone: "still", sentence: () => "The time is over. The result comes in a moment." },
  "being-bought": {
    tone: "still",
    sentence: () => "Somebody is buying this lot. If they do not pay within the hour, bidding opens again.",
  },
  "being-bought-by-me": { tone: "act", sentence: () => "You are buying this lot. Pay before the time is over." },
  paused: { tone: "still", sentence: () => PAUSED },
  upcoming: { tone: "still", sentence: () => "Bidding has not opened. Watch this lot, and we tell you when it does." },
  offered: { tone: "act", sentence: () => "The winner did not take this lot, so it is offered to you." },
  won: { tone: "calm", sentence: () => "You won this auction!" },
  "won-to-pay": { tone: "act", sentence: () => "You won this auction!" },
  paid: { tone: "calm", sentence: () => "This lot is paid. We tell you when you can collect it." },
  ready: { tone: "act", sentence: () => "This lot is ready for pickup." },
  collected: { tone: "still", sentence: () => "You have collected this lot." },
  "not-paid": { tone: "still", sentence: () => "You won this auction, but did not pay in time." },
  lost: { tone: "still", sentence: () => "You did not win." },
  sold: { tone: "still", sentence: () => "This auction has ended." },
  unsold: { tone: "still", sentence: () => "This lot was not sold." },
  relisted: { tone: "still", sentence: () => "This auction is over. The lot was listed again." },
  cancelled: { tone: "still", sentence: () => "This auction was cancelled." },
  withdrawn: {
    tone: "still",
    sentence: () => "This auction was withdrawn. You can no longer bid on it or find it here.",
  },
};

/** How the one action looks: a lead needs nothing, so its action is not the main button of the page. */
export const actionLook = ({ name }: Pick<LotState, "name">): "primary" | "secondary" =>
  stateWords[name].tone === "calm" ? "secondary" : "primary";

export const sentenceOf = ({ name }: LotState, { currency, currentPrice, minimumBid }: WordsLot): string =>
  stateWords[name].sentence({
    price: formatMoney(currentPrice, currency),
    minimum: formatMoney(minimumBid, currency),
  });

/** The one action of a state. `kind` says what it does, and each screen leads there in its own way. */
export interface StateAction {
  kind: "bid" | "own-bid" | "raise" | "review" | "pay" | "answer" | "collect" | "open-new";
  label: string;
  /** The maximum that the action sets: the least that can act again. Left out: the person chooses it. */
  amount?: number;
}

/**
 * The label of the button that sets a maximum to the minimum next bid. For a leader it only raises the maximum; for
 * anybody else it bids that amount at once.
 */
export const raiseLabel = ({ name }: Pick<LotState, "name">, amount: number, currency: Currency): string =>
  name === "leading-in-full" ? `Raise maximum to ${formatMoney(amount, currency)}` : bidLabel(amount, currency);

export const bidLabel = (amount: number, currency: Currency): string => `Bid ${formatMoney(amount, currency)}`;

/** The label where the person chooses the amount. */
export const RAISE = "Raise your maximum";

/** Null where there is nothing to do but to look. `remaining`: what is left to pay, if the screen knows it. */
export const actionOf = (
  state: LotState,
  { currency, minimumBid }: Pick<Auction, "currency" | "minimumBid">,
  me: Me,
  remaining?: number,
): StateAction | null => {
  // News of a maximum and of the lot may come one after the other, so that a high maximum seems beaten for a moment.
  const raise = (): StateAction =>
    (me.maximum?.maxAmount ?? 0) < minimumBid
      ? { kind: "raise", label: raiseLabel(state, minimumBid, currency), amount: minimumBid }
      : { kind: "raise", label: RAISE };
  switch (state.name) {
    case "free":
      return { kind: "bid", label: "Bid" };
    case "leading":
      return { kind: "own-bid", label: "Your bid" };
    case "leading-below-reserve":
      return { kind: "raise", label: me.maximum ? RAISE : "Set a maximum" };
    case "outbid":
    case "tied":
      return me.maximum ? raise() : { kind: "bid", label: bidLabel(minimumBid, currency) };
    case "leading-in-full":
    case "maximum-used-up":
    case "maximum-too-low":
      return raise();
    case "maximum-suspended":
      return { kind: "review", label: "Review the change" };
    case "being-bought-by-me":
    case "won-to-pay":
      return { kind: "pay", label: remaining === undefined ? "Pay" : `Pay ${formatMoney(remaining, currency)}` };
    case "offered":
      return { kind: "answer", label: "Answer the offer" };
    case "paid":
    case "ready":
      return { kind: "collect", label: "Pickup details" };
    case "relisted":
      return { kind: "open-new", label: "See the new auction" };
    default:
      return null;
  }
};
