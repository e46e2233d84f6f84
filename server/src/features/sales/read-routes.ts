// The reads of /api/sales, and the sale that a lot belongs to.
import { LIST_LIMIT_DEFAULT, pageQuery } from "@jara/shared/rest/common";
import {
  lotSaleAnswer,
  SALE_LOTS_LIMIT_DEFAULT,
  saleAnswer,
  saleLotsAnswer,
  saleLotsQuery,
  salesAnswer,
} from "@jara/shared/rest/sales";
import { isPrivileged } from "../../auction/view/viewer.ts";
import { isShown } from "../../auction/view/visibility.ts";
import { inOrder } from "../../engine/reads/find-auctions.ts";
import { viewersOn } from "../../engine/reads/interests.ts";
import { paginationOf } from "../../platform/database/pages.ts";
import { isUuid } from "../../platform/database/uuid.ts";
import type { App } from "../../platform/http/app.ts";
import { idParams } from "../../platform/http/requests.ts";
import { uncheckedSerializer } from "../../platform/http/unchecked-serializer.ts";
import type { Caller } from "../accounts/caller.ts";
import { lookAt, viewsOf } from "../auctions/lookup.ts";
import { listLots, saleOfLot } from "./lot-queries.ts";
import { findSale, listSales } from "./queries.ts";
import { answerOf, notFound, type SaleRouteDeps, tags, toSale } from "./views.ts";

export const serveSaleReads = (app: App, deps: SaleRouteDeps, caller: Caller): void => {
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

  app.get(
    "/api/auctions/:id/sale",
    {
      schema: {
        tags,
        summary: "The sale that a lot belongs to",
        description:
          "Null for a lot that is sold on its own. `previous` and `next` are its neighbours in the catalogue that the " +
          "caller may see.",
        params: idParams,
        response: { 200: lotSaleAnswer },
      },
    },
    async (request) => {
      const viewer = await caller.viewer(request);
      const { state } = await lookAt(deps, request.params.id, viewer);
      return { sale: await saleOfLot(database, state.id, isPrivileged(viewer)) };
    },
  );
};
