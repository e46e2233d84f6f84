// Builds the engine's command for Buy It Now, for REST and the live transports alike.
import { randomUUID } from "node:crypto";
import type { ErrorBody } from "@jara/shared/errors";
import type { BuyItNowAnswer } from "@jara/shared/rest/buy-it-now";
import type { Contacts } from "@jara/shared/site-settings";
import type { CommandData } from "@jara/shared/socket";
import { toBuyItNow } from "../../engine/answers.ts";
import type { AuctionEngine } from "../../engine/auction-engine.ts";
import { createTermsGate } from "../../engine/reads/sale-terms.ts";
import type { Database } from "../../platform/database/database.ts";

/** Buys for a user. The answer's `contact` is where the buyer arranges payment. */
export type BuyItNow = (userId: string, data: CommandData<"buy-it-now">) => Promise<BuyItNowAnswer | ErrorBody>;

export const createBuyItNow = (
  { database, engine }: { readonly database: Database; readonly engine: AuctionEngine },
  contacts: () => Contacts,
): BuyItNow => {
  const withoutTerms = createTermsGate(database);
  return async (userId, { auctionId, commandId }) => {
    const refused = await withoutTerms({ auctionId, userId, commandId });
    if (refused) return refused;
    const purchaseId = randomUUID();
    return toBuyItNow(await engine.submit({ type: "BuyItNow", auctionId, userId, commandId, purchaseId }), contacts());
  };
};
