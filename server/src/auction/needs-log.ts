// Lists the decisions that need the auction's whole log or its handover. Both are read only for these: the log may be
// long, and the handover is not part of an auction's state.
import type { AuctionStatus } from "@jara/shared/auction";
import type { Currency } from "@jara/shared/money";
import type { Command } from "./commands.ts";
import { owedOf } from "./settlement/debts.ts";
import type { AuctionState } from "./state.ts";
import { mayWithdraw } from "./void-bids.ts";

/** Whether a decision on the command needs the log on some states. */
export const mayNeedLog = (command: Command): boolean => {
  switch (command.type) {
    case "VoidBids":
    case "WithdrawBids":
    case "OfferSecondChance":
    case "SellToHighestBidder":
    case "ExtendDeadline":
    case "ReverseSettlement":
    case "RefundSale":
    case "ChangeStatus":
    case "EditAuction":
    case "RemoveAuction":
    case "ClosePayment":
    case "ForfeitSettlement":
    case "ExpirePurchase":
    case "CreditOnlinePayment":
      return true;
    default:
      return false;
  }
};

/**
 * Whether the decision needs the log on this state. Most withdrawals are refused without the log. `now`: epoch ms.
 * `hasBid`: whether the command's user has a stored bid on the auction that counts, or that a void may bring back.
 */
export const needsLog = (state: AuctionState, command: Command, now: number, hasBid: boolean): boolean => {
  switch (command.type) {
    case "WithdrawBids":
      return (hasBid || state.maxBids.has(command.userId)) && mayWithdraw(state, now);
    case "ChangeStatus":
      return undoesOrReopens(state, command.status) || sellsUnsold(state, command.status) || mayReturnDollars(state);
    case "EditAuction":
      return (
        undoesOrReopens(state, command.edit.status) ||
        sellsUnsold(state, command.edit.status) ||
        movesCurrency(state, command.edit.currency) ||
        command.edit.isCorrection === true ||
        (command.edit.status !== undefined && mayReturnDollars(state))
      );
    case "RemoveAuction":
    case "ClosePayment":
    case "ForfeitSettlement":
    case "ExpirePurchase":
      return mayReturnDollars(state);
    case "CreditOnlinePayment":
      return owedOf(state, command.settlementId) === null;
    case "ExtendDeadline":
      // The log says when a win was first due.
      return state.settlement?.id === command.settlementId;
    default:
      return mayNeedLog(command);
  }
};

/** True if the decision depends on whether the lot was handed over. Only the store knows this. */
export const restsOnHandover = (state: AuctionState, command: Command): boolean => {
  switch (command.type) {
    case "ReverseSettlement":
      return state.status === "sold";
    case "ChangeStatus":
      return undoesSale(state, command.status);
    case "EditAuction":
      return undoesSale(state, command.edit.status);
    default:
      return false;
  }
};

/** If a sale is undone, the same settlement is due again, and the log says how its payments were made. */
const undoesSale = (state: AuctionState, to: AuctionStatus | undefined): boolean =>
  state.status === "sold" && to === "ended";

/** The document of a refund names the rate at which the dollars were paid. The log has each payment. */
const mayReturnDollars = ({ currency, settlement, purchase }: AuctionState): boolean =>
  currency !== "NGN" && (settlement?.paidMinor ?? 0) + (purchase?.paidMinor ?? 0) > 0;

/** The log says why an ended lot has no winner (`sellToHighestBidder`). */
const sellsUnsold = ({ status, winner, settlement }: AuctionState, to: AuctionStatus | undefined): boolean =>
  to === "sold" && status === "ended" && !winner && !settlement;

/** The log says whether somebody bought the lot before. */
const movesCurrency = (state: AuctionState, to: Currency | undefined): boolean =>
  to !== undefined && to !== state.currency;
const isPastDraft = (to: AuctionStatus | undefined): boolean => to === "ended" || to === "active" || to === "paused";

/**
 * If a sale is undone, the same settlement is due again, and the log says how its payments were made. If the lot opens
 * again, the log says whether it changed meanwhile.
 */
const undoesOrReopens = ({ status }: AuctionState, to: AuctionStatus | undefined): boolean =>
  status === "sold" ? isPastDraft(to) : status === "ended" && (to === "active" || to === "paused");
