// The words for settlements on the screen, and when a deadline counts as near.
import { percentOfMinor, REMAINING_PERCENT } from "@jara/shared/bidding-rules";
import { toMajor, toMinor } from "@jara/shared/money";
import type { Settlement, SettlementKind, SettlementStatus } from "@jara/shared/rest/settlements";
import type { Tone } from "../../ui/badge.tsx";

export const kindLabels: Record<SettlementKind, string> = { win: "Won", "buy-it-now": "Buy It Now" };

export const statusLabels: Record<SettlementStatus, string> = {
  open: "Open",
  paid: "Paid",
  waived: "Waived",
  forfeited: "Forfeited",
  void: "Void",
};
export const statusTones: Record<SettlementStatus, Tone> = {
  open: "outline",
  paid: "success",
  waived: "neutral",
  forfeited: "danger",
  void: "neutral",
};

const MINUTE = 60_000;
/** A buyer has one hour, a winner three business days. */
const soonMs: Record<SettlementKind, number> = { "buy-it-now": 15 * MINUTE, win: 24 * 60 * MINUTE };
export const isSoon = (kind: SettlementKind, leftMs: number): boolean => leftMs < soonMs[kind];

/** The amount that the e-mail to a winner asks for. */
export const remainingOf = (price: number): number => toMajor(percentOfMinor(toMinor(price), REMAINING_PERCENT));

export const fullNameOf = ({ firstName, lastName }: Settlement["buyer"]): string =>
  [firstName, lastName].filter(Boolean).join(" ");

/** Says in a sentence, without the time, who or what closed the settlement. */
export const closingWords = ({ status, closedBy }: Pick<Settlement, "status" | "closedBy">): string => {
  const by = closedBy ? ` by ${closedBy.username}` : "";
  switch (status) {
    case "open":
      return "Not closed";
    case "paid":
      return `Payment confirmed${by}`;
    case "waived":
      return `Waived${by}, no penalty taken`;
    case "forfeited":
      return `Not paid in time${by && `, forfeited${by}`}`;
    case "void":
      return `Void${by}, no penalty taken`;
  }
};
