// /api/admin/exchange-rate: the provider's candidate rate, which is not used until staff confirm it.
import * as calls from "@jara/shared/calls/currency";
import type { App } from "../../platform/http/app.ts";
import { refuse } from "../../platform/http/refused.ts";
import { serve } from "../../platform/http/serve.ts";
import type { RouteDeps } from "../route-deps.ts";
import type { RatesKeeper } from "./exchange-rates.ts";
import { confirmRate, type Decided, loadRateState, rejectRate } from "./rate-candidates.ts";

export const serveExchangeRate = (
  app: App,
  { database, config }: Pick<RouteDeps, "database" | "config">,
  exchange: Pick<RatesKeeper, "current" | "refresh">,
): void => {
  /** Without a provider the fallback rates are in force, whatever an earlier provider left in the database. */
  const state = async () =>
    config.ratesUrl === null
      ? { rates: exchange.current(), acceptedAt: null, candidate: null }
      : await loadRateState(database);
  const answer = async (outcome: Decided) => {
    if (outcome === "not-allowed") return refuse("FORBIDDEN");
    if (outcome === "not-waiting") return refuse("RATE_NOT_WAITING");
    database.wake("list:exchange-rate");
    // This node takes over the rates at once, the other nodes at their next poll.
    await exchange.refresh();
    return await state();
  };

  serve(app, calls.getExchangeRate, async () => await state());

  const decide = async (adminId: string, id: string, carryOut: typeof confirmRate) => {
    if (config.ratesUrl === null) return refuse("RATE_NOT_WAITING");
    return await answer(await carryOut(database, adminId, id));
  };
  serve(
    app,
    calls.confirmExchangeRate,
    async ({ account: { id: adminId }, params }) => await decide(adminId, params.id, confirmRate),
  );
  serve(
    app,
    calls.rejectExchangeRate,
    async ({ account: { id: adminId }, params }) => await decide(adminId, params.id, rejectRate),
  );
};
