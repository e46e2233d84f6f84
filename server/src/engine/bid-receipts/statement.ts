// Makes the statement of a bid receipt from an accepted command and its outcome. A repeated command gives the same
// text on every node, because everything in it is either stored or follows from the command.
import type { BidStatement } from "@jara/shared/bid-receipt";
import { toMinor } from "@jara/shared/money";
import type { UserCommand } from "../../auction/commands.ts";
import { toIso } from "../../auction/view/to-public.ts";
import type { OutcomeData } from "../outcome.ts";

/** The lot at one public version. */
export interface LotThen {
  readonly contentVersion: number;
  readonly lotHash: string;
  readonly currency: string;
}

export type Stated = Pick<BidStatement, "type" | "version" | "bid" | "amount" | "price"> & {
  readonly hasCurrency: boolean;
};

/** Null for commands that get no receipt, and for outcomes that were stored before there were receipts. */
export const statedOf = (data: OutcomeData): Stated | null => {
  switch (data.of) {
    case "PlaceBid": {
      const { bid, auction } = data;
      const number = Number(bid._id.slice(auction._id.length + 1));
      const [amount, price] = [toMinor(bid.amount), toMinor(auction.currentPrice)];
      return { type: "bid", version: auction.version, bid: number, amount, price, hasCurrency: true };
    }
    case "SetMaxBid":
    case "ConfirmMaxBid": {
      const type = data.of === "SetMaxBid" ? "max-bid" : "max-bid-confirmed";
      const amount = toMinor(data.maxBid.maxAmount);
      return { type, version: data.auction.version, amount, hasCurrency: true };
    }
    case "CancelMaxBid":
      return data.version === undefined
        ? null
        : { type: "max-bid-cancelled", version: data.version, hasCurrency: false };
    case "WithdrawBids":
      return { type: "withdrawal", version: data.auction.version, hasCurrency: false };
    case "BuyItNow": {
      const { version, buyItNowPrice } = data.auction;
      return { type: "buy-it-now", version, amount: toMinor(buyItNowPrice), hasCurrency: true };
    }
    default:
      return null;
  }
};

type Named = Pick<UserCommand, "auctionId" | "userId" | "commandId">;

/**
 * Canonical JSON of a `BidStatement`: the fields in the order of their names. It is written by hand, because making the
 * object first takes ten times as long.
 */
export const statementText = (
  { auctionId, userId, commandId }: Named,
  { type, version, bid, amount, price, hasCurrency }: Stated,
  lot: LotThen,
  at: number,
  salt: string,
): string =>
  `{${amount === undefined ? "" : `"amount":${amount},`}"at":"${toIso(at)}","auction":${text(auctionId)},` +
  `${bid === undefined ? "" : `"bid":${bid},`}"command":${text(commandId)},"contentVersion":${lot.contentVersion},` +
  `${hasCurrency ? `"currency":"${lot.currency}",` : ""}"lotHash":"${lot.lotHash}",` +
  `${price === undefined ? "" : `"price":${price},`}"salt":"${salt}","type":"${type}","user":${text(userId)},"v":1,` +
  `"version":${version}}`;

const text = (value: string): string => JSON.stringify(value);
