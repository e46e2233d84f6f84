// /api/sales: lots that are published, paused, shifted and closed together. What is done with a whole sale is recorded
// first; a job then does it on each lot, and the answer waits for it for a while.
import { setTimeout as sleep } from "node:timers/promises";
import { LIST_LIMIT_DEFAULT, pageQuery } from "@jara/shared/rest/common";
import {
  createSaleBody,
  SALE_LOTS_LIMIT_DEFAULT,
  type Sale,
  type SaleAction,
  type SaleAnswer,
  saleAnswer,
  saleLotsAnswer,
  saleLotsBody,
  saleLotsQuery,
  salesAnswer,
  shiftSaleBody,
  updateSaleBody,
} from "@jara/shared/rest/sales";
import type { FastifyRequest } from "fastify";
import { toIso, toIsoOrNull } from "../../auction/to-public.ts";
import { isPrivileged, type Viewer } from "../../auction/viewer.ts";
import { isShown } from "../../auction/visibility.ts";
import { inOrder } from "../../engine/reads/find-auctions.ts";
import { viewersOn } from "../../engine/reads/interests.ts";
import { paginationOf } from "../../platform/database/pages.ts";
import { isUuid } from "../../platform/database/values.ts";
import type { App } from "../../platform/http/app.ts";
import { refuse } from "../../platform/http/refused.ts";
import { commandIdOf, idParams, noBody } from "../../platform/http/requests.ts";
import { uncheckedSerializer } from "../../platform/http/unchecked-serializer.ts";
import type { Caller } from "../accounts/caller.ts";
import { viewsOf } from "../auctions/lookup.ts";
import type { RouteDeps } from "../route-deps.ts";
import { type ActionKind, type ActionReport, askAction, isDone, reportOf } from "./action-queries.ts";
import {
  type Changed,
  changeSale,
  findSale,
  insertSale,
  listLots,
  listSales,
  setLots,
  unusableLots,
} from "./queries.ts";

const tags = ["Sales"];
/** An answer waits so long for all lots. What is left is done after it. */
const WAIT_MS = 8_000;
const LOOK_EVERY_MS = 50;

export interface SaleRouteDeps extends Pick<RouteDeps, "database" | "clock"> {
  /** Call when an action was recorded. */
  readonly actionAsked: () => void;
}

export const serveSales = (app: App, deps: SaleRouteDeps, caller: Caller): void => {
  serveSaleReads(app, deps, caller);
  serveSaleEdits(app, deps, caller);
  serveSaleActions(app, deps, caller);
};

const notFound = () => refuse("NOT_FOUND", { message: "Sale not found" });

type Row = NonNullable<Awaited<ReturnType<typeof findSale>>>;

const toSale = (row: Row): Sale => ({
  _id: row.id,
  title: row.title,
  description: row.description,
  terms: row.terms,
  viewings: row.viewings.map(({ from, until, place }) => ({ from: toIso(from), until: toIso(until), place })),
  status: row.status,
  opensAt: toIsoOrNull(row.opensAt),
  closesAt: toIso(row.closesAt),
  spacingSeconds: row.spacingSeconds,
  closing: row.closing,
  isPaused: row.pausedAt !== null,
  isOver: row.isOver,
  lotCount: row.lotCount,
  revision: row.revision,
  createdAt: toIso(row.createdAt),
  updatedAt: toIso(row.updatedAt),
});

const toAction = ({ action, lots, refused }: ActionReport): SaleAction => ({
  _id: action.id,
  kind: action.kind,
  seconds: action.seconds,
  askedAt: toIso(action.askedAt),
  isDone: action.doneAt !== null,
  lots,
  refused: [...refused],
});

/** The sale as the caller may see it. Throws 404 if they may not. */
const saleOf = async ({ database }: SaleRouteDeps, id: string, viewer: Viewer): Promise<Sale> => {
  const row = isUuid(id) ? await findSale(database, id, isPrivileged(viewer)) : null;
  return row ? toSale(row) : notFound();
};

/** The sale as the caller may see it; its last action for staff alone. */
const answerOf = async (deps: SaleRouteDeps, id: string, viewer: Viewer): Promise<SaleAnswer> => {
  const sale = await saleOf(deps, id, viewer);
  if (!isPrivileged(viewer)) return { sale };
  const report = await reportOf(deps.database, id);
  return { sale, action: report && toAction(report) };
};

