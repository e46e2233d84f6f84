// /api/admin/offers: the review of offers by the staff, and the draft lot of an accepted one.
import { randomUUID } from "node:crypto";
import type { Auction } from "@jara/shared/auction";
import * as calls from "@jara/shared/calls/offers";
import type { ErrorBody } from "@jara/shared/errors";
import { OFFERS_LIMIT_DEFAULT, type OfferContent, SELLER_CODES_LIMIT_DEFAULT } from "@jara/shared/rest/offers";
import type { SettingValues } from "@jara/shared/site-settings";
import { paginationOf } from "../../platform/database/pages.ts";
import { type CodedSeller, listSellerCodes } from "../../platform/database/seller-codes.ts";
import { isUuid } from "../../platform/database/uuid.ts";
import type { App } from "../../platform/http/app.ts";
import { type MediaCheck, refuseUnknownMedia } from "../../platform/http/refuse-unknown-media.ts";
import { RefusedError, refuse } from "../../platform/http/refused.ts";
import { answerOrRefuse } from "../../platform/http/requests.ts";
import { serve } from "../../platform/http/serve.ts";
import type { Account } from "../accounts/account.ts";
import type { RouteDeps } from "../route-deps.ts";
import { countOthers, findForStaff, listForStaff, type OfferForStaff } from "./queries.ts";
import { beginReview, declineOffer, enterOffer, giveCode, proposeTerms, writeAsStaff } from "./review.ts";
import { offerNotFound } from "./save-offer.ts";
import { toStaffOffer } from "./views.ts";

interface Deps extends Pick<RouteDeps, "database"> {
  readonly mediaCheck: MediaCheck;
  /** The site's setting for new agreements. */
  readonly usualTerms: () => SettingValues["seller-terms"];
  /** Makes the draft lot of an accepted offer (features/auctions). */
  readonly makeLot: (admin: Account, found: OfferForStaff, commandId: string) => Promise<Auction>;
}

const toCode = ({ id: _id, ...seller }: CodedSeller) => ({ _id, ...seller });

const notFound = (): never => {
  throw new RefusedError(offerNotFound());
};

export const serveOfferReview = (app: App, deps: Deps): void => {
  const { database } = deps;
  const find = async (id: string): Promise<OfferForStaff> =>
    (isUuid(id) ? await findForStaff(database, id) : null) ?? notFound();
  const answer = async (result: ErrorBody | { readonly id: string }) => {
    const { whole, facts } = await find(answerOrRefuse(result).id);
    return { offer: toStaffOffer(whole, facts) };
  };

  serve(app, calls.listOffersForStaff, async ({ query: { status, lot, page = 1, limit = OFFERS_LIMIT_DEFAULT } }) => {
    if (lot !== undefined && !isUuid(lot)) return refuse("NOT_FOUND");
    const { offers, total, waiting } = await listForStaff(database, { status, lot }, { page, limit });
    return {
      offers: offers.map(({ whole, facts }) => toStaffOffer(whole, facts)),
      counts: { waiting },
      pagination: paginationOf(page, limit, total),
    };
  });

  serve(app, calls.listSellerCodes, async ({ query: { page = 1, limit = SELLER_CODES_LIMIT_DEFAULT } }) => {
    const { sellers, total } = await listSellerCodes(database, { page, limit });
    return { sellers: sellers.map(toCode), pagination: paginationOf(page, limit, total) };
  });

  serve(app, calls.giveSellerCode, async ({ account: { id: actorId }, body: { seller } }) => ({
    seller: toCode(answerOrRefuse(await giveCode(database, { actorId, seller }))),
  }));

  serve(app, calls.getOfferForStaff, async ({ params: { id } }) => {
    const { whole, facts } = await find(id);
    const { charges, ...shares } = deps.usualTerms();
    return {
      offer: toStaffOffer(whole, facts),
      usualTerms: { ...shares, charges: charges.map((charge) => ({ ...charge })) },
      others: await countOthers(database, whole.offer),
    };
  });

  serve(app, calls.enterOffer, async ({ account: { id: actorId }, body: { seller, ...content }, commandId }) => {
    await refuseUnknownMedia(deps.mediaCheck, [
      ...(content.media ?? []),
      ...(content.receipt ? [content.receipt] : []),
    ]);
    const id = isUuid(commandId) ? commandId : randomUUID();
    const given = Object.fromEntries(Object.entries(content).filter(([, value]) => value !== undefined));
    return await answer(await enterOffer(database, { id, actorId, seller, content: given as Partial<OfferContent> }));
  });

  serve(app, calls.reviewOffer, async ({ account, params: { id } }) =>
    answer(isUuid(id) ? await beginReview(database, account.id, id) : offerNotFound()),
  );

  serve(app, calls.answerOffer, async ({ account, params: { id }, body: { text } }) =>
    answer(isUuid(id) ? await writeAsStaff(database, account.id, id, text) : offerNotFound()),
  );

  serve(app, calls.declineOffer, async ({ account, params: { id }, body }) =>
    answer(isUuid(id) ? await declineOffer(database, account.id, { id, ...body }) : offerNotFound()),
  );

  serve(app, calls.acceptOffer, async ({ account, params: { id }, body: terms }) => {
    const result = answerOrRefuse(
      isUuid(id) ? await proposeTerms(database, account.id, { id, terms }) : offerNotFound(),
    );
    const { offer } = await answer(result);
    return { offer, agreement: offer.agreement ?? refuse("UNAVAILABLE"), others: result.others };
  });

  serve(app, calls.makeLotOfOffer, async ({ account, params: { id }, commandId }) => {
    const found = await find(id);
    if (found.whole.offer.sellerId === account.id) return refuse("CONFLICT_OF_INTEREST");
    if (found.whole.offer.status !== "accepted" || !found.whole.agreement) {
      return refuse("OFFER_STATE", { message: "Accept the offer with terms first." });
    }
    return { auction: await deps.makeLot(account, found, commandId) };
  });
};
