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
      return mayTurn(command.status);
    case "EditAuction":
      return mayTurn(command.edit.status);
    default:
      return false;
  }
};

/**
 * Whether the decision needs the log on this state. Most withdrawals are refused without the log. `now`: epoch ms.
 * `hasBid`: whether the command's user has a stored bid on the auction that counts.
 */
export const needsLog = (state: AuctionState, command: Command, now: number, hasBid: boolean): boolean => {
  switch (command.type) {
    case "WithdrawBids":
      return (hasBid || state.maxBids.has(command.userId)) && mayWithdraw(state, now);
    case "ChangeStatus":
      return turns(state, command.status);
    case "EditAuction":
      return turns(state, command.edit.status);
    default:
      return mayNeedLog(command);
  }
};

const mayTurn = (to: AuctionStatus | undefined): boolean => to === "ended" || to === "active" || to === "paused";

/**
 * If a sale is undone, the same settlement is due again, and the log says how its payments were made. If the lot opens
 * again, the log says whether it changed meanwhile.
 */
const turns = ({ status }: AuctionState, to: AuctionStatus | undefined): boolean =>
  status === "sold" ? mayTurn(to) : status === "ended" && (to === "active" || to === "paused");
