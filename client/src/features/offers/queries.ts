// The requests about offers of items: one's own, their review, and the agreements.
import * as calls from "@jara/shared/calls/offers";
import { mediaSentences } from "@jara/shared/media";
import { OFFER_PART_BYTES, type OfferStatus } from "@jara/shared/offer-limits";
import type { AgreementAnswer } from "@jara/shared/rest/agreements";
import type { Uploaded } from "@jara/shared/rest/auctions";
import type { StaffOffer } from "@jara/shared/rest/offers";
import { queryOptions } from "@tanstack/react-query";
import { ApiError, ask, type Given } from "../../lib/api.ts";
import { upload } from "../../lib/upload.ts";
import { canPlay } from "../../lots/media/can-play.ts";
import { download } from "../../queries/download.ts";
import { smallerCopy } from "./smaller-copy.ts";
import { uploadInParts } from "./upload-parts.ts";

export const OFFERS_KEY = "offers";
export const DESK_KEY = "desk-offers";

export const offersQuery = queryOptions({
  queryKey: [OFFERS_KEY],
  queryFn: ({ signal }) => ask(calls.listOffers, { query: { limit: "100" }, signal }),
});

export const offerQuery = (id: string) =>
  queryOptions({
    queryKey: [OFFERS_KEY, id],
    queryFn: async ({ signal }) => (await ask(calls.getOffer, { params: { id }, signal })).offer,
  });

export const beginOffer = async (idempotencyKey: string) =>
  (await ask(calls.createOffer, { body: {}, idempotencyKey })).offer;
export const saveOffer = async (id: string, body: Given<typeof calls.saveOffer>["body"]) =>
  (await ask(calls.saveOffer, { params: { id }, body })).offer;
export const submitOffer = async (id: string, revision: number) =>
  (await ask(calls.submitOffer, { params: { id }, body: { revision } })).offer;
export const withdrawOffer = async (id: string) => (await ask(calls.withdrawOffer, { params: { id } })).offer;
export const deleteOffer = (id: string) => ask(calls.deleteOffer, { params: { id } });
export const writeMessage = async (id: string, text: string) =>
  (await ask(calls.writeOfferMessage, { params: { id }, body: { text } })).offer;

/** Sends a smaller copy of a large photo, and what is larger than a part in parts, so that it goes through a slow network. */
export const uploadForOffer =
  (id: string) =>
  async (file: File, onProgress: (share: number) => void, signal: AbortSignal): Promise<Uploaded> => {
    if (file.type.startsWith("video/") && !(await canPlay(file)))
      throw new ApiError(415, { code: "UNSUPPORTED_MEDIA_TYPE", message: mediaSentences.unplayable });
    const sent = await smallerCopy(file);
    return sent.size > OFFER_PART_BYTES
      ? await uploadInParts(id, sent, onProgress, signal)
      : await upload(calls.uploadForOffer, sent, { params: { id }, onProgress, signal });
  };

export const deskQuery = (status: OfferStatus | undefined, page: number) =>
  queryOptions({
    queryKey: [DESK_KEY, status ?? "waiting", page],
    queryFn: ({ signal }) => ask(calls.listOffersForStaff, { query: { status, page: String(page) }, signal }),
    gcTime: 0,
    staleTime: 0,
  });
export const deskOfferQuery = (id: string) =>
  queryOptions({
    queryKey: [DESK_KEY, id],
    queryFn: ({ signal }) => ask(calls.getOfferForStaff, { params: { id }, signal }),
    gcTime: 0,
    staleTime: 0,
  });

export const enterOffer = async (body: Given<typeof calls.enterOffer>["body"], idempotencyKey: string) =>
  (await ask(calls.enterOffer, { body, idempotencyKey })).offer;

export type Terms = Given<typeof calls.acceptOffer>["body"];
export type DeskAction =
  | { readonly is: "review" }
  | { readonly is: "message"; readonly text: string }
  | { readonly is: "accept"; readonly terms: Terms }
  | { readonly is: "decline"; readonly reason: string; readonly revision: number };

export const act = async (id: string, action: DeskAction): Promise<{ offer: StaffOffer; others?: number }> => {
  const params = { id };
  switch (action.is) {
    case "review":
      return await ask(calls.reviewOffer, { params });
    case "message":
      return await ask(calls.answerOffer, { params, body: { text: action.text } });
    case "accept":
      return await ask(calls.acceptOffer, { params, body: action.terms });
    default: {
      const { reason, revision } = action;
      return await ask(calls.declineOffer, { params, body: { reason, revision } });
    }
  }
};

export const makeLot = async (id: string, idempotencyKey: string) =>
  (await ask(calls.makeLotOfOffer, { params: { id }, idempotencyKey })).auction;

export const agreementQuery = (id: string) =>
  queryOptions({
    queryKey: ["agreements", id],
    queryFn: ({ signal }) => ask(calls.getAgreement, { params: { id }, signal }),
    staleTime: 0,
  });
export const acceptAgreement = (id: string, name: string, termsVersion: string): Promise<AgreementAnswer> =>
  ask(calls.acceptAgreement, { params: { id }, body: { name, termsVersion } });
export const waitingAgreementsQuery = queryOptions({
  queryKey: ["agreements"],
  queryFn: ({ signal }) => ask(calls.listWaitingAgreements, { signal }),
  staleTime: 0,
});
export const acceptAgreements = (agreements: string[], name: string, termsVersion: string) =>
  ask(calls.acceptAgreements, { body: { agreements, name, termsVersion } });
export const downloadAgreement = (id: string): Promise<void> =>
  download(calls.downloadAgreement, { params: { id } }, "agreement.pdf");
