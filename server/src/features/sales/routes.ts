// /api/sales: lots that are published, paused, shifted and closed together.
import type { App } from "../../platform/http/app.ts";
import type { Caller } from "../accounts/caller.ts";
import { serveSaleActions } from "./action-routes.ts";
import { serveCatalogue } from "./catalogue/routes.ts";
import { serveLateLots } from "./late-lot.ts";
import { serveSaleReads } from "./read-routes.ts";
import { serveSaleEdits } from "./sale-edit-routes.ts";
import { serveSaleTerms } from "./terms-routes.ts";
import type { SaleRouteDeps } from "./views.ts";

export const serveSales = (app: App, deps: SaleRouteDeps, caller: Caller): void => {
  serveSaleReads(app, deps, caller);
  serveCatalogue(app, deps, caller);
  serveSaleEdits(app, deps, caller);
  serveLateLots(app, deps, caller);
  serveSaleTerms(app, deps, caller);
  serveSaleActions(app, deps, caller);
};
