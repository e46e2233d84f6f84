// /api/settlements: the staff's decisions about what winners and buyers owe, and the sale of an ended lot to its
// highest bidder.
import { randomUUID } from "node:crypto";
import { refusal } from "@jara/shared/errors";
import { approvalAnswer } from "@jara/shared/rest/approvals";
import { messageAnswer } from "@jara/shared/rest/common";
import {
  extendBody,
  handoverBody,
  readyBody,
  reasonBody,
  refundBody,
  settlementAnswer,
  waiveBody,
} from "@jara/shared/rest/settlements";
import type { FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import type { App } from "../../platform/http/app.ts";
import { Refused, refuse } from "../../platform/http/refused.ts";
import { commandIdOf, idParams, noBody } from "../../platform/http/requests.ts";
import type { Caller } from "../accounts/caller.ts";
import { refuseInterested } from "../auctions/lookup.ts";
import type { RouteDeps } from "../route-deps.ts";
import type { CarryOut } from "../second-person.ts";
import { serveDebts } from "./debt-routes.ts";
import { type HandoverDeps, handOver } from "./hand-over.ts";
import { markReady, pardon } from "./handover-queries.ts";
import { retrySettlement } from "./job-queries.ts";
import { bookingOf, type StartOnline, servePurchases } from "./purchase-routes.ts";
import {
  type Changed,
  createSettlementDesk,
  type SettlementDesk,
  type SettlementDeskDeps,
  whatBecameOf,
} from "./settlement-desk.ts";

const tags = ["Settlements"];
const again = "With an Idempotency-Key, the same request again does nothing and is answered alike.";
const closed = "One that is not open any more is refused (SETTLEMENT_CLOSED), with what became of it.";

interface SettlementRouteDeps
  extends SettlementDeskDeps,
    HandoverDeps,
    Pick<RouteDeps, "config" | "database" | "lists" | "engine"> {
  readonly startOnline: StartOnline | null;
}

interface Served {
  readonly app: App;
  readonly deps: SettlementRouteDeps;
  readonly caller: Caller;
  readonly desk: SettlementDesk;
}

/** Returns the function that carries out a change of money after a second person approved it. */
export const serveSettlements = (app: App, deps: SettlementRouteDeps, caller: Caller): CarryOut => {
  const desk = createSettlementDesk(deps, caller);
  const served = { app, deps, caller, desk };
  serveDebts(app, deps, caller, desk);
  servePaymentDecisions(served);
  serveRetry(served);
  serveChanges(served);
  serveHandover(served);
  serveLateSale(served);
  servePurchases(
    app,
    {
      ...deps,
      book: async (request, id, body, commandId) => {
        await caller.permitted(request, "settlements:book");
        const booking = bookingOf(body);
        return desk.change(request, id, { kind: "booking", reason: booking.note, booking }, commandId);
      },
    },
    caller,
  );
  return desk.carryOut;
};

/** The payment came, or is not needed. */
const servePaymentDecisions = ({ app, desk }: Served): void => {
  app.post(
    "/api/settlements/:id/payment-received",
    {
      schema: {
        tags,
        summary: "The payment came: the auction is sold",
        description: `${closed} ${again}`,
        params: idParams,
        body: noBody,
        response: { 200: settlementAnswer, 202: approvalAnswer },
      },
    },
    async (request, reply) =>
      answered(reply, await desk.change(request, request.params.id, { kind: "payment", reason: null })),
  );

  app.post(
    "/api/settlements/:id/waive",
    {
      schema: {
        tags,
        summary: "Let the winner or buyer off without penalty",
        description: `A win's auction stays ended; a purchase's auction goes on with the time it had left. ${closed} ${again}`,
        params: idParams,
        body: z.nullish(waiveBody),
        response: { 200: settlementAnswer },
      },
    },
    (request) =>
      desk.decide(request, request.params.id, (of) => ({
        ...{ ...of, type: "ClosePayment", as: "waived", note: request.body?.note?.trim() || null },
      })),
  );
};

/** Another try of a forfeit that is stuck. */
const serveRetry = ({ app, deps, desk }: Served): void => {
  app.post(
    "/api/settlements/:id/retry",
    {
      schema: {
        tags,
        summary: "Try the forfeit of a stuck settlement again",
        description: `One that is not stuck is refused with 409. ${again}`,
        params: idParams,
        body: noBody,
        response: { 200: settlementAnswer },
      },
    },
    async (request) => {
      const commandId = commandIdOf(request);
      const { adminId: actorId, settlement: asked } = await desk.settlementFor(request, request.params.id);
      const { _id: id, kind } = asked;
      const outcome = await retrySettlement(deps.database, { id, kind, actorId, commandId });
      if (outcome === "not-allowed") return refuse("FORBIDDEN");
      if (outcome === "key-reused") return refuse("COMMAND_ID_REUSED");
      if (outcome === "done") deps.settlementChanged(id);
      const settlement = await desk.settlementOf(id);
      if (outcome === "not-stuck") {
        const message =
          settlement.status === "open"
            ? "This payment's forfeit is not stuck: there is nothing to try again."
            : whatBecameOf(settlement);
        throw new Refused(refusal("SETTLEMENT_CLOSED", { message, status: settlement.status }));
      }
      return { settlement };
    },
  );
};

/** Returns a function that serves a change of a settlement by staff. */
const changesOn =
  (app: App) =>
  <B extends z.ZodMiniType>(
    path: string,
    summary: string,
    body: B,
    handle: (request: FastifyRequest, id: string, body: z.infer<B>) => Promise<Changed>,
    description = `${closed} ${again}`,
  ): void => {
    const response = {
      200: settlementAnswer,
      ...((path === "reverse" || path === "refund") && { 202: approvalAnswer }),
    };
    const schema = { tags, summary, description, params: idParams, body, response };
    app.post(`/api/settlements/:id/${path}`, { schema }, async (request, reply) =>
      answered(reply, await handle(request, request.params.id, request.body as z.infer<B>)),
    );
  };

/** The engine's changes: another deadline, a reversal, a second chance. */
const serveChanges = ({ app, desk }: Served): void => {
  const serveChange = changesOn(app);
  serveChange("extend", "Give the winner or buyer more time", extendBody, (request, id, { dueAt, reason }) =>
    desk.decide(request, id, (of) => ({ ...of, type: "ExtendDeadline", dueAt: Date.parse(dueAt), note: reason })),
  );
  serveChange(
    "reverse",
    "Take back a payment or a forfeit",
    reasonBody,
    (request, id, { reason }) => desk.change(request, id, { kind: "reversal", reason }),
    "Paid or forfeited, the same settlement is due again: payments made on the site go back to the balance, a penalty is " +
      "given back and the deposit taken again. What booked payments had put on the balance is taken from it; a balance " +
      "that has less, a lot that was handed over and a settlement with nothing to take back are refused " +
      "(SETTLEMENT_CLOSED). While it is open, its booked transfers and cash are struck out, and nothing else changes. " +
      `A forfeited purchase's penalty is given back. ${again}`,
  );
  serveChange(
    "refund",
    "Refund and cancel the sale",
    refundBody,
    (request, id, { to, reason }) => desk.change(request, id, { kind: "refund", reason, to }),
    "Gives back everything that was paid for a sold lot: the deposit and all payments, to the buyer's balance, or as a " +
      "withdrawal to their own bank account, which staff approve like any other (refused without a usable " +
      "account). The lot is then ended without a winner and can be relisted. A credit note corrects the receipts. " +
      `A lot that was handed over can be refunded too. One that is not paid is refused (SETTLEMENT_CLOSED). ${again}`,
  );
  serveChange(
    "second-chance",
    "Offer the lot to the runner-up for 24 hours",
    noBody,
    (request, id) => desk.decide(request, id, (of) => ({ ...of, type: "OfferSecondChance", offerId: randomUUID() })),
    "After a forfeit, or a void of the winner's bids; at the price that the same bids without the defaulter's reach, never " +
      `above the runner-up's own highest bid or maximum. ${again}`,
  );
};

/** The changes that touch no auction: a lot that can be collected or was handed over, and pardons. */
const serveHandover = ({ app, deps, desk }: Served): void => {
  const { database } = deps;
  const serveChange = changesOn(app);
  serveChange(
    "ready",
    "Say where and when the paid lot can be collected",
    readyBody,
    (request, id, body) =>
      desk.outsideEngine(request, id, (adminId, settlement) => markReady(database, { ...body, adminId, settlement })),
    "Another place or time replaces the first. The same request again changes nothing. `seen` has the texts that the " +
      "caller saw, null for none: others by now are refused (`VALUE_CHANGED`).",
  );
  serveChange(
    "handed-over",
    "Confirm the handover with the buyer's six-digit code",
    handoverBody,
    (request, id, { code }) =>
      desk.outsideEngine(request, id, (adminId, settlement) => handOver(deps, { code, adminId, settlement })),
    "The lot must be ready. The same request again changes nothing.",
  );
  serveChange(
    "pardon",
    "Let a forfeited win no longer count against the person",
    reasonBody,
    (request, id, body) =>
      desk.outsideEngine(request, id, (adminId, settlement) => pardon(database, { ...body, adminId, settlement })),
    "The penalty stays kept. The same request again changes nothing.",
  );
};

/** A sale after the end, below the reserve. */
const serveLateSale = ({ app, deps, caller }: Served): void => {
  const { database, engine } = deps;
  app.post(
    "/api/admin/auctions/:id/sell-to-highest-bidder",
    {
      schema: {
        tags,
        summary: "Sell an ended lot to its highest bidder though the reserve was not met",
        description: `The bidder becomes the winner, with a deposit, a settlement and a mail like any other. ${again}`,
        params: idParams,
        body: noBody,
        response: { 200: messageAnswer },
      },
    },
    async (request) => {
      const { id: userId } = await caller.staff(request);
      const auctionId = request.params.id;
      await refuseInterested({ database }, userId, auctionId);
      const commandId = commandIdOf(request);
      const { outcome } = await engine.submit({ type: "SellToHighestBidder", auctionId, userId, commandId });
      if (!outcome.ok) throw new Refused(outcome.error);
      return { message: "The lot is sold to its highest bidder. The payment is due like a win's." };
    },
  );
};

/** 202 if it waits for a second person. */
const answered = (reply: FastifyReply, changed: Changed): never =>
  // The type of a reply allows only one status, hence the cast.
  reply.code("approval" in changed ? 202 : 200).send(changed) as never;
