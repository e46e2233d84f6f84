// /api/settlements: what winners and buyers owe, one settlement with all that happened to it, and how a person paid so far.
import {
  payerRecordAnswer,
  SETTLEMENTS_LIMIT_DEFAULT,
  settlementDetailsAnswer,
  settlementsAnswer,
  settlementsQuery,
} from "@jara/shared/rest/settlements";
import { paginationOf } from "../../platform/database/pages.ts";
import type { App } from "../../platform/http/app.ts";
import { refuse } from "../../platform/http/refused.ts";
import { idParams } from "../../platform/http/requests.ts";
import { findAccount } from "../accounts/account.ts";
import type { Caller } from "../accounts/caller.ts";
import type { RouteDeps } from "../route-deps.ts";
import { detailsOf, payerRecordOf } from "./details.ts";
import { listSettlements } from "./queries.ts";
import type { SettlementDesk, SettlementDeskDeps } from "./settlement-desk.ts";

const tags = ["Settlements"];

export const serveDebts = (
  app: App,
  deps: Pick<RouteDeps, "config" | "database" | "lists" | "engine"> & Pick<SettlementDeskDeps, "secondPerson">,
  caller: Caller,
  desk: Pick<SettlementDesk, "settlementFor">,
): void => {
  const { database, engine } = deps;

  app.get(
    "/api/settlements",
    {
      schema: {
        tags,
        summary: "What winners and buyers owe: open ones first, the most urgent at the top; then the newest closed",
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
        summary:
          "One settlement with its payments, offers of a second chance, actions of staff and what waits for approval",
        params: idParams,
        response: { 200: settlementDetailsAnswer },
      },
    },
    async (request) => {
      const { settlement } = await desk.settlementFor(request, request.params.id);
      const reader = await caller.staff(request);
      const [details, approvals] = await Promise.all([
        detailsOf(database, settlement),
        deps.secondPerson.waitingFor(settlement._id, reader),
      ]);
      return { ...details, approvals };
    },
  );

  app.get(
    "/api/admin/users/:id/payer-record",
    {
      schema: {
        tags,
        summary: "How a person paid for what they won, with their newest wins and purchases",
        description: "Wins of auctions in which the caller has an interest are counted, but not listed.",
        params: idParams,
        response: { 200: payerRecordAnswer },
      },
    },
    async (request) => {
      const { id: adminId } = await caller.staff(request);
      const account = await findAccount(database, request.params.id);
      if (!account) return refuse("NOT_FOUND", { message: "User not found" });
      const { maxUnpaidWins } = deps.config;
      return await payerRecordOf(database, account.id, adminId, { rates: engine.rates, maxUnpaidWins });
    },
  );
};
