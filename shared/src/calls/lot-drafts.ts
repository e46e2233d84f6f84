// Unfinished lots.
import { auctionAnswer } from "../rest/auctions.ts";
import { messageAnswer } from "../rest/common.ts";
import {
  finishLotDraftBody,
  LOT_DRAFTS_LIMIT_DEFAULT,
  LOT_DRAFTS_MAX,
  type LotDraftContent,
  lotDraftAnswer,
  lotDraftsAnswer,
  lotDraftsQuery,
  savedLotDraftAnswer,
  saveLotDraftBody,
} from "../rest/lot-drafts.ts";
import { callsIn, idParams, noBody } from "./call.ts";
import { auction, seller } from "./samples.ts";

const call = callsIn("Lot drafts");

const savedDraft = { _id: "2c8d2f0e-51c7-4f0c-9a39-6f3f0b7a4e11", revision: 3, updatedAt: auction.createdAt };

const draftContent: LotDraftContent = {
  title: "Talking drum from Iba",
  description: "",
  categories: ["collectibles"],
  condition: "good",
  location: "",
  currency: "NGN",
  startingPrice: "20,000",
  bidIncrement: "500",
  reservePrice: "",
  buyItNowPrice: "",
  startTime: "2026-11-24T18:00",
  endTime: "",
  duration: "72",
  softCloseWindow: "120",
  softCloseCap: "30",
  media: [],
};

export const listLotDrafts = call({
  route: "GET /api/lot-drafts",
  access: "lots:edit",
  summary: "The unfinished lots of all staff, the last saved first (staff who make lots)",
  description: "`missing` says what each still needs before it can be published or put into a sale.",
  query: lotDraftsQuery,
  answer: lotDraftsAnswer,
  pageLength: LOT_DRAFTS_LIMIT_DEFAULT,
  examples: {
    answer: {
      drafts: [
        {
          ...savedDraft,
          title: draftContent.title,
          startTime: "2026-11-24T18:00",
          imageUrl: null,
          author: seller,
          missing: ["The starting price is missing."],
        },
      ],
      pagination: { current: 1, pages: 1, total: 1, limit: 50 },
    },
  },
});

export const getLotDraft = call({
  route: "GET /api/lot-drafts/:id",
  access: "lots:edit",
  summary: "An unfinished lot",
  params: idParams,
  answer: lotDraftAnswer,
  examples: {
    answer: {
      draft: { ...savedDraft, author: seller, createdAt: auction.createdAt, content: draftContent },
    },
  },
});

export const saveLotDraft = call({
  route: "PUT /api/lot-drafts/:id",
  access: "lots:edit",
  summary: "Save an unfinished lot (staff who make lots)",
  description:
    "The client makes the id, a UUID, and sends revision 0 for a new draft. A save over another revision than the " +
    "stored one is refused with `DRAFT_CHANGED` and the stored draft. The same save twice has one effect. The content is what was typed, " +
    `however incomplete. An account has begun at most ${LOT_DRAFTS_MAX} drafts.`,
  params: idParams,
  body: saveLotDraftBody,
  answer: savedLotDraftAnswer,
  examples: { body: { revision: 2, content: draftContent }, answer: { draft: savedDraft } },
});

export const deleteLotDraft = call({
  route: "DELETE /api/lot-drafts/:id",
  access: "lots:edit",
  summary: "Delete an unfinished lot",
  params: idParams,
  answer: messageAnswer,
  examples: { answer: { message: "Draft deleted." } },
});

export const finishLotDraft = call({
  route: "POST /api/lot-drafts/:id/finish",
  access: "lots:edit",
  summary: "Make a finished lot a draft of an auction, which a sale can take (staff who make lots)",
  description:
    "The draft of the auction has no start: somebody publishes it, or a sale does. The unfinished lot is deleted with " +
    "it. If something is missing, the answer is `INVALID` with a sentence for each.",
  params: idParams,
  body: finishLotDraftBody,
  answer: auctionAnswer,
  status: 201,
  once: true,
  examples: {
    body: { revision: 3 },
    answer: { auction: { ...auction, status: "draft", startTime: null, bidCount: 0, leader: null } },
  },
});

export const duplicateAuction = call({
  route: "POST /api/auctions/:id/duplicate",
  access: "lots:edit",
  summary: "Copy an auction's texts, prices and media into a new unfinished lot (staff who make lots)",
  description: "Bids, times, ids and the status are not copied. Increments and soft close are the house's of today.",
  params: idParams,
  body: noBody,
  answer: savedLotDraftAnswer,
  status: 201,
  examples: { answer: { draft: savedDraft } },
});
