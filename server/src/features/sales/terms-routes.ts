// The terms of a sale: reading them, and accepting them before the first bid (engine/reads/sale-terms.ts asks for it).
import { acceptTermsBody, type SaleTerms, saleTermsAnswer } from "@jara/shared/rest/sales";
import { toIsoOrNull } from "../../auction/view/to-public.ts";
import { isPrivileged, type Viewer } from "../../auction/view/viewer.ts";
import { isUuid } from "../../platform/database/uuid.ts";
import type { App } from "../../platform/http/app.ts";
import { refuse } from "../../platform/http/refused.ts";
import { idParams } from "../../platform/http/requests.ts";
import type { Caller } from "../accounts/caller.ts";
import { acceptTerms, termsOf } from "./terms-queries.ts";
import { notFound, type SaleRouteDeps, tags } from "./views.ts";

export const serveSaleTerms = (app: App, { database }: SaleRouteDeps, caller: Caller): void => {
  const answerTo = async (id: string, viewer: Viewer): Promise<SaleTerms> => {
    const userId = viewer.kind === "public" ? null : viewer.id;
    const found = isUuid(id) ? await termsOf(database, id, userId, isPrivileged(viewer)) : null;
    return found ? { ...found, acceptedAt: toIsoOrNull(found.acceptedAt) } : notFound();
  };

  app.get(
    "/api/sales/:id/terms",
    {
      schema: {
        tags,
        summary: "The terms of a sale, and whether the caller has accepted them",
        params: idParams,
        response: { 200: saleTermsAnswer },
      },
    },
    async (request) => await answerTo(request.params.id, await caller.viewer(request)),
  );

  app.post(
    "/api/sales/:id/accept-terms",
    {
      schema: {
        tags,
        summary: "Accept the terms of a sale",
        description:
          "Where a sale asks for it, bids, maximums and Buy It Now on its lots are refused with `TERMS_NOT_ACCEPTED` " +
          "before. Doing it twice is fine. If the terms have changed since the caller read them, they are to be read again.",
        params: idParams,
        body: acceptTermsBody,
        response: { 200: saleTermsAnswer },
      },
    },
    async (request) => {
      const { id: userId } = await caller.signedIn(request);
      const viewer = await caller.viewer(request);
      const { id } = request.params;
      const { asksTerms } = await answerTo(id, viewer);
      if (!asksTerms) return refuse("SALE_STATE", { message: "This sale does not ask for its terms to be accepted." });
      if (!(await acceptTerms(database, { id, userId, version: request.body.version })))
        return refuse("SALE_STATE", { message: "The terms of this sale have changed. Please read them again." });
      return await answerTo(id, viewer);
    },
  );
};
