// /api/admin/exchange-rate: the provider's candidate rate, which is not used until staff confirm it.
import { idSchema } from "@jara/shared/auction";
import { exchangeRateState } from "@jara/shared/rest/currency";
import * as z from "zod/mini";
import type { App } from "../../platform/http/app.ts";
import { refuse } from "../../platform/http/refused.ts";
import { noBody } from "../../platform/http/requests.ts";
import type { Caller } from "../accounts/caller.ts";
import type { RouteDeps } from "../route-deps.ts";
import type { RatesKeeper } from "./exchange-rates.ts";
import { confirmRate, type Decided, loadRateState, rejectRate } from "./rate-candidates.ts";

const tags = ["Currency"];
const params = z.object({ id: idSchema });
const stale =
  "The id names one figure. 409 `RATE_NOT_WAITING` where the provider names another one by now, or somebody decided.";

export const serveExchangeRate = (
  app: App,
  { database, config }: Pick<RouteDeps, "database" | "config">,
  caller: Caller,
  exchange: Pick<RatesKeeper, "current" | "refresh">,
  /** Called after the commit of a decision. */
  decided: () => void,
): void => {
  /** Without a provider the fallback rates are in force, whatever an earlier provider left in the database. */
  const state = async () =>
    config.ratesUrl === null
      ? { rates: exchange.current(), acceptedAt: null, candidate: null }
      : await loadRateState(database);
  const answer = async (outcome: Decided) => {
    if (outcome === "not-allowed") return refuse("FORBIDDEN");
    if (outcome === "not-waiting") return refuse("RATE_NOT_WAITING");
    decided();
    // This node takes over the rates at once, the other nodes at their next poll.
    await exchange.refresh();
    return await state();
  };

  app.get(
    "/api/admin/exchange-rate",
    {
      schema: {
        tags,
        summary: "The exchange rate in force and the one that waits",
        response: { 200: exchangeRateState },
      },
    },
    async (request) => {
      await caller.staff(request);
      return await state();
    },
  );

  const serveDecision = (
    verb: "confirm" | "reject",
    texts: { readonly summary: string; readonly description: string },
    carryOut: typeof confirmRate,
  ): void => {
    app.post(
      `/api/admin/exchange-rate/:id/${verb}`,
      { schema: { tags, ...texts, params, body: noBody, response: { 200: exchangeRateState } } },
      async (request) => {
        const { id } = await caller.staff(request);
        if (config.ratesUrl === null) return refuse("RATE_NOT_WAITING");
        return await answer(await carryOut(database, id, request.params.id));
      },
    );
  };
  serveDecision("confirm", { summary: "Put a waiting exchange rate in force", description: stale }, confirmRate);
  serveDecision(
    "reject",
    {
      summary: "Reject a waiting exchange rate",
      description: `${stale} The rate in force stays; the same figure asks nobody again.`,
    },
    rejectRate,
  );
};
