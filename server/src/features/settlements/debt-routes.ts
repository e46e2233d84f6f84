// /api/settlements: what winners and buyers owe, one settlement with all that happened to it, and how a person paid so far.
import * as calls from "@jara/shared/calls/settlements";
import { SETTLEMENTS_LIMIT_DEFAULT } from "@jara/shared/rest/settlements";
import { paginationOf } from "../../platform/database/pages.ts";
import type { App } from "../../platform/http/app.ts";
import { refuse } from "../../platform/http/refused.ts";
import { serve } from "../../platform/http/serve.ts";
import { findAccount } from "../accounts/account.ts";
import type { RouteDeps } from "../route-deps.ts";
import { detailsOf, payerRecordOf, type SellerOf } from "./details.ts";
import { listSettlements } from "./queries.ts";
import type { SettlementDesk, SettlementDeskDeps } from "./settlement-desk.ts";

export const serveDebts = (
  app: App,
  deps: Pick<RouteDeps, "config" | "database" | "lists" | "engine"> &
    Pick<SettlementDeskDeps, "secondPerson"> & {
      readonly sellerOf: SellerOf;
    },
  desk: Pick<SettlementDesk, "settlementFor">,
): void => {
  const { database, engine } = deps;

  serve(app, calls.listSettlements, async ({ account: { id: adminId }, query }) => {
    const { page = 1, limit = SETTLEMENTS_LIMIT_DEFAULT, ...filter } = query;
    const { settlements, total } = await listSettlements(
      deps.lists,
      { ...filter, adminId },
      { page, limit },
      engine.rates,
    );
    return { settlements, pagination: paginationOf(page, limit, total) };
  });

  serve(app, calls.getSettlement, async ({ account: reader, params, request }) => {
    const { settlement } = await desk.settlementFor(request, params.id);
    const [details, approvals] = await Promise.all([
      detailsOf(database, settlement, { sellerOf: deps.sellerOf, readerId: reader.id }),
      deps.secondPerson.waitingFor(settlement._id, reader),
    ]);
    return { ...details, approvals };
  });

  serve(app, calls.getPayerRecord, async ({ account: { id: adminId }, params }) => {
    const account = await findAccount(database, params.id);
    if (!account) return refuse("NOT_FOUND", { message: "User not found" });
    const { maxUnpaidWins } = deps.config;
    return await payerRecordOf(database, account.id, adminId, { rates: engine.rates, maxUnpaidWins });
  });
};
