// The calls that publish, pause, resume, shift and end a whole sale (staff). An action is recorded first; a job then does it
// on each lot, and the answer waits for it for a while.
import { setTimeout as sleep } from "node:timers/promises";
import * as calls from "@jara/shared/calls/sales";
import { type SaleAnswer, saleActionWords } from "@jara/shared/rest/sales";
import type { FastifyRequest } from "fastify";
import type { App } from "../../platform/http/app.ts";
import { refuse } from "../../platform/http/refused.ts";
import { commandIdOf } from "../../platform/http/requests.ts";
import { serve } from "../../platform/http/serve.ts";
import type { Caller } from "../accounts/caller.ts";
import { type ActionKind, askAction, isDone, reportOf } from "./action-queries.ts";
import { type SaleRouteDeps, saleOf, toAction } from "./views.ts";

/** The answer waits this long for all lots. Lots that are left are done after the answer. */
const WAIT_MS = 8_000;
const LOOK_EVERY_MS = 50;

export const serveSaleActions = (app: App, deps: SaleRouteDeps, caller: Caller): void => {
  const { database } = deps;

  const act = async (
    request: FastifyRequest,
    saleId: string,
    kind: ActionKind,
    seconds: number | null = null,
  ): Promise<SaleAnswer> => {
    const { id: actorId } = await caller.staff(request);
    const viewer = await caller.viewer(request);
    const commandId = commandIdOf(request);
    // 404 before 409.
    await saleOf(deps, saleId, viewer);
    const asked = await askAction(database, { saleId, kind, seconds, actorId, commandId });
    if (asked.is === "not-allowed") return refuse("FORBIDDEN");
    if (asked.is === "key-reused") return refuse("COMMAND_ID_REUSED");
    if (asked.is === "not-possible") return refuse("SALE_STATE", { message: saleActionWords[kind] });
    if (asked.is === "not-agreed") {
      const message = `Sellers have not accepted the terms of these lots: ${asked.titles.slice(0, 5).join(", ")}.`;
      return refuse("AGREEMENT_MISSING", { message });
    }
    deps.saleChanged(saleId);
    const until = performance.now() + WAIT_MS;
    while (!(await isDone(database, asked.actionId)) && performance.now() < until) await sleep(LOOK_EVERY_MS);
    const report = await reportOf(database, saleId, asked.actionId);
    return { sale: await saleOf(deps, saleId, viewer), action: report && toAction(report) };
  };

  serve(app, calls.publishSale, async ({ params, request }) => await act(request, params.id, "publish"));
  serve(app, calls.pauseSale, async ({ params, request }) => await act(request, params.id, "pause"));
  serve(app, calls.resumeSale, async ({ params, request }) => await act(request, params.id, "resume"));
  serve(app, calls.endSale, async ({ params, request }) => await act(request, params.id, "end"));
  serve(
    app,
    calls.shiftSale,
    async ({ params, body, request }) => await act(request, params.id, "shift", body.seconds),
  );
};
