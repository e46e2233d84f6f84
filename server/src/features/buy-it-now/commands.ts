// Builds the engine's command for Buy It Now, for REST and the live transports alike.
import { randomUUID } from "node:crypto";
import type { ErrorBody } from "@jara/shared/errors";
import type { BuyItNowAnswer } from "@jara/shared/rest/buy-it-now";
import type { CommandData } from "@jara/shared/socket";
import { toBuyItNow } from "../../engine/answers.ts";
import type { AuctionEngine } from "../../engine/auction-engine.ts";

/** Buys for a user. The answer's `contact` is where the buyer arranges payment. */
export type BuyItNow = (userId: string, data: CommandData<"buy-it-now">) => Promise<BuyItNowAnswer | ErrorBody>;

export const createBuyItNow =
  (engine: AuctionEngine, contact: { readonly whatsapp: string; readonly email: string }): BuyItNow =>
  async (userId, { auctionId, commandId }) => {
    const purchaseId = randomUUID();
    return toBuyItNow(await engine.submit({ type: "BuyItNow", auctionId, userId, commandId, purchaseId }), contact);
  };
