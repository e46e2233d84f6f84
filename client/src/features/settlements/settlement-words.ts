// The words for settlements on the screen, and when a deadline counts as near.
import { formatMoney } from "@jara/shared/money";
import type { Settlement, SettlementKind, SettlementOffer, SettlementStatus } from "@jara/shared/rest/settlements";
import { formatLagosTime } from "@jara/shared/time";
import type { Tone } from "../../ui/badge.tsx";
import type { DeskAction } from "./desk-actions.ts";

export const kindLabels: Record<SettlementKind, string> = { win: "Won", "buy-it-now": "Buy It Now" };

export const statusLabels: Record<SettlementStatus, string> = {
  open: "Open",
  paid: "Paid",
  waived: "Waived",
  forfeited: "Forfeited",
  void: "Void",
  refunded: "Refunded",
};
export const statusTones: Record<SettlementStatus, Tone> = {
  open: "outline",
  paid: "success",
  waived: "neutral",
  forfeited: "danger",
  void: "neutral",
  refunded: "neutral",
};

const MINUTE = 60_000;
/** A buyer has one hour, a winner days. */
const soonMs: Record<SettlementKind, number> = { "buy-it-now": 15 * MINUTE, win: 24 * 60 * MINUTE };
export const isSoon = (kind: SettlementKind, leftMs: number): boolean => leftMs < soonMs[kind];

export const offerLabels: Record<SettlementOffer["status"], string> = {
  open: "waiting for an answer",
  accepted: "accepted",
  declined: "declined",
  expired: "expired",
  withdrawn: "withdrawn",
};

/** Confirms the action that was just carried out, in a few words. */
export const doneWords = (settlement: Settlement, action: DeskAction | "retry"): string => {
  const { status, remaining, auction, pickup } = settlement;
  switch (action) {
    case "payments":
      return status === "paid" ? "Paid, the lot is sold" : `${formatMoney(remaining, auction.currency)} remains due`;
    case "extend":
      return `Due by ${formatLagosTime(settlement.dueAt)}`;
    case "remind":
      return "An email was sent";
    case "reverse":
      if (status === "paid") return "The booked money was taken back";
      return status === "open" ? "Due again" : "The penalty was given back";
    case "second-chance":
      return "Offered to the runner-up";
    case "pardon":
      return "Pardoned";
    case "ready":
      return `Ready for pickup at ${pickup?.place ?? "the place"}`;
    case "handed-over":
      return "Handed over";
    case "refund":
      return `${refundedWords(settlement)} The lot is unsold and can be relisted`;
    case "retry":
      return "The forfeit is tried again";
    default:
      return closingWords(settlement);
  }
};

/** Says where the money of a refunded sale went. */
export const refundedWords = ({ refund, buyer }: Pick<Settlement, "refund" | "buyer">): string => {
  if (!refund) return "";
  const amount = formatMoney(refund.amountNgn, "NGN");
  const note = refund.creditNote ? ` Credit note ${refund.creditNote}.` : "";
  if (refund.to === "cash") return `${amount} was paid out to ${buyer.username} in cash.${note}`;
  return refund.to === "balance"
    ? `${amount} went back to ${buyer.username}'s balance.${note}`
    : `${amount} was refunded by transfer: approve it under Withdrawals.${note}`;
};

/** Translates the server's names of the staff's actions. The history shows an unknown name unchanged. */
const actionWords: Record<string, string> = {
  "payment booked": "Payment recorded",
  "payment extended": "Deadline extended",
  "payment reversed": "Reversed: due again",
  "payment paid": "Paid",
  "payment waived": "Waived",
  "payment void": "Made void",
  "sale refunded": "Refunded, and the sale cancelled",
  "buyer reminded": "Reminded",
  "payment retry": "Forfeit tried again",
  "lot ready": "Ready for pickup",
  "lot handed over": "Handed over",
  "wrong handover code": "A wrong code at the handover",
  "unpaid win pardoned": "Pardoned",
  "sold below-reserve": "Sold below the reserve",
};
export const actionText = (action: string): string => actionWords[action] ?? action;

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
    case "refunded":
      return `Refunded${by}, and the sale cancelled`;
  }
};
