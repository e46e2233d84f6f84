// Carries out Buy It Now, for REST and the live transports alike.
import type { ErrorBody } from "@jara/shared/errors";
import type { CommandData } from "@jara/shared/live-commands";
import type { BuyItNowAnswer } from "@jara/shared/rest/buy-it-now";
import type { Contacts } from "@jara/shared/site-settings";
import { toBuyItNow, withReceipt } from "../../engine/answers.ts";
import { type BidderCommandDeps, bidderCommand, createTermsFirst, noteLimited } from "../../engine/bidder-commands.ts";

export interface BuyItNow {
  /** Buys for a user. The answer's `contact` is where the buyer arranges payment. */
  buy(userId: string, data: CommandData<"buy-it-now">): Promise<BuyItNowAnswer | ErrorBody>;
  /** The note of a command that a limit refuses, for the limit's caller. */
  limited(data: CommandData<"buy-it-now">): (userId: string, error: ErrorBody) => void;
}

export const createBuyItNow = (deps: BidderCommandDeps, contacts: () => Contacts): BuyItNow => {
  const { engine } = deps;
  const termsFirst = createTermsFirst(deps);
  return {
    buy: async (userId, data) => {
      const command = bidderCommand["buy-it-now"](userId, data);
      const answered = await termsFirst(command);
      return withReceipt(data, command, answered, toBuyItNow(answered, contacts()));
    },
    limited: (data) => noteLimited(engine, "buy-it-now", data),
  };
};
