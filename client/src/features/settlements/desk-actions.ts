// Defines the actions of the staff on a settlement, and the statuses in which each is possible.
import type { Settlement } from "@jara/shared/rest/settlements";

/** Each is the end of its call's path. */
export const deskActions = [
  "payments",
  "payment-received",
  "extend",
  "remind",
  "waive",
  "reverse",
  "second-chance",
  "pardon",
  "ready",
  "handed-over",
  "refund",
] as const;
export type DeskAction = (typeof deskActions)[number];

/**
 * True if a void lowered the price so far that the deposit alone pays it. A reversal then takes only booked money back.
 */
export const isPaidByDeposit = ({ status, deposit, total }: Settlement): boolean =>
  status === "paid" && deposit >= total;

export const isPossible = (action: DeskAction, settlement: Settlement): boolean => {
  const { kind, status, auction, paid, pickup, pardonedAt } = settlement;
  switch (action) {
    case "payments":
    case "payment-received":
    case "extend":
    case "remind":
    case "waive":
      return status === "open";
    case "reverse":
      // While it is open, booked payments alone can be taken back. The server says so if there are none.
      if (status === "open") return paid > 0;
      return (
        (status === "forfeited" && !auction.isRelisted) ||
        (status === "paid" && (pickup?.status !== "handed-over" || isPaidByDeposit(settlement)))
      );
    case "second-chance":
      // A win is void after the winner's bids were voided. Of other void wins the server says that nothing can be offered.
      return (
        kind === "win" &&
        auction.status === "ended" &&
        !auction.isRelisted &&
        (status === "forfeited" || status === "void")
      );
    case "pardon":
      return kind === "win" && status === "forfeited" && pardonedAt === null;
    case "ready":
      return status === "paid" && pickup !== null && pickup.status !== "handed-over";
    case "handed-over":
      return status === "paid" && pickup?.status === "ready";
    case "refund":
      return status === "paid" && auction.status === "sold";
  }
};

/** True for what the staff do next with a settlement in this state. At most one action is. */
export const isMain = (action: DeskAction, { pickup }: Pick<Settlement, "pickup">): boolean =>
  action === "payments" ||
  action === "second-chance" ||
  action === "handed-over" ||
  (action === "ready" && pickup?.status === "waiting");

export const actionLabel = (action: DeskAction, { status, pickup }: Settlement): string => {
  switch (action) {
    case "payments":
      return "Record payment";
    case "payment-received":
      return "Payment received";
    case "extend":
      return "Extend deadline";
    case "remind":
      return "Remind";
    case "waive":
      return "Waive";
    case "reverse":
      return status === "forfeited" ? "Reverse forfeit" : "Reverse payment";
    case "second-chance":
      return "Second chance";
    case "pardon":
      return "Pardon";
    case "ready":
      return pickup?.status === "ready" ? "Change pickup" : "Ready for pickup";
    case "handed-over":
      return "Hand over";
    case "refund":
      return "Refund and cancel the sale";
  }
};
