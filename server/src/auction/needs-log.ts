// Lists the decisions that need the auction's whole log. The log is read only for these, because it may be long.
import type { AuctionStatus } from "@jara/shared/auction";
import type { Command } from "./commands.ts";
import type { AuctionState } from "./state.ts";
import { mayWithdraw } from "./void-bids.ts";

/** Whether a decision on the command needs the log on some states. */
export const mayNeedLog = (command: Command): boolean => {
  switch (command.type) {
    case "VoidBids":
    case "WithdrawBids":
    case "OfferSecondChance":
    case "SellToHighestBidder":
    case "ReverseSettlement":
      return true;
    case "ChangeStatus":
      return command.status === "ended";
    case "EditAuction":
      return command.edit.status === "ended";
    default:
      return false;
  }
};

/** Whether the decision needs the log on this state. Most withdrawals are refused without the log. `now`: epoch ms. */
export const needsLog = (state: AuctionState, command: Command, now: number): boolean => {
  switch (command.type) {
    case "WithdrawBids":
      return mayWithdraw(state, now);
    case "ChangeStatus":
      return undoesSale(state, command.status);
    case "EditAuction":
      return undoesSale(state, command.edit.status);
    default:
      return mayNeedLog(command);
  }
};

/** If a sale is undone, the same settlement is due again, and the log says how its payments were made. */
const undoesSale = (state: AuctionState, to: AuctionStatus | undefined): boolean =>
  state.status === "sold" && to === "ended";
