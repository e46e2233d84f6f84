// /api/auctions/{id}/buy-it-now: buying at the fixed price, and whether the caller may buy.
import * as calls from "@jara/shared/calls/buy-it-now";
import { toMajor } from "@jara/shared/money";
import type { BuyItNowStatus } from "@jara/shared/rest/buy-it-now";
import type { Contacts } from "@jara/shared/site-settings";
import { requiredForBuyItNow, whyNoBuyItNow } from "../../auction/buy-it-now.ts";
import { reservedBy } from "../../auction/settlement/reservations.ts";
import { toIso } from "../../auction/view/to-public.ts";
import type { App } from "../../platform/http/app.ts";
import { answerOrRefuse, commandFields } from "../../platform/http/requests.ts";
import { serve } from "../../platform/http/serve.ts";
import type { Caller } from "../accounts/caller.ts";
import { lookAt } from "../auctions/lookup.ts";
import type { RouteDeps } from "../route-deps.ts";
import { createBuyItNow } from "./commands.ts";
import { newestPurchase, type StoredPurchase } from "./queries.ts";

export const serveBuyItNow = (
  app: App,
  deps: RouteDeps & { readonly contacts: () => Contacts },
  caller: Caller,
): void => {
  const { database, engine, engineStore, clock, config } = deps;
  const { buy, limited } = createBuyItNow(deps, deps.contacts);

  serve(app, calls.buyItNow, async ({ params, body, request }) => {
    const data = { auctionId: params.id, ...body, ...commandFields(request) };
    const { id: userId } = await caller.bidder(request, "buy-it-now", limited(data));
    return answerOrRefuse(await buy(userId, data));
  });

  serve(app, calls.getBuyItNowStatus, async ({ params, request }) => {
    const account = await caller.account(request);
    const { state } = await lookAt(deps, params.id, await caller.viewer(request));
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
  });
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
