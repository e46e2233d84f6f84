// /api/agreements: the terms on which the house sells somebody's item, for the seller alone.
import * as calls from "@jara/shared/calls/offers";
import { SELLER_TERMS_VERSION } from "@jara/shared/legal-versions";
import { may } from "@jara/shared/permissions";
import type { FastifyRequest } from "fastify";
import { recordDownload } from "../../platform/database/record-action.ts";
import { isUuid } from "../../platform/database/uuid.ts";
import type { App } from "../../platform/http/app.ts";
import { RefusedError, refuse } from "../../platform/http/refused.ts";
import { answerOrRefuse } from "../../platform/http/requests.ts";
import { sendFile } from "../../platform/http/send-file.ts";
import { serve } from "../../platform/http/serve.ts";
import type { Caller } from "../accounts/caller.ts";
import type { RouteDeps } from "../route-deps.ts";
import { drawAgreements } from "./agreement-file.ts";
import type { AgreementSite } from "./agreement-page.ts";
import { acceptAgreements, agreementNotFound } from "./agreements.ts";
import { findAgreement, findWaitingAgreements } from "./queries.ts";
import { toAgreement, toWaitingAgreement } from "./views.ts";

interface Deps extends Pick<RouteDeps, "database"> {
  readonly site: () => AgreementSite;
  /** The beginning of the caller's address. */
  readonly networkOf: (request: FastifyRequest) => string;
}

const notFound = (): never => {
  throw new RefusedError(agreementNotFound());
};

export const serveAgreements = (app: App, deps: Deps, caller: Caller): void => {
  const { database } = deps;
  const find = async (id: string) => (isUuid(id) ? await findAgreement(database.db, id) : null) ?? notFound();
  const ofSeller = async (sellerId: string, id: string) => {
    const { agreement, offer, newest } = await find(id);
    if (agreement.sellerId !== sellerId) return notFound();
    const state = { newestVersion: newest.version, isDeclined: offer.status === "declined" };
    return {
      agreement: toAgreement(agreement, state),
      title: offer.content.title,
      termsVersion: SELLER_TERMS_VERSION,
      ...(newest.id !== agreement.id && { newestId: newest.id }),
    };
  };

  serve(app, calls.getAgreement, ({ account, params }) => ofSeller(account.id, params.id));

  serve(app, calls.acceptAgreement, async ({ account, params: { id }, body, request }) => {
    if (!isUuid(id)) return notFound();
    const network = deps.networkOf(request);
    const { refused } = answerOrRefuse(
      await acceptAgreements(database, [id], { sellerId: account.id, ...body, network }),
    );
    if (refused[0]) throw new RefusedError(refused[0].no);
    return await ofSeller(account.id, id);
  });

  serve(app, calls.listWaitingAgreements, async ({ account }) => {
    const waiting = await findWaitingAgreements(database.db, account.id);
    return { agreements: waiting.map(toWaitingAgreement), termsVersion: SELLER_TERMS_VERSION };
  });

  serve(app, calls.acceptAgreements, async ({ account, body: { agreements, ...signature }, request }) => {
    const acceptance = { sellerId: account.id, ...signature, network: deps.networkOf(request) };
    const { refused } = answerOrRefuse(await acceptAgreements(database, agreements, acceptance));
    const ids = new Set(refused.map(({ found }) => found.agreement.id));
    return {
      accepted: [...new Set(agreements)].filter((id) => !ids.has(id)),
      refused: refused.map(({ found: { agreement, offer, newest }, no }) => ({
        _id: agreement.id,
        title: offer.content.title,
        message: no.message,
        ...(newest.id !== agreement.id && { newestId: newest.id }),
      })),
    };
  });

  serve(app, calls.downloadAgreement, async ({ account, params, request, reply }) => {
    const { agreement, offer } = await find(params.id);
    if (agreement.sellerId !== account.id) {
      if (!may(await caller.role(request), "lots:edit")) return notFound();
      await recordDownload(database, account.id, "agreement", {
        userId: agreement.sellerId,
        agreementId: agreement.id,
      });
    }
    if (agreement.acceptedAt === null)
      return refuse("AGREEMENT_STATE", { message: "These terms are not accepted yet." });
    const accepted = [{ agreement, title: offer.content.title }];
    const { name, content } = await drawAgreements(database, accepted, deps.site());
    return sendFile(reply, name, content);
  });
};
