// The reads of /api/sales, and the sale that a lot belongs to.
import * as calls from "@jara/shared/calls/sales";
import { LIST_LIMIT_DEFAULT } from "@jara/shared/rest/common";
import { SALE_LOTS_LIMIT_DEFAULT } from "@jara/shared/rest/sales";
import { withSuffix } from "@jara/shared/sale-order";
import { isPrivileged } from "../../auction/view/viewer.ts";
import { isShown } from "../../auction/view/visibility.ts";
import { inOrder } from "../../engine/reads/find-auctions.ts";
import { viewersOn } from "../../engine/reads/interests.ts";
import { paginationOf } from "../../platform/database/pages.ts";
import { isUuid } from "../../platform/database/uuid.ts";
import type { App } from "../../platform/http/app.ts";
import { serve } from "../../platform/http/serve.ts";
import type { Caller } from "../accounts/caller.ts";
import { lookAt, viewsOf } from "../auctions/lookup.ts";
import { placesOfLot } from "../pickup-places.ts";
import { listLots, saleOfLot } from "./lot-queries.ts";
import { findSale, listSales } from "./queries.ts";
import { answerOf, notFound, type SaleRouteDeps, toSale } from "./views.ts";

export const serveSaleReads = (app: App, deps: SaleRouteDeps, caller: Caller): void => {
  const { database } = deps;

  serve(app, calls.listSales, async ({ query, request }) => {
    const { page = 1, limit = LIST_LIMIT_DEFAULT } = query;
    const { rows, total } = await listSales(database, isPrivileged(await caller.viewer(request)), { page, limit });
    return { sales: rows.map(toSale), pagination: paginationOf(page, limit, total) };
  });

  serve(
    app,
    calls.getSale,
    async ({ params, request }) => await answerOf(deps, params.id, await caller.viewer(request)),
  );

  serve(app, calls.listSaleLots, async ({ params: { id }, query, request }) => {
    const viewer = await caller.viewer(request);
    const seesDrafts = isPrivileged(viewer);
    if (!isUuid(id) || !(await findSale(database, id, seesDrafts))) return notFound();
    const {
      page = 1,
      limit = SALE_LOTS_LIMIT_DEFAULT,
      search = "",
      open: isOpen = false,
      next: isNext = false,
    } = query;
    const filter = { saleId: id, seesDrafts, search: search.trim(), isOpen, isNext };
    const { lots, total } = await listLots(database, filter, { page, limit });
    const ids = lots.map(({ auctionId }) => auctionId);
    const [found, viewerOf] = await Promise.all([inOrder(database, ids), viewersOn(database, ids, viewer)]);
    // A lot may have become a draft since the page was read.
    const views = await viewsOf(
      deps,
      found.filter((state) => isShown(state, viewerOf(state.id))),
      viewer,
    );
    const numbers = new Map(lots.map(({ auctionId, ...number }) => [auctionId, withSuffix(number)]));
    return {
      lots: views.flatMap((auction) => {
        const number = numbers.get(auction._id);
        return number ? { ...number, auction } : [];
      }),
      pagination: paginationOf(page, limit, total),
    };
  });

  serve(app, calls.getSaleOfLot, async ({ params, request }) => {
    const viewer = await caller.viewer(request);
    const { state } = await lookAt(deps, params.id, viewer);
    const [sale, places] = await Promise.all([
      saleOfLot(database, state.id, isPrivileged(viewer)),
      placesOfLot(database, state.id, deps.settings.current()),
    ]);
    return { sale, places };
  });
};
