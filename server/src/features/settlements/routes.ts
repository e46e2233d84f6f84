// /api/settlements: the staff's decisions about what winners and buyers owe, and the sale of an ended lot to its
// highest bidder.
import { randomUUID } from "node:crypto";
import * as calls from "@jara/shared/calls/settlements";
import type { App } from "../../platform/http/app.ts";
import { RefusedError, refuse } from "../../platform/http/refused.ts";
import { serve } from "../../platform/http/serve.ts";
import type { Caller } from "../accounts/caller.ts";
import { refuseInterested } from "../auctions/lookup.ts";
import type { RouteDeps } from "../route-deps.ts";
import type { CarryOut } from "../second-person.ts";
import { serveDebts } from "./debt-routes.ts";
import type { SellerOf } from "./details.ts";
import { type HandoverDeps, handOver } from "./hand-over.ts";
import { markReady, pardon } from "./handover-queries.ts";
import { retrySettlement } from "./job-queries.ts";
import type { UsualPickups } from "./pickups/slots.ts";
import { bookingOf, type StartOnline, servePurchases } from "./purchase-routes.ts";
import { remind } from "./remind.ts";
import { createSettlementDesk, type SettlementDesk, type SettlementDeskDeps, whatBecameOf } from "./settlement-desk.ts";

interface SettlementRouteDeps
  extends SettlementDeskDeps,
    HandoverDeps,
    Pick<RouteDeps, "config" | "database" | "lists" | "engine" | "requirements"> {
  readonly startOnline: StartOnline | null;
  readonly settings: { readonly current: () => UsualPickups };
  readonly sellerOf: SellerOf;
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
  serveDebts(app, deps, desk);
  servePaymentDecisions(served);
  serveReminders(served);
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
  serve(app, calls.recordPayment, ({ params, request }) =>
    desk.change(request, params.id, { kind: "payment", reason: null }),
  );

  serve(app, calls.waiveSettlement, ({ params, body, request }) =>
    desk.decide(request, params.id, (of) => ({
      ...of,
      type: "ClosePayment",
      as: "waived",
      note: body?.note?.trim() || null,
    })),
  );
};

const serveReminders = ({ app, deps, desk }: Served): void => {
  serve(app, calls.remindBuyer, ({ params, request }) =>
    desk.outsideEngine(request, params.id, (adminId, settlement) => remind(deps.database, adminId, settlement)),
  );
};

/** Another try of a forfeit that is stuck. */
const serveRetry = ({ app, deps, desk }: Served): void => {
  serve(app, calls.retryForfeit, async ({ params, commandId, request }) => {
    const { adminId: actorId, settlement: asked } = await desk.settlementFor(request, params.id);
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
      return refuse("SETTLEMENT_CLOSED", { message, status: settlement.status });
    }
    return { settlement };
  });
};

/** The engine's changes: another deadline, a reversal, a second chance. */
const serveChanges = ({ app, caller, desk }: Served): void => {
  serve(app, calls.extendDeadline, ({ params, body, request }) =>
    desk.decide(request, params.id, (of) => ({
      ...of,
      type: "ExtendDeadline",
      dueAt: Date.parse(body.dueAt),
      note: body.reason,
    })),
  );
  serve(app, calls.reverseSettlement, ({ params, body, request }) =>
    desk.change(request, params.id, {
      kind: "reversal",
      reason: body.reason,
      ...(body.payments && { paymentIds: body.payments }),
      ...(body.others && { otherIds: body.others }),
    }),
  );
  serve(app, calls.refundSale, async ({ params, body, request }) => {
    if (body.to === "cash") await caller.permitted(request, "balances:change");
    return await desk.change(request, params.id, { kind: "refund", reason: body.reason, to: body.to });
  });
  serve(app, calls.offerSecondChance, ({ params, request }) =>
    desk.decide(request, params.id, (of) => ({ ...of, type: "OfferSecondChance", offerId: randomUUID() })),
  );
};

/** The changes that touch no auction: a lot that can be collected or was handed over, and pardons. */
const serveHandover = ({ app, deps, desk }: Served): void => {
  const { database } = deps;
  serve(app, calls.markReady, ({ params, body, request }) =>
    desk.outsideEngine(request, params.id, (adminId, settlement) =>
      markReady(database, { ...body, adminId, settlement, usual: deps.settings.current() }),
    ),
  );
  serve(app, calls.confirmHandover, ({ params, body, request }) =>
    desk.outsideEngine(request, params.id, async (adminId, settlement) => {
      const others = await desk.othersFor(adminId, settlement, body.others ?? []);
      const refused = await handOver(deps, { code: body.code, adminId, settlements: [settlement, ...others] });
      if (refused === null) for (const { _id } of others) deps.settlementChanged(_id);
      return refused;
    }),
  );
  serve(app, calls.pardonUnpaidWin, ({ params, body, request }) =>
    desk.outsideEngine(request, params.id, (adminId, settlement) => pardon(database, { ...body, adminId, settlement })),
  );
};

/** A sale after the end, below the reserve. */
const serveLateSale = ({ app, deps }: Served): void => {
  const { database, engine } = deps;
  serve(app, calls.sellToHighestBidder, async ({ account: { id: userId }, params, commandId }) => {
    const auctionId = params.id;
    await refuseInterested({ database }, userId, auctionId);
    const { outcome } = await engine.submit({ type: "SellToHighestBidder", auctionId, userId, commandId });
    if (!outcome.ok) throw new RefusedError(outcome.error);
    return { message: "The lot is sold to its highest bidder. The payment is due like a win's." };
  });
};
