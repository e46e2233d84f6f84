// Says in words what a bid receipt states.
import type { Currency } from "@jara/shared/money";
import { formatMoney, toMajor } from "@jara/shared/money";
import type { KeptReceipt } from "../../lib/kept-receipts.ts";

export type Stated = Pick<KeptReceipt, "type" | "amount" | "currency" | "bid">;

const sumOf = ({ amount = 0, currency }: Stated): string =>
  formatMoney(toMajor(amount), (currency ?? "NGN") as Currency);

/** "Your bid of ₦2,000.00". */
export const whatIsProved = (stated: Stated): string => {
  switch (stated.type) {
    case "bid":
      return `Your bid of ${sumOf(stated)}`;
    case "max-bid":
      return `Your maximum of ${sumOf(stated)}`;
    case "max-bid-confirmed":
      return stated.amount === undefined
        ? "You confirmed your maximum"
        : `You confirmed your maximum of ${sumOf(stated)}`;
    case "max-bid-cancelled":
      return "You cancelled your maximum";
    case "withdrawal":
      return "You withdrew your bids";
    case "buy-it-now":
      return `You bought it for ${sumOf(stated)}`;
  }
};
