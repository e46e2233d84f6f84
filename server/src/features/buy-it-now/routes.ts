// /api/auctions/{id}/buy-it-now: buying at the fixed price, and whether the caller could.
import { randomUUID } from "node:crypto";
import { toMajor } from "@jara/shared/money";
import { type BuyItNowStatus, buyItNowAnswer, buyItNowStatusAnswer } from "@jara/shared/rest";
import * as z from "zod/mini";
import { requiredForBuyItNow, whyNoBuyItNow } from "../../auction/buy-it-now.ts";
import { everyone, toIso, type Viewer } from "../../auction/to-public.ts";
import type { Config } from "../../config.ts";
import { toBuyItNow } from "../../engine/answers.ts";
import { newestPurchase, type StoredPurchase } from "./queries.ts";
import { idParams, lookAt } from "../auctions/routes.ts";
import { type App, type Caller, commandIdOf, type HttpDeps, orRefuse } from "../../platform/http/context.ts";

const tags = ["Buy It Now"];

export const serveBuyItNow = (app: App, deps: HttpDeps, caller: Caller): void => {
  const { database, engine, engineStore, clock, config } = deps;

  app.post(
    "/api/auctions/:id/buy-it-now",
    {
      schema: {
        tags,
        summary: "Buy at the fixed price",
        description:
          "Pauses the auction for one hour, in which the price and the fee of 5% are to be paid as the instructions " +
          "say. Unpaid, 10% of the price is taken off the balance and the auction goes on.",
        params: idParams,
        body: z.nullish(z.strictObject({})),
        response: { 200: buyItNowAnswer },
      },
    },
    async (request) => {
      const { id: userId } = await caller.bidder(request, "buy-it-now");
      const auctionId = request.params.id;
      const commandId = commandIdOf(request);
      const purchaseId = randomUUID();
      const answered = await engine.submit({ type: "BuyItNow", auctionId, userId, commandId, purchaseId });
      return orRefuse(toBuyItNow(answered, config.contact));
    },
  );

  app.get(
    "/api/auctions/:id/buy-it-now-status",
    {
      schema: {
        tags,
        summary: "Whether the caller can use Buy It Now, and the newest purchase",
        description: "The payment instructions are for the buyer alone, while the payment is awaited.",
        params: idParams,
        response: { 200: buyItNowStatusAnswer },
      },
    },
    async (request) => {
      const account = await caller.account(request);
      const viewer: Viewer = account ? { kind: account.role, id: account.id } : everyone;
      const { state } = await lookAt(deps, request.params.id, viewer);
      const [buyer = null] = account ? await engineStore.loadUsers([account.id]) : [];
      const reason = whyNoBuyItNow(state, buyer, engine.rates, clock.now(), config.staffMayBid);
      const required = requiredForBuyItNow(state, engine.rates);
      const purchase = await newestPurchase(database, state.id);
      return {
        available: reason === null,
        reason,
        requiredBalance: required === null ? null : toMajor(required),
        purchase: purchase && toPurchaseView(purchase, account?.id ?? null, config.contact),
      };
    },
  );
};

type PurchaseView = NonNullable<BuyItNowStatus["purchase"]>;

const toPurchaseView = (
  { buyerId, status, deadlineAt }: StoredPurchase,
  callerId: string | null,
  { whatsapp, email }: Config["contact"],
): PurchaseView => {
  const deadline = toIso(deadlineAt);
  const mine = buyerId === callerId;
  const isAwaited = mine && status === "pending";
  return { status, deadline, mine, ...(isAwaited && { paymentInstructions: { deadline, whatsapp, email } }) };
};
