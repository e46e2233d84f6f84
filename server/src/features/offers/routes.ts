// /api/offers: what people want the house to sell. Everybody sees their own offers alone.
import { randomUUID } from "node:crypto";
import * as calls from "@jara/shared/calls/offers";
import type { ErrorBody } from "@jara/shared/errors";
import { OFFERS_LIMIT_DEFAULT, type Offer } from "@jara/shared/rest/offers";
import { paginationOf } from "../../platform/database/pages.ts";
import { isUuid } from "../../platform/database/uuid.ts";
import type { App } from "../../platform/http/app.ts";
import { type MediaCheck, refuseUnknownMedia } from "../../platform/http/refuse-unknown-media.ts";
import { RefusedError, refuse } from "../../platform/http/refused.ts";
import { answerOrRefuse } from "../../platform/http/requests.ts";
import { serve } from "../../platform/http/serve.ts";
import type { SignedIn } from "../accounts/account.ts";
import type { RouteDeps } from "../route-deps.ts";
import { findOwnOffer, listOwnOffers } from "./queries.ts";
import {
  createOffer,
  deleteOffer,
  offerNotFound,
  saveOffer,
  submitOffer,
  withdrawOffer,
  writeAsSeller,
} from "./save-offer.ts";
import { toOffer } from "./views.ts";

interface Deps extends Pick<RouteDeps, "database"> {
  readonly mediaCheck: MediaCheck;
  /** The newest public lot of each of these offers (features/proceeds). */
  readonly lotsOfOffers: (ids: readonly string[]) => Promise<ReadonlyMap<string, NonNullable<Offer["lot"]>>>;
}

const notFound = (): never => {
  throw new RefusedError(offerNotFound());
};

export const serveOffers = (app: App, deps: Deps): void => {
  const { database, mediaCheck, lotsOfOffers } = deps;
  const find = async ({ id: sellerId }: Pick<SignedIn, "id">, id: string) => {
    const found = isUuid(id) ? await findOwnOffer(database, sellerId, id) : null;
    if (!found) return notFound();
    return { offer: toOffer(found, (await lotsOfOffers([id])).get(id) ?? null) };
  };
  const written = async (account: Pick<SignedIn, "id">, result: ErrorBody | { readonly id: string }) =>
    find(account, answerOrRefuse(result).id);

  serve(app, calls.listOffers, async ({ account, query }) => {
    const { page = 1, limit = OFFERS_LIMIT_DEFAULT } = query;
    const { offers, total } = await listOwnOffers(database, account.id, { page, limit });
    const lots = await lotsOfOffers(offers.map(({ offer }) => offer.id));
    return {
      offers: offers.map((one) => toOffer(one, lots.get(one.offer.id) ?? null)),
      pagination: paginationOf(page, limit, total),
    };
  });

  serve(app, calls.getOffer, ({ account, params }) => find(account, params.id));

  serve(app, calls.createOffer, async ({ account, body, commandId }) => {
    if (!account.isEmailVerified) {
      return refuse("EMAIL_NOT_VERIFIED", { message: "Please verify your email address before you offer an item." });
    }
    await refuseUnknownMedia(mediaCheck, [...(body.media ?? []), ...(body.receipt ? [body.receipt] : [])]);
    // The key of a repeated request is the id, so that it begins one offer.
    const id = isUuid(commandId) ? commandId : randomUUID();
    return await written(account, await createOffer(database, account.id, id, body));
  });

  serve(app, calls.saveOffer, async ({ account: { id: sellerId }, params: { id }, body }) => {
    if (!isUuid(id)) return notFound();
    const { revision, ...given } = body;
    await refuseUnknownMedia(mediaCheck, [...(given.media ?? []), ...(given.receipt ? [given.receipt] : [])]);
    return await written({ id: sellerId }, await saveOffer(database, { sellerId, id, revision, given }));
  });

  serve(app, calls.submitOffer, async ({ account: { id: sellerId }, params: { id }, body: { revision } }) => {
    if (!isUuid(id)) return notFound();
    return await written({ id: sellerId }, await submitOffer(database, { sellerId, id, revision }));
  });

  serve(app, calls.withdrawOffer, async ({ account, params: { id } }) => {
    if (!isUuid(id)) return notFound();
    return await written(account, await withdrawOffer(database, account.id, id));
  });

  serve(app, calls.deleteOffer, async ({ account, params: { id } }) => {
    const no = isUuid(id) ? await deleteOffer(database, account.id, id) : offerNotFound();
    if (no) throw new RefusedError(no);
    return { message: "Offer deleted." };
  });

  serve(app, calls.writeOfferMessage, async ({ account, params: { id }, body: { text } }) => {
    if (!isUuid(id)) return notFound();
    return await written(account, await writeAsSeller(database, account.id, id, text));
  });
};
