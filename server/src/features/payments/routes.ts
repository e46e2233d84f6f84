// /api/payments: adding money to one's own balance, and the webhook by which Paystack reports a payment.
import * as calls from "@jara/shared/calls/top-ups";
import { toMajor, toMinor } from "@jara/shared/money";
import type { FastifyInstance } from "fastify";
import { toIso } from "../../auction/view/to-public.ts";
import type { App } from "../../platform/http/app.ts";
import { orRefuse, refuse } from "../../platform/http/refused.ts";
import { commandIdOf } from "../../platform/http/requests.ts";
import { serve } from "../../platform/http/serve.ts";
import type { Caller } from "../accounts/caller.ts";
import type { RouteDeps } from "../route-deps.ts";
import { findTopUp, surplusOf, topUpsOfUser } from "./queries.ts";
import { isTopUpReference, type TopUps } from "./top-ups.ts";

const LISTED = 20;
const SIGNATURE_HEADER = "x-paystack-signature";
const notFound = () => refuse("NOT_FOUND", { message: "Payment not found" });

/** `topUps` is null where online top-up is off. */
export const servePayments = (
  app: App,
  { database }: Pick<RouteDeps, "database">,
  caller: Caller,
  topUps: TopUps | null,
): void => {
  serve(app, calls.startTopUp, async ({ body, request }) => {
    const { id: userId, email } = await caller.bidder(request, "top-up");
    const commandId = commandIdOf(request);
    const message = "Adding money online is not available at the moment. Please pay by bank transfer.";
    if (!topUps) return refuse("NOT_FOUND", { message });
    const amountMinor = toMinor(body.amount);
    return orRefuse(await topUps.start({ userId, email, amountMinor, commandId }));
  });

  serve(app, calls.listTopUps, async ({ account: { id } }) => {
    const rows = await topUpsOfUser(database, id, LISTED);
    return {
      topUps: rows.map(({ reference, status, amountMinor, createdAt }) => ({
        reference,
        status,
        amount: toMajor(amountMinor),
        createdAt: toIso(createdAt),
      })),
    };
  });

  serve(app, calls.getTopUp, async ({ account: { id }, params: { reference } }) => {
    if (!isTopUpReference(reference)) return notFound();
    await topUps?.check(reference, id);
    const topUp = await findTopUp(database, reference);
    if (topUp?.userId !== id) return notFound();
    const { status, amountMinor, balanceMinor } = topUp;
    if (status === "pending") topUps?.follow(reference, id);
    const surplus = await surplusOf(database, topUp);
    return { reference, status, amount: toMajor(amountMinor), balance: toMajor(balanceMinor), surplus };
  });
};

/** The webhook has its own scope, where the body stays the exact bytes that were signed. */
export const servePaystackWebhook = async (app: FastifyInstance, webhook: Pick<TopUps, "receive">): Promise<void> => {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    serve(scope, calls.receivePaystackEvent, async ({ request }) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const isPaystack = await webhook.receive(body, request.headers[SIGNATURE_HEADER]);
      return isPaystack
        ? { ok: true }
        : refuse("UNAUTHENTICATED", { message: "The signature does not match the body." });
    });
  });
};
