// /api/auctions/{id}/buy-it-now: buying at the fixed price, and whether the caller may buy.

import { toMajor } from "@jara/shared/money";
import { type BuyItNowStatus, buyItNowAnswer, buyItNowBody, buyItNowStatusAnswer } from "@jara/shared/rest/buy-it-now";
import type { Contacts } from "@jara/shared/site-settings";
import * as z from "zod/mini";
import { requiredForBuyItNow, whyNoBuyItNow } from "../../auction/buy-it-now.ts";
import { reservedBy } from "../../auction/settlement/reservations.ts";
import { toIso } from "../../auction/view/to-public.ts";
import type { App } from "../../platform/http/app.ts";
import { commandFields, idParams, orRefuse } from "../../platform/http/requests.ts";
import type { Caller } from "../accounts/caller.ts";
import { lookAt } from "../auctions/lookup.ts";
import type { RouteDeps } from "../route-deps.ts";
import { createBuyItNow } from "./commands.ts";
import { newestPurchase, type StoredPurchase } from "./queries.ts";

const tags = ["Buy It Now"];

export const serveBuyItNow = (
  app: App,
  deps: RouteDeps & { readonly contacts: () => Contacts },
  caller: Caller,
): void => {
  const { database, engine, engineStore, clock, config } = deps;
  const { buy, limited } = createBuyItNow(deps, deps.contacts);

  app.post(
    "/api/auctions/:id/buy-it-now",
    {
      schema: {
        tags,
        summary: "Buy at the fixed price",
        description:
          "Pauses the auction for one hour, in which the price and the fee (usually 5%) are to be paid as the " +
          "instructions say. Unpaid, a share of the price (usually 10%) is taken off the balance and the auction goes on. " +
          "`price` is the Buy It Now price that the buyer saw. At any other price the purchase is refused " +
          "(`LOT_CHANGED`).",
        params: idParams,
        body: z.nullish(buyItNowBody),
        response: { 200: buyItNowAnswer },
      },
    },
    async (request) => {
      const data = { auctionId: request.params.id, ...request.body, ...commandFields(request) };
      const { id: userId } = await caller.bidder(request, "buy-it-now", limited(data));
      return orRefuse(await buy(userId, data));
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
      const { state } = await lookAt(deps, request.params.id, await caller.viewer(request));
      const [facts] = account ? await engineStore.loadUsers([account.id]) : [];
      const reservedMinor = facts?.hold && reservedBy(facts.hold.bounds, state.id, engine.rates);
      const buyer = facts ? { ...facts, reservedMinor } : null;
      const reason = whyNoBuyItNow(state, buyer, engine.rates, clock.now(), config);
      const required = requiredForBuyItNow(state, engine.rates);
      const purchase = await newestPurchase(database, state.id);
      return {
        available: reason === null,
        reason,
        requiredBalance: required === null ? null : toMajor(required),
        purchase: purchase && toPurchaseView(purchase, account?.id ?? null, deps.contacts()),
      };
    },
  );
};

type PurchaseView = NonNullable<BuyItNowStatus["purchase"]>;

const toPurchaseView = (
  { buyerId, status, deadlineAt }: StoredPurchase,
  callerId: string | null,
  { whatsapp, email }: Contacts,
): PurchaseView => {
  const deadline = toIso(deadlineAt);
  const mine = buyerId === callerId;
  const isAwaited = mine && status === "pending";
  return { status, deadline, mine, ...(isAwaited && { paymentInstructions: { deadline, whatsapp, email } }) };
};
