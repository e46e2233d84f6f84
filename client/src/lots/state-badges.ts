// The badges of a lot's states: the same words and colours on cards, in My Bids and in Auto-Bids.
import { type LotState, type LotStateName, lotStateOf, nobody, type StateLot } from "@jara/shared/lot-state";
import type { Tone } from "../ui/badge.tsx";

export interface StateBadge {
  readonly words: string;
  /** The text after the words and a comma. */
  readonly note?: string | undefined;
  readonly tone: Tone;
}

const leading: StateBadge = { words: "Leading", tone: "success" };
const outbid: StateBadge = { words: "Outbid", tone: "amber" };
const leadingBelowReserve: StateBadge = { words: "Leading", note: "reserve not met", tone: "amber" };
const reserveNotMet: StateBadge = { words: "Reserve not met", tone: "amber" };
const usedUp: StateBadge = { words: "Maximum used up", tone: "amber" };
const atMaximum: StateBadge = { words: "At your maximum", tone: "amber" };
const suspended: StateBadge = { words: "Maximum suspended", tone: "amber" };
const got: Record<NonNullable<LotState["got"]>, StateBadge> = {
  win: { words: "Won!", tone: "success" },
  "buy-it-now": { words: "Bought", tone: "success" },
};

/** The states whose badge is not the position on the open lot. */
const own: Partial<Record<LotStateName, StateBadge>> = {
  offered: { words: "Offered to you", tone: "amber" },
  "won-to-pay": { words: "To pay", tone: "amber" },
  "being-bought-by-me": { words: "To pay", tone: "amber" },
  paid: { words: "Paid", tone: "success" },
  ready: { words: "Ready for pickup", tone: "success" },
  collected: { words: "Collected", tone: "neutral" },
  "not-paid": { words: "Not paid in time", tone: "neutral" },
  "maximum-too-low": { words: "Maximum too low", tone: "amber" },
  lost: { words: "Lost", tone: "neutral" },
  unsold: { words: "Not sold", tone: "neutral" },
  relisted: { words: "Listed again", tone: "neutral" },
  cancelled: { words: "Cancelled: you pay nothing", tone: "neutral" },
  withdrawn: { words: "Withdrawn: you pay nothing", tone: "neutral" },
};

/** The badge in one text. */
export const textOf = ({ words, note }: StateBadge): string => (note ? `${words}, ${note}` : words);

/** How the person stands on an open lot; null without a bid that counts. */
export const positionBadgeOf = ({ position, isBelowReserve }: LotState): StateBadge | null => {
  if (position === "none") return null;
  if (position === "outbid") return outbid;
  return isBelowReserve ? leadingBelowReserve : leading;
};

/** The badges of a state, the most important first. "Won!" and "Leading" stay beside what follows from them. */
export const badgesOf = (state: LotState): StateBadge[] => {
  const { name, position, isSuspended } = state;
  const mine = name === "unsold" && state.isBelowReserve ? { ...reserveNotMet, tone: "neutral" as const } : own[name];
  const badges: (StateBadge | null | undefined | false)[] = [
    state.got && name !== "not-paid" && got[state.got],
    !state.got && !(position === "outbid" && (isSuspended || mine)) && positionBadgeOf(state),
    !state.got && state.usedUpMaximum !== null && usedUp,
    name === "leading-in-full" && atMaximum,
    isSuspended && suspended,
    mine,
  ];
  return badges.filter((badge): badge is StateBadge => Boolean(badge));
};

/** The badges of an open lot for lists that know of the reader's bids only whether they were outbid. */
export const openBadgesOf = (lot: StateLot, outbid: boolean, nowMs: number): StateBadge[] =>
  badgesOf(lotStateOf(lot, { ...nobody, hasBid: lot.isLeading || outbid }, nowMs));
