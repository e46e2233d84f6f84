// The terms of a sale: reading them, and accepting them before the first bid (engine/reads/sale-terms.ts asks for it).
import * as calls from "@jara/shared/calls/sales";
import type { SaleTerms } from "@jara/shared/rest/sales";
import { toIsoOrNull } from "../../auction/view/to-public.ts";
import { isPrivileged, type Viewer } from "../../auction/view/viewer.ts";
import { isUuid } from "../../platform/database/uuid.ts";
import type { App } from "../../platform/http/app.ts";
import { refuse } from "../../platform/http/refused.ts";
import { serve } from "../../platform/http/serve.ts";
import type { Caller } from "../accounts/caller.ts";
import { acceptTerms, termsOf } from "./terms-queries.ts";
import { notFound, type SaleRouteDeps } from "./views.ts";

export const serveSaleTerms = (app: App, { database }: SaleRouteDeps, caller: Caller): void => {
  const answerTo = async (id: string, viewer: Viewer): Promise<SaleTerms> => {
    const userId = viewer.kind === "public" ? null : viewer.id;
    const found = isUuid(id) ? await termsOf(database, id, userId, isPrivileged(viewer)) : null;
    return found ? { ...found, acceptedAt: toIsoOrNull(found.acceptedAt) } : notFound();
  };

  serve(
    app,
    calls.getSaleTerms,
    async ({ params, request }) => await answerTo(params.id, await caller.viewer(request)),
  );

  serve(app, calls.acceptSaleTerms, async ({ account: { id: userId }, params: { id }, body, request }) => {
    const viewer = await caller.viewer(request);
    const { asksTerms } = await answerTo(id, viewer);
    if (!asksTerms) return refuse("SALE_STATE", { message: "This sale does not ask for its terms to be accepted." });
    if (!(await acceptTerms(database, { id, userId, version: body.version })))
      return refuse("SALE_STATE", { message: "The terms of this sale have changed. Please read them again." });
    return await answerTo(id, viewer);
  });
};