const serveSaleReads = (app: App, deps: SaleRouteDeps, caller: Caller): void => {
  const { database } = deps;

  app.get(
    "/api/sales",
    {
      schema: {
        tags,
        summary: "All sales that the caller may see",
        description:
          "Sales with a lot left to close come first, the soonest first; those that are over follow. Staff see drafts.",
        querystring: pageQuery,
        response: { 200: salesAnswer },
      },
    },
    async (request) => {
      const { page = 1, limit = LIST_LIMIT_DEFAULT } = request.query;
      const { rows, total } = await listSales(database, isPrivileged(await caller.viewer(request)), { page, limit });
      return { sales: rows.map(toSale), pagination: paginationOf(page, limit, total) };
    },
  );

  app.get(
    "/api/sales/:id",
    { schema: { tags, summary: "One sale", params: idParams, response: { 200: saleAnswer } } },
    async (request) => await answerOf(deps, request.params.id, await caller.viewer(request)),
  );

  app.get(
    "/api/sales/:id/lots",
    {
      schema: {
        tags,
        summary: "The lots of a sale, in the order of its catalogue",
        description: "Lots that are drafts are shown to staff alone, so a number may be missing.",
        params: idParams,
        querystring: saleLotsQuery,
        response: { 200: saleLotsAnswer },
      },
      ...uncheckedSerializer,
    },
    async (request) => {
      const viewer = await caller.viewer(request);
      const { id } = request.params;
      const seesDrafts = isPrivileged(viewer);
      if (!isUuid(id) || !(await findSale(database, id, seesDrafts))) return notFound();
      const { page = 1, limit = SALE_LOTS_LIMIT_DEFAULT, search = "", open: isOpen = false } = request.query;
      const filter = { saleId: id, seesDrafts, search: search.trim(), isOpen };
      const { lots, total } = await listLots(database, filter, { page, limit });
      const ids = lots.map(({ auctionId }) => auctionId);
      const [found, viewerOf] = await Promise.all([inOrder(database, ids), viewersOn(database, ids, viewer)]);
      // A lot may have become a draft since the page was read.
      const views = await viewsOf(
        deps,
        found.filter((state) => isShown(state, viewerOf(state.id))),
        viewer,
      );
      const numbers = new Map(lots.map(({ auctionId, lotNumber }) => [auctionId, lotNumber]));
      return {
        lots: views.map((auction) => ({ lotNumber: numbers.get(auction._id) ?? 0, auction })),
        pagination: paginationOf(page, limit, total),
      };
    },
  );
};

const why: Record<Exclude<Changed, "changed">, () => never> = {
  "not-allowed": () => refuse("FORBIDDEN"),
  outdated: () => refuse("SALE_STATE"),
  published: () => refuse("SALE_STATE", { message: "The sale is published: its lots and times can only be shifted." }),
};

/** Names each of the lots, by its place in the list. */
const refuseLots = (places: readonly number[]) =>
  refuse("INVALID", {
    message: "Only drafts that no other sale has can be put into a sale.",
    issues: places.map((place) => ({
      path: `auctionIds.${place}`,
      message: "This lot is not a draft, or another sale has it.",
    })),
  });

/** Times that make no sense, whatever the sale had before. */
const refuseTimes = (
  opensAt: string | null,
  closesAt: string,
  viewings: readonly { from: string; until: string }[],
) => {
  const issue = (path: string, message: string) => refuse("INVALID", { message, issues: [{ path, message }] });
  if (opensAt !== null && Date.parse(opensAt) >= Date.parse(closesAt))
    return issue("closesAt", "The first lot must close after bidding opens.");
  const wrong = viewings.findIndex(({ from, until }) => Date.parse(from) >= Date.parse(until));
  if (wrong >= 0) return issue(`viewings.${wrong}.until`, "A viewing must end after it begins.");
};

