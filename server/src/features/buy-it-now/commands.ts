// Carries out Buy It Now, for REST and the live transports alike.
import type { ErrorBody } from "@jara/shared/errors";
import type { CommandData } from "@jara/shared/live-commands";
import type { BuyItNowAnswer } from "@jara/shared/rest/buy-it-now";
import type { Contacts } from "@jara/shared/site-settings";
import { toBuyItNow, withReceipt } from "../../engine/answers.ts";
import type { AuctionEngine } from "../../engine/auction-engine.ts";
import { bidderCommand, createTermsFirst, noteLimited } from "../../engine/bidder-commands.ts";
import type { Database } from "../../platform/database/database.ts";

export interface BuyItNow {
  /** Buys for a user. The answer's `contact` is where the buyer arranges payment. */
  buy(userId: string, data: CommandData<"buy-it-now">): Promise<BuyItNowAnswer | ErrorBody>;
  /** The note of a command that a limit refuses, for the limit's caller. */
  limited(data: CommandData<"buy-it-now">): (userId: string, error: ErrorBody) => void;
}

export const createBuyItNow = (
  { database, engine }: { readonly database: Database; readonly engine: AuctionEngine },
  contacts: () => Contacts,
): BuyItNow => {
  const termsFirst = createTermsFirst({ database, engine });
  return {
    buy: async (userId, data) => {
      const command = bidderCommand["buy-it-now"](userId, data);
      const answered = await termsFirst(command);
      return withReceipt(data, command, answered, toBuyItNow(answered, contacts()));
    },
    limited: (data) => noteLimited(engine, "buy-it-now", data),
  };
};
