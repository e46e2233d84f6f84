// The calls that publish, pause, resume, shift and end a whole sale (staff). An action is recorded first; a job then does it
// on each lot, and the answer waits for it for a while.
import { setTimeout as sleep } from "node:timers/promises";
import { type SaleAnswer, saleAnswer, shiftSaleBody } from "@jara/shared/rest/sales";
import type { FastifyRequest } from "fastify";
import type { App } from "../../platform/http/app.ts";
import { refuse } from "../../platform/http/refused.ts";
import { commandIdOf, idParams, noBody } from "../../platform/http/requests.ts";
import type { Caller } from "../accounts/caller.ts";
import { type ActionKind, askAction, isDone, reportOf } from "./action-queries.ts";
import { type SaleRouteDeps, saleOf, tags, toAction } from "./views.ts";

/** The answer waits this long for all lots. Lots that are left are done after the answer. */
const WAIT_MS = 8_000;
const LOOK_EVERY_MS = 50;

const notPossible: Record<ActionKind, string> = {
  publish: "Only a draft with lots that closes in the future can be published.",
  pause: "Only a published sale that is not paused can be paused.",
  resume: "Only a sale that is paused can be resumed.",
  shift: "Only a published sale can be shifted.",
  end: "Only a published sale can be ended.",
};

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
    if (asked.is === "not-possible") return refuse("SALE_STATE", { message: notPossible[kind] });
    deps.actionAsked();
    deps.saleChanged(saleId);
    const until = performance.now() + WAIT_MS;
    while (!(await isDone(database, asked.actionId)) && performance.now() < until) await sleep(LOOK_EVERY_MS);
    const report = await reportOf(database, saleId, asked.actionId);
    return { sale: await saleOf(deps, saleId, viewer), action: report && toAction(report) };
  };

  const describe = (kind: ActionKind): string =>
    "It is done on every lot of the sale, each once, whatever happens to the server; `action` says on how many, and which " +
    "lots refused it. The answer waits some seconds for it. Repeat it safely with an `Idempotency-Key`. " +
    `${notPossible[kind]} Otherwise the answer is \`SALE_STATE\`.` +
    (kind === "publish" ? "" : " A sale that is over (`isOver`) is still published.");
  const words = {
    publish: "Publish a sale: its lots get their times and open (staff)",
    pause: "Pause all open lots of a sale (staff)",
    resume: "Resume all lots that the sale's pause stopped; lots that are not open yet open later (staff)",
    end: "End all open lots of a sale now; lots that are not open yet do not open (staff)",
  } as const;
  for (const kind of ["publish", "pause", "resume", "end"] as const) {
    app.post(
      `/api/sales/:id/${kind}`,
      {
        schema: {
          tags,
          summary: words[kind],
          description: describe(kind),
          params: idParams,
          body: noBody,
          response: { 200: saleAnswer },
        },
      },
      async (request) => await act(request, request.params.id, kind),
    );
  }

  app.post(
    "/api/sales/:id/shift",
    {
      schema: {
        tags,
        summary: "Move the times of a sale and of its lots that are not over to later (staff)",
        description: describe("shift"),
        params: idParams,
        body: shiftSaleBody,
        response: { 200: saleAnswer },
      },
    },
    async (request) => await act(request, request.params.id, "shift", request.body.seconds),
  );
};
