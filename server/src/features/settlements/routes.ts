// /api/settlements: what winners and buyers owe, and an administrator's decision about it.
import { refusal } from "@jara/shared/errors";
import {
  SETTLEMENTS_LIMIT_DEFAULT,
  type Settlement,
  settlementAnswer,
  settlementsAnswer,
  settlementsQuery,
  waiveBody,
  winAnswer,
} from "@jara/shared/rest/settlements";
import type { FastifyRequest } from "fastify";
import * as z from "zod/mini";
import type { ClosePayment } from "../../auction/commands.ts";
import { paginationOf } from "../../platform/database/pages.ts";
import type { App } from "../../platform/http/app.ts";
import { Refused, refuse } from "../../platform/http/refused.ts";
import { commandIdOf, idParams } from "../../platform/http/requests.ts";
import { writtenLagosTime } from "../../platform/lib/lagos-time.ts";
import type { Caller } from "../accounts/caller.ts";
import { refuseInterested } from "../auctions/lookup.ts";
import type { RouteDeps } from "../route-deps.ts";
import { retrySettlement } from "./job-queries.ts";
import { findSettlement, listSettlements, winOf } from "./queries.ts";

const tags = ["Settlements"];
const noBody = z.nullish(z.strictObject({}));
const again = "With an Idempotency-Key, the same request again does nothing and is answered alike.";
const closed = "One that is not open any more is refused (SETTLEMENT_CLOSED), with what became of it.";

export const serveSettlements = (
  app: App,
  { database, engine }: Pick<RouteDeps, "database" | "engine">,
  caller: Caller,
  /** Called when the settlement waits for the forfeiting job again. */
  retried: (id: string) => void,
): void => {
  const settlementOf = async (id: string): Promise<Settlement> =>
    (await findSettlement(database, id)) ?? refuse("NOT_FOUND", { message: "Settlement not found" });

  /** Refuses an administrator who has an interest in the auction: they may not act on it and may not see who owes. */
  const settlementFor = async (
    request: FastifyRequest,
    id: string,
  ): Promise<{ adminId: string; settlement: Settlement }> => {
    const { id: adminId } = await caller.admin(request);
    const settlement = await settlementOf(id.toLowerCase());
    const { auction, buyer } = settlement;
    await refuseInterested({ database }, adminId, auction._id);
    return buyer._id === adminId ? refuse("CONFLICT_OF_INTEREST") : { adminId, settlement };
  };

  const close = async (request: FastifyRequest, id: string, as: ClosePayment["as"], note: string | null) => {
    const { adminId: userId, settlement: asked } = await settlementFor(request, id);
    const commandId = commandIdOf(request);
    const { _id: settlementId, auction } = asked;
    const { outcome } = await engine.submit({
      type: "ClosePayment",
      auctionId: auction._id,
      userId,
      commandId,
      settlementId,
      as,
      note,
    });
    const settlement = await settlementOf(settlementId);
    if (outcome.ok) return { settlement };
    if (outcome.error.code !== "SETTLEMENT_CLOSED") throw new Refused(outcome.error);
    return refuse("SETTLEMENT_CLOSED", { message: whatBecameOf(settlement), status: settlement.status });
  };

  app.get(
    "/api/settlements",
    {
      schema: {
        tags,
        summary:
          "What winners and buyers owe (admins): open ones first, the most urgent at the top; then the newest closed",
        description:
          "`q` is looked for in the auction's title and in username, e-mail address and full name. What is owed on an " +
          "auction in which the caller has an interest is left out.",
        querystring: settlementsQuery,
        response: { 200: settlementsAnswer },
      },
    },
    async (request) => {
      const { id: adminId } = await caller.admin(request);
      const { page = 1, limit = SETTLEMENTS_LIMIT_DEFAULT, ...filter } = request.query;
      const { settlements, total } = await listSettlements(database, { ...filter, adminId }, { page, limit });
      return { settlements, pagination: paginationOf(page, limit, total) };
    },
  );

  app.get(
    "/api/auctions/:id/win",
    {
      schema: {
        tags,
        summary: "What the caller owes for having won an auction; null for everybody else",
        params: idParams,
        response: { 200: winAnswer },
      },
    },
    async (request) => {
      const { id: winnerId } = await caller.signedIn(request);
      return { win: await winOf(database, request.params.id.toLowerCase(), winnerId) };
    },
  );

  app.get(
    "/api/settlements/:id",
    {
      schema: {
        tags,
        summary: "One settlement (admins)",
        params: idParams,
        response: { 200: settlementAnswer },
      },
    },
    async (request) => {
      return { settlement: (await settlementFor(request, request.params.id)).settlement };
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
        response: { 200: settlementAnswer },
      },
    },
    (request) => close(request, request.params.id, "paid", null),
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
    (request) => close(request, request.params.id, "waived", request.body?.note?.trim() || null),
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
      const { adminId: actorId, settlement: asked } = await settlementFor(request, request.params.id);
      const { _id: id, kind } = asked;
      const outcome = await retrySettlement(database, { id, kind, actorId, commandId: commandIdOf(request) });
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
};

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
