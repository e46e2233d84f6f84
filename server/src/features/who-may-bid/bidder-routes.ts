// The calls of a bidder: what a lot asks of them, the request for an approval, and the document.
import { approvalInForce, limitOf, missingOf, requirementNames } from "@jara/shared/bidding-requirements";
import * as calls from "@jara/shared/calls/who-may-bid";
import { toMajor } from "@jara/shared/money";
import { DOCUMENT_MAX_BYTES, type MayBid } from "@jara/shared/rest/who-may-bid";
import { eq } from "drizzle-orm";
import type { FastifyRequest } from "fastify";
import { toIso } from "../../auction/view/to-public.ts";
import type { Viewer } from "../../auction/view/viewer.ts";
import { bidderChecksOf, isPublished, saleInForce } from "../../engine/reads/bidder-checks.ts";
import { bidderDocuments } from "../../platform/database/schema/who-may-bid.ts";
import { isUuid } from "../../platform/database/uuid.ts";
import type { App } from "../../platform/http/app.ts";
import { discardRest, FORM_BYTES, isLongerThan, readForm, serveForms } from "../../platform/http/forms.ts";
import { RefusedError, refuse, refuseField } from "../../platform/http/refused.ts";
import { serve } from "../../platform/http/serve.ts";
import type { Caller } from "../accounts/caller.ts";
import { lookAt } from "../auctions/lookup.ts";
import { askForApproval, storeDocument } from "./decisions.ts";
import type { WhoMayBidDeps } from "./deps.ts";
import { documentOf, ownAnswers } from "./queries.ts";

const FIELD = "file";
const notAForm = `Send a form (multipart/form-data) with one file in the field "${FIELD}".`;
const tooLarge = "A document can have at most 5 MB.";

export const serveBidder = async (app: App, deps: WhoMayBidDeps, caller: Caller): Promise<void> => {
  serveMayBid(app, deps, caller);
  await serveDocument(app, deps);
};

/** `saleId`: the published sale whose rules count; null: the site's. */
const mayBidIn = async (
  { database, requirements }: WhoMayBidDeps,
  userId: string,
  saleId: string | null,
): Promise<MayBid> => {
  const asks = requirements.of(saleId);
  const checks = (await bidderChecksOf(database, userId, saleId)) ?? refuse("UNAUTHENTICATED");
  const limitMinor = limitOf(asks, checks);
  const ownSaleId = saleId !== null && requirements.hasOwn(saleId) ? saleId : null;
  const inForce = approvalInForce(checks);
  const { document, approvals } = await ownAnswers(database, userId);
  const approval = approvals.find((one) => one.saleId === (inForce === checks.sale ? saleId : null));
  return {
    asks,
    missing: missingOf(asks, checks),
    limit: limitMinor === null ? null : toMajor(limitMinor),
    saleId: ownSaleId,
    document,
    approval: inForce && approval ? { status: approval.status, reason: approval.reason } : null,
  };
};

/** A visitor without an account lacks everything. */
const toVisitors = ({ requirements }: WhoMayBidDeps, saleId: string): MayBid => {
  const asks = requirements.of(saleId);
  const missing = requirementNames.filter((name) => asks[name]);
  return { asks, missing, limit: null, saleId: null, document: null, approval: null };
};

const askIn = async (deps: WhoMayBidDeps, userId: string, saleId: string | null): Promise<MayBid> => {
  const before = await mayBidIn(deps, userId, saleId);
  if (!before.asks.approval || !before.missing.includes("approval")) return before;
  const refused = await askForApproval(deps.database, userId, before.saleId);
  if (refused) throw new RefusedError(refused);
  deps.changed(userId);
  return await mayBidIn(deps, userId, saleId);
};

const serveMayBid = (app: App, deps: WhoMayBidDeps, caller: Caller): void => {
  const { database } = deps;
  const saleOfLot = async (auctionId: string, viewer: Viewer): Promise<string | null> => {
    const { state } = await lookAt(deps, auctionId, viewer);
    return await saleInForce(database, state.id);
  };
  const published = async (saleId: string): Promise<string> => {
    if (isUuid(saleId) && (await isPublished(database, saleId))) return saleId;
    return refuse("NOT_FOUND", { message: "Sale not found" });
  };

  serve(app, calls.getMayBid, async ({ account: { id }, params, request }) =>
    mayBidIn(deps, id, await saleOfLot(params.id, await caller.viewer(request))),
  );

  serve(app, calls.askForApproval, async ({ account: { id }, params, request }) =>
    askIn(deps, id, await saleOfLot(params.id, await caller.viewer(request))),
  );

  serve(app, calls.getMayBidInSale, async ({ params, request }) => {
    const viewer = await caller.viewer(request);
    const saleId = await published(params.id);
    return viewer.kind === "public" ? toVisitors(deps, saleId) : await mayBidIn(deps, viewer.id, saleId);
  });

  serve(app, calls.askForApprovalInSale, async ({ account: { id }, params }) =>
    askIn(deps, id, await published(params.id)),
  );
};

const serveDocument = async (app: App, deps: WhoMayBidDeps): Promise<void> => {
  const { database } = deps;

  serve(app, calls.getOwnDocument, async ({ account: { id } }) => {
    return (await documentOf(database, id)) ?? refuse("NOT_FOUND", { message: "You have sent no document." });
  });

  await serveForms(app, notAForm, (scope) => {
    serve(scope, calls.sendBidderDocument, async ({ account: { id: userId }, request, reply }) => {
      try {
        const document = await deps.cleanDocument(await readFile(request));
        const refused = await storeDocument(database, userId, document);
        if (refused) throw new RefusedError(refused);
      } catch (error) {
        discardRest(request, reply, isTooLong(request));
        throw error;
      }
      deps.changed(userId);
      const [stored] = await database.db
        .select({ status: bidderDocuments.status, uploadedAt: bidderDocuments.uploadedAt })
        .from(bidderDocuments)
        .where(eq(bidderDocuments.userId, userId));
      return stored ? { status: stored.status, uploadedAt: toIso(stored.uploadedAt) } : refuse("NOT_FOUND");
    });
  });
};

const isTooLong = (request: FastifyRequest): boolean => isLongerThan(request, DOCUMENT_MAX_BYTES + FORM_BYTES);

const readFile = async (request: FastifyRequest): Promise<Buffer> => {
  if (!request.isMultipart()) return refuse("INVALID", { message: notAForm });
  if (isTooLong(request)) return refuse("PAYLOAD_TOO_LARGE", { message: tooLarge });
  const limits = { files: 1, fields: 0, headerPairs: 100, fileSize: DOCUMENT_MAX_BYTES + 1 };
  const file = await readForm(request, { notAForm, isKnown: () => false }, async () => {
    const part = await request.file({ limits });
    if (part?.fieldname !== FIELD) return refuseField(FIELD, `There is no file. ${notAForm}`);
    return await part.toBuffer();
  });
  if (file.length > DOCUMENT_MAX_BYTES) return refuse("PAYLOAD_TOO_LARGE", { message: tooLarge });
  if (file.length === 0) return refuseField(FIELD, "The file is empty.");
  return file;
};
