// /api/settlements: what winners and buyers owe, and an administrator's decision about it.
import { randomUUID } from "node:crypto";
import { refusal } from "@jara/shared/errors";
import type { ExchangeRates } from "@jara/shared/money";
import { type Approval, type ApprovalKind, approvalAnswer } from "@jara/shared/rest/approvals";
import { messageAnswer } from "@jara/shared/rest/common";
import {
  extendBody,
  handoverBody,
  payerRecordAnswer,
  readyBody,
  reasonBody,
  SETTLEMENTS_LIMIT_DEFAULT,
  type Settlement,
  settlementAnswer,
  settlementDetailsAnswer,
  settlementsAnswer,
  settlementsQuery,
  waiveBody,
} from "@jara/shared/rest/settlements";
import type { FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import type { ClosePayment, UserCommand } from "../../auction/commands.ts";
import { paginationOf } from "../../platform/database/pages.ts";
import type { App } from "../../platform/http/app.ts";
import { Refused, refuse } from "../../platform/http/refused.ts";
import { commandIdOf, idParams, noBody } from "../../platform/http/requests.ts";
import { writtenLagosTime } from "../../platform/lib/lagos-time.ts";
import { findAccount } from "../accounts/account.ts";
import type { Caller } from "../accounts/caller.ts";
import { refuseInterested } from "../auctions/lookup.ts";
import type { RouteDeps } from "../route-deps.ts";
import type { CarryOut, SecondPerson } from "../second-person.ts";
import { detailsOf, payerRecordOf } from "./details.ts";
import { type HandoverDeps, handOver } from "./hand-over.ts";
import { markReady, pardon } from "./handover-queries.ts";
import { retrySettlement } from "./job-queries.ts";
import { bookingOf, type StartOnline, servePurchases } from "./purchase-routes.ts";
import { findSettlement, listSettlements } from "./queries.ts";

const tags = ["Settlements"];
const again = "With an Idempotency-Key, the same request again does nothing and is answered alike.";
const closed = "One that is not open any more is refused (SETTLEMENT_CLOSED), with what became of it.";

interface SettlementRouteDeps extends Pick<RouteDeps, "config" | "database" | "lists" | "engine">, HandoverDeps {
  /** Called when the settlement waits for the forfeiting job again, or changed outside the engine. */
  readonly settlementChanged: (id: string) => void;
  readonly startOnline: StartOnline | null;
  /** Called when a person's account changed in a way that later bids depend on. */
  readonly news: { changed(userId: string): void };
  readonly secondPerson: SecondPerson;
}

/** Returns the function that carries out a change of money after a second person approved it. */
export const serveSettlements = (app: App, deps: SettlementRouteDeps, caller: Caller): CarryOut => {
  const { database, engine, settlementChanged: retried } = deps;
  const settlementOf = async (id: string): Promise<Settlement> =>
    (await findSettlement(database, id, engine.rates)) ?? refuse("NOT_FOUND", { message: "Settlement not found" });

  /** Refuses an administrator who has an interest in the auction: they may not act on it and may not see who owes. */
  const settlementFor = async (
    request: FastifyRequest,
    id: string,
  ): Promise<{ adminId: string; settlement: Settlement }> => {
    const { id: adminId } = await caller.staff(request);
    return { adminId, settlement: await settlementForStaff(adminId, id) };
  };
  const settlementForStaff = async (adminId: string, id: string): Promise<Settlement> => {
    const settlement = await settlementOf(id.toLowerCase());
    const { auction, buyer } = settlement;
    await refuseInterested({ database }, adminId, auction._id);
    return buyer._id === adminId ? refuse("CONFLICT_OF_INTEREST") : settlement;
  };

  /** Submits an administrator's command about the settlement, and answers what is stored afterwards. */
  const decide = async (
    request: FastifyRequest,
    id: string,
    toCommand: (of: OfSettlement) => UserCommand,
    commandId = commandIdOf(request),
  ): Promise<{ settlement: Settlement }> => {
    const { adminId, settlement } = await settlementFor(request, id);
    return await submit(adminId, settlement, toCommand, commandId);
  };
  const submit = async (
    userId: string,
    { _id: settlementId, auction }: Settlement,
    toCommand: (of: OfSettlement) => UserCommand,
    commandId: string,
  ): Promise<{ settlement: Settlement }> => {
    const { outcome } = await engine.submit(toCommand({ auctionId: auction._id, userId, commandId, settlementId }));
    const settlement = await settlementOf(settlementId);
    if (outcome.ok) return { settlement };
    if (outcome.error.code !== "SETTLEMENT_CLOSED" || settlement.status === "open") throw new Refused(outcome.error);
    return refuse("SETTLEMENT_CLOSED", { message: whatBecameOf(settlement), status: settlement.status });
  };

  /** Carries a change of money out, or makes it wait for a second person: then answers its approval. */
  const change = async (
    request: FastifyRequest,
    id: string,
    asked: MoneyChange,
    commandId = commandIdOf(request),
  ): Promise<Changed> => {
    const { adminId, settlement } = await settlementFor(request, id);
    const { kind, reason, booking } = asked;
    const approval = await deps.secondPerson.ask({
      ...{ kind, actorId: adminId, userId: settlement.buyer._id, reason, commandId, request: booking ?? {} },
      ...{ amountMinor: amountOf(settlement, asked, engine.rates), settlementId: settlement._id },
      auctionId: settlement.auction._id,
    });
    return approval ? { approval } : await submit(adminId, settlement, toCommandOf(asked), commandId);
  };

  app.get(
    "/api/settlements",
    {
      schema: {
        tags,
        summary:
          "What winners and buyers owe (admins): open ones first, the most urgent at the top; then the newest closed",
        description:
          "`q` is a settlement's reference, or is looked for in the auction's title and in username, e-mail address and " +
          "full name. What is owed on an auction in which the caller has an interest is left out.",
        querystring: settlementsQuery,
        response: { 200: settlementsAnswer },
      },
    },
    async (request) => {
      const { id: adminId } = await caller.staff(request);
      const { page = 1, limit = SETTLEMENTS_LIMIT_DEFAULT, ...filter } = request.query;
      const { settlements, total } = await listSettlements(
        deps.lists,
        { ...filter, adminId },
        { page, limit },
        engine.rates,
      );
      return { settlements, pagination: paginationOf(page, limit, total) };
    },
  );

  app.get(
    "/api/settlements/:id",
    {
      schema: {
        tags,
        summary: "One settlement with its payments, offers of a second chance and administrators' actions (admins)",
        params: idParams,
        response: { 200: settlementDetailsAnswer },
      },
    },
    async (request) => detailsOf(database, (await settlementFor(request, request.params.id)).settlement),
  );

  app.get(
    "/api/admin/users/:id/payer-record",
    {
      schema: {
        tags,
        summary: "How a person paid for what they won, with their newest wins and purchases (admins)",
        description: "Wins of auctions in which the caller has an interest are counted, but not listed.",
        params: idParams,
        response: { 200: payerRecordAnswer },
      },
    },
    async (request) => {
      const { id: adminId } = await caller.staff(request);
      const account = await findAccount(database, request.params.id.toLowerCase());
      if (!account) return refuse("NOT_FOUND", { message: "User not found" });
      const { maxUnpaidWins } = deps.config;
      return await payerRecordOf(database, account.id, adminId, { rates: engine.rates, maxUnpaidWins });
    },
  );

  app.post(
    "/api/settlements/:id/payment-received",
    {
      schema: {
        tags,
        summary: "The payment came: the auction is sold (admins)",
        description: `${closed} ${again}`,
        params: idParams,
        body: noBody,
        response: { 200: settlementAnswer, 202: approvalAnswer },
      },
    },
    async (request, reply) =>
      answered(reply, await change(request, request.params.id, { kind: "payment", reason: null })),
  );

  app.post(
    "/api/settlements/:id/waive",
    {
      schema: {
        tags,
        summary: "Let the winner or buyer off without penalty (admins)",
        description: `A win's auction stays ended; a purchase's auction goes on with the time it had left. ${closed} ${again}`,
        params: idParams,
        body: z.nullish(waiveBody),
        response: { 200: settlementAnswer },
      },
    },
    (request) =>
      decide(request, request.params.id, (of) => ({
        ...{ ...of, type: "ClosePayment", as: "waived", note: request.body?.note?.trim() || null },
      })),
  );

  app.post(
    "/api/settlements/:id/retry",
    {
      schema: {
        tags,
        summary: "Try the forfeit of a stuck settlement again (admins)",
        description: `One that is not stuck is refused with 409. ${again}`,
        params: idParams,
        body: noBody,
        response: { 200: settlementAnswer },
      },
    },
    async (request) => {
      const commandId = commandIdOf(request);
      const { adminId: actorId, settlement: asked } = await settlementFor(request, request.params.id);
      const { _id: id, kind } = asked;
      const outcome = await retrySettlement(database, { id, kind, actorId, commandId });
      if (outcome === "not-allowed") return refuse("FORBIDDEN");
      if (outcome === "key-reused") return refuse("COMMAND_ID_REUSED");
      if (outcome === "done") retried(id);
      const settlement = await settlementOf(id);
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

  const adminCall = <B extends z.ZodMiniType>(
    path: string,
    summary: string,
    body: B,
    handle: (request: FastifyRequest, id: string, body: z.infer<B>) => Promise<Changed>,
    description = `${closed} ${again}`,
  ): void => {
    const response = { 200: settlementAnswer, ...(path === "reverse" && { 202: approvalAnswer }) };
    const schema = { tags, summary, description, params: idParams, body, response };
    app.post(`/api/settlements/:id/${path}`, { schema }, async (request, reply) =>
      answered(reply, await handle(request, request.params.id, request.body as z.infer<B>)),
    );
  };

  adminCall("extend", "Give the winner or buyer more time (admins)", extendBody, (request, id, { dueAt, reason }) =>
    decide(request, id, (of) => ({ ...of, type: "ExtendDeadline", dueAt: Date.parse(dueAt), note: reason })),
  );
  adminCall(
    "reverse",
    "Take back a payment or a forfeit (admins)",
    reasonBody,
    (request, id, { reason }) => change(request, id, { kind: "reversal", reason }),
    "Paid or forfeited, the same settlement is due again: payments made on the site go back to the balance, a penalty is " +
      `given back and the deposit taken again. A forfeited purchase's penalty is given back. ${again}`,
  );
  adminCall(
    "second-chance",
    "Offer the lot to the runner-up for 24 hours (admins)",
    noBody,
    (request, id) => decide(request, id, (of) => ({ ...of, type: "OfferSecondChance", offerId: randomUUID() })),
    "After a forfeit, or a void of the winner's bids; at the price that the same bids without the defaulter's reach, never " +
      `above the runner-up's own highest bid or maximum. ${again}`,
  );

  /** Changes of a settlement that touch no auction. Each is one statement, and done twice it does nothing more. */
  const outsideEngine = async (
    request: FastifyRequest,
    id: string,
    change: (adminId: string, settlement: Settlement) => Promise<string | null>,
  ): Promise<{ settlement: Settlement }> => {
    const { adminId, settlement: asked } = await settlementFor(request, id);
    const refused = await change(adminId, asked);
    const settlement = await settlementOf(asked._id);
    if (refused !== null) return refuse("SETTLEMENT_CLOSED", { message: refused, status: settlement.status });
    retried(asked._id);
    deps.news.changed(asked.buyer._id);
    return { settlement };
  };
  adminCall(
    "ready",
    "Say where and when the paid lot can be collected (admins)",
    readyBody,
    (request, id, body) =>
      outsideEngine(request, id, (adminId, settlement) => markReady(database, { ...body, adminId, settlement })),
    "Another place or time replaces the first. The same request again changes nothing.",
  );
  adminCall(
    "handed-over",
    "Confirm the handover with the buyer's six-digit code (admins)",
    handoverBody,
    (request, id, { code }) =>
      outsideEngine(request, id, (adminId, settlement) => handOver(deps, { code, adminId, settlement })),
    "The lot must be ready. The same request again changes nothing.",
  );
  adminCall(
    "pardon",
    "Let a forfeited win no longer count against the person (admins)",
    reasonBody,
    (request, id, body) =>
      outsideEngine(request, id, (adminId, settlement) => pardon(database, { ...body, adminId, settlement })),
    "The penalty stays kept. The same request again changes nothing.",
  );

  app.post(
    "/api/admin/auctions/:id/sell-to-highest-bidder",
    {
      schema: {
        tags,
        summary: "Sell an ended lot to its highest bidder though the reserve was not met (admins)",
        description: `The bidder becomes the winner, with a deposit, a settlement and a mail like any other. ${again}`,
        params: idParams,
        body: noBody,
        response: { 200: messageAnswer },
      },
    },
    async (request) => {
      const { id: userId } = await caller.staff(request);
      const auctionId = request.params.id.toLowerCase();
      await refuseInterested({ database }, userId, auctionId);
      const commandId = commandIdOf(request);
      const { outcome } = await engine.submit({ type: "SellToHighestBidder", auctionId, userId, commandId });
      if (!outcome.ok) throw new Refused(outcome.error);
      return { message: "The lot is sold to its highest bidder. The payment is due like a win's." };
    },
  );

  servePurchases(app, deps, caller, deps.startOnline, async (request, id, body, commandId) => {
    await caller.permitted(request, "settlements:book");
    const booking = bookingOf(body);
    return change(request, id, { kind: "booking", reason: booking.note, booking }, commandId);
  });

  return async ({ kind, actorId, settlementId, reason, request, commandId }) => {
    const booking = request as ReturnType<typeof bookingOf>;
    const asked: MoneyChange = kind === "booking" ? { kind, reason, booking } : { kind, reason };
    await submit(actorId, await settlementForStaff(actorId, settlementId ?? ""), toCommandOf(asked), commandId);
  };
};

/** A change of a settlement's money that may need a second person. */
interface MoneyChange {
  readonly kind: ApprovalKind;
  readonly reason: string | null;
  /** The method and the amount of a booking. */
  readonly booking?: ReturnType<typeof bookingOf>;
}
type Changed = { readonly settlement: Settlement } | { readonly approval: Approval };

/** 202 if it waits for a second person. */
const answered = (reply: FastifyReply, changed: Changed): never =>
  // The type of a reply knows one status alone.
  reply.code("approval" in changed ? 202 : 200).send(changed) as never;

const toCommandOf =
  ({ kind, reason, booking }: MoneyChange) =>
  (of: OfSettlement): UserCommand => {
    if (kind === "reversal") return { ...of, type: "ReverseSettlement", note: reason ?? "" };
    return booking
      ? { ...of, type: "BookPayment", ...booking }
      : { ...of, type: "ClosePayment", as: "paid", note: null };
  };

/** NGN kobo, by the rate in force: what is booked, what remains, or what was paid or kept and goes back. */
const amountOf = (of: Settlement, { kind, booking }: MoneyChange, rates: ExchangeRates): number => {
  const naira = (amountMinor: number): number =>
    of.auction.currency === "NGN" ? amountMinor : Math.ceil(amountMinor * rates.USD_TO_NGN);
  if (booking) return naira(booking.amountMinor);
  if (kind === "payment") return Math.round(of.remainingNgn * 100);
  return Math.round(of.depositNgn * 100) + naira(Math.round(of.paid * 100)) + Math.round((of.penaltyNgn ?? 0) * 100);
};

type OfSettlement = Pick<ClosePayment, "auctionId" | "userId" | "commandId" | "settlementId">;

const became: Record<Exclude<Settlement["status"], "open">, string> = {
  paid: "was already confirmed",
  waived: "was already waived",
  forfeited: "was forfeited",
  void: "is void",
};

const whatBecameOf = ({ status, closedAt, closedBy }: Settlement): string => {
  if (status === "open") return "This payment moved while you answered. Please try again.";
  const by = closedBy ? ` by ${closedBy.username}` : "";
  return `This payment ${became[status]}${by}${closedAt ? ` on ${writtenLagosTime(closedAt)}` : ""}.`;
};
