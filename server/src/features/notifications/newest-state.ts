// The title and text of a notification that no longer holds, because its lot is over: how the lot ended for the reader.
import { formatMoney } from "@jara/shared/money";
import type { CurrentState } from "../../platform/notifications/current-state.ts";
import type { NotificationWords } from "./words-of.ts";

/** `bidder`: the reader bid on the lot. `watcher`: they may have. */
export const newestState = (
  lot: string,
  auction: CurrentState["auction"],
  reader: "bidder" | "watcher",
): Pick<NotificationWords, "title" | "text"> => {
  const nothing = reader === "bidder" ? " Nothing was taken." : "";
  switch (auction?.end) {
    case "won":
      return { title: "You won", text: `You won “${lot}”.` };
    case "bought":
      return { title: "You bought the lot", text: `You bought “${lot}”.` };
    case "sold": {
      const price = formatMoney(auction.currentPrice, auction.currency);
      const title = reader === "bidder" ? "You did not win" : "The lot was sold";
      return { title, text: `“${lot}” was sold for ${price}.${nothing}` };
    }
    case "below-reserve":
      return {
        title: "The lot was not sold",
        text: `“${lot}” ended below its reserve, the lowest price at which it is sold.${nothing}`,
      };
    case "unsold":
      return { title: "The lot was not sold", text: `“${lot}” ended without a sale.${nothing}` };
    case "cancelled":
      return { title: "The auction was cancelled", text: `“${lot}” is no longer for sale. Nobody pays for it.` };
    default:
      return { title: "Bidding is over", text: `Bidding on “${lot}” is over.` };
  }
};