const serveSaleEdits = (app: App, deps: SaleRouteDeps, caller: Caller): void => {
  const { database } = deps;

  app.post(
    "/api/sales",
    {
      schema: {
        tags,
        summary: "Make a draft of a sale (staff)",
        description:
          "Its lots get their times when it is published: each closes `spacingSeconds` after the one before it.",
        body: createSaleBody,
        response: { 201: saleAnswer },
      },
    },
    async (request, reply) => {
      const { id: userId } = await caller.staff(request);
      const { body } = request;
      refuseTimes(body.opensAt, body.closesAt, body.viewings);
      const id = await insertSale(database, userId, body);
      if (id === null) return refuse("FORBIDDEN");
      reply.code(201);
      return await answerOf(deps, id, await caller.viewer(request));
    },
  );

  app.put(
    "/api/sales/:id",
    {
      schema: {
        tags,
        summary: "Change a sale (staff)",
        description:
          "What is left out stays. Once the sale is published, its times and its closing stay: shift it instead.",
        params: idParams,
        body: updateSaleBody,
        response: { 200: saleAnswer },
      },
    },
    async (request) => {
      const { id: userId } = await caller.staff(request);
      const viewer = await caller.viewer(request);
      const { body } = request;
      const sale = await saleOf(deps, request.params.id, viewer);
      const { opensAt = sale.opensAt, closesAt = sale.closesAt, viewings = [] } = body;
      refuseTimes(opensAt, closesAt, viewings);
      const changed = await changeSale(database, userId, sale._id, body);
      if (changed !== "changed") return why[changed]();
      return await answerOf(deps, sale._id, viewer);
    },
  );

  app.put(
    "/api/sales/:id/lots",
    {
      schema: {
        tags,
        summary: "Set all lots of a draft of a sale (staff)",
        description: "They are numbered from 1 in this order. Only drafts, and none that another sale has.",
        params: idParams,
        body: saleLotsBody,
        response: { 200: saleAnswer },
      },
    },
    async (request) => {
      const { id: userId } = await caller.staff(request);
      const viewer = await caller.viewer(request);
      const sale = await saleOf(deps, request.params.id, viewer);
      const auctionIds = [...new Set(request.body.auctionIds.map((id) => id.toLowerCase()))];
      const noIds = auctionIds.flatMap((auctionId, place) => (isUuid(auctionId) ? [] : [place]));
      if (noIds.length > 0) return refuseLots(noIds);
      const { revision } = request.body;
      const set = await setLots(database, userId, { id: sale._id, revision, auctionIds });
      if (set === "unknown-lots") return refuseLots(await unusableLots(database, { id: sale._id, auctionIds }));
      if (set !== "changed") return why[set]();
      return await answerOf(deps, sale._id, viewer);
    },
  );
};

const notPossible: Record<ActionKind, string> = {
  publish: "Only a draft with lots that closes in the future can be published.",
  pause: "Only a published sale that is not paused can be paused.",
  resume: "The sale is not paused.",
  shift: "Only a published sale can be shifted.",
  end: "Only a published sale can be ended.",
};

const serveSaleActions = (app: App, deps: SaleRouteDeps, caller: Caller): void => {
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
    const until = performance.now() + WAIT_MS;
    while (!(await isDone(database, asked.actionId)) && performance.now() < until) await sleep(LOOK_EVERY_MS);
    const report = await reportOf(database, saleId, asked.actionId);
    return { sale: await saleOf(deps, saleId, viewer), action: report && toAction(report) };
  };

  const description =
    "It is done on every lot of the sale, each once, whatever happens to the server; `action` says on how many, and which " +
    "lots refused it. The answer waits some seconds for it. Repeat it safely with an `Idempotency-Key`.";
  const words = {
    publish: "Publish a sale: its lots get their times and open (staff)",
    pause: "Pause all open lots of a sale (staff)",
    resume: "Let all lots that the sale's pause stopped go on (staff)",
    end: "End all open lots of a sale now (staff)",
  } as const;
  for (const kind of ["publish", "pause", "resume", "end"] as const) {
    app.post(
      `/api/sales/:id/${kind}`,
      {
        schema: {
          tags,
          summary: words[kind],
          description,
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
        description,
        params: idParams,
        body: shiftSaleBody,
        response: { 200: saleAnswer },
      },
    },
    async (request) => await act(request, request.params.id, "shift", request.body.seconds),
  );
};
