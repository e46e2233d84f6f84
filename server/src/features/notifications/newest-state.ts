// The title and text of a notification that no longer holds, because its lot is over: how the lot ended for the reader.
import { formatMoney } from "@jara/shared/money";
import type { CurrentState } from "../../platform/notifications/current-state.ts";
import type { NotificationWords } from "./words-of.ts";

export const newestState = (lot: string, auction: CurrentState["auction"]): Omit<NotificationWords, "link"> => {
  const nothing = auction?.hasBid ? " Nothing was taken." : "";
  switch (auction?.end) {
    case "won":
      return { state: "won", title: "You won", text: `You won “${lot}”.` };
    case "bought":
      return { state: "won", title: "You bought the lot", text: `You bought “${lot}”.` };
    case "sold": {
      const price = formatMoney(auction.currentPrice, auction.currency);
      const text = `“${lot}” was sold for ${price}.${nothing}`;
      return auction.hasBid
        ? { state: "lost", title: "You did not win", text }
        : { state: "sold", title: "The lot was sold", text };
    }
    case "below-reserve":
      return {
        state: "unsold",
        title: "The lot was not sold",
        text: `“${lot}” ended below its reserve, the lowest price at which it is sold.${nothing}`,
      };
    case "unsold":
      return { state: "unsold", title: "The lot was not sold", text: `“${lot}” ended without a sale.${nothing}` };
    case "cancelled":
      return {
        state: "cancelled",
        title: "The auction was cancelled",
        text: `“${lot}” is no longer for sale. Nobody pays for it.`,
      };
    default:
      return { state: "over", title: "Bidding is over", text: `Bidding on “${lot}” is over.` };
  }
};
