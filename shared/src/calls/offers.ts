// Offers of items to the house, their review, and the agreements with their sellers.
import * as z from "zod/mini";
import {
  AGREEMENTS_AT_ONCE,
  OFFER_PART_BYTES,
  OFFER_PHOTOS_MIN,
  OFFER_UPLOADS_A_DAY,
  OPEN_OFFERS_MAX,
} from "../offer-limits.ts";
import {
  type Agreement,
  acceptAgreementBody,
  acceptAgreementsAnswer,
  acceptAgreementsBody,
  agreementAnswer,
  proposeTermsBody,
  waitingAgreementsAnswer,
} from "../rest/agreements.ts";
import { auctionAnswer, uploadAnswer } from "../rest/auctions.ts";
import { messageAnswer, pageQuery } from "../rest/common.ts";
import {
  createOfferBody,
  declineOfferBody,
  enterOfferBody,
  OFFERS_LIMIT_DEFAULT,
  type Offer,
  offerAnswer,
  offerMessageBody,
  offersAnswer,
  offersQuery,
  proposedAnswer,
  reviewedOfferAnswer,
  SELLER_CODES_LIMIT_DEFAULT,
  type StaffOffer,
  saveOfferBody,
  sellerCodeAnswer,
  sellerCodeBody,
  sellerCodesAnswer,
  staffOfferAnswer,
  staffOffersAnswer,
  staffOffersQuery,
  submitOfferBody,
  uploadedPart,
  uploadPartQuery,
} from "../rest/offers.ts";
import { callsIn, idParams, noBody } from "./call.ts";
import { drawing, other } from "./costs.ts";
import { auction, userId } from "./samples.ts";

const call = callsIn("Sellers");

const content = {
  title: "Generator, 5 kVA",
  description: "Bought in 2021, used at weekends. Starts at once.",
  age: "5 years",
  category: "electronics",
  condition: "good",
  workingCondition: "yes",
  estimatedValue: 650_000,
  lowestPrice: 400_000,
  location: "Ibadan",
} as const;
const agreement: Agreement = {
  _id: "8d2f1a3b-4c5d-4e6f-8a90-1b2c3d4e5f60",
  offerId: "5b1e2f3a-4b5c-4d6e-8f90-1a2b3c4d5e6f",
  version: 1,
  startingPrice: 300_000,
  reservePrice: 450_000,
  currency: "NGN",
  commissionPercent: 10,
  leastCommission: 20_000,
  vatPercent: 7.5,
  charges: [{ text: "Transport to our store", amount: 15_000 }],
  status: "proposed",
  proposedAt: "2026-11-21T11:00:00.000Z",
  acceptedAt: null,
  acceptedName: null,
  termsVersion: null,
};
const offer: Offer = {
  _id: agreement.offerId,
  status: "offered",
  revision: 4,
  ...content,
  media: [{ url: "/media/3f1c0a4e9b7d52e68a90c4d1f7b3e256.webp", type: "image" }],
  receipt: null,
  createdAt: "2026-11-21T09:30:00.000Z",
  updatedAt: "2026-11-21T09:50:00.000Z",
  offeredAt: "2026-11-21T09:50:00.000Z",
  decidedAt: null,
  declineReason: null,
  agreement: null,
  lot: null,
  messages: [
    {
      _id: "1c2d3e4f-5a6b-4c7d-8e9f-0a1b2c3d4e5f",
      by: "staff",
      text: "Does it have its papers?",
      at: "2026-11-21T10:10:00.000Z",
    },
  ],
};
const draft: Offer = { ...offer, status: "draft", revision: 1, offeredAt: null, messages: [] };
const forStaff: StaffOffer = {
  ...offer,
  seller: { _id: userId, username: "adaeze", name: "Adaeze Obi" },
  enteredBy: null,
  decidedBy: null,
  lot: null,
};
const accepted: StaffOffer = {
  ...forStaff,
  status: "accepted",
  decidedAt: agreement.proposedAt,
  decidedBy: "funke",
  agreement,
};
const terms = {
  startingPrice: 300_000,
  reservePrice: 450_000,
  currency: "NGN",
  commissionPercent: 10,
  leastCommission: 20_000,
  charges: agreement.charges,
} as const;
const usualTerms = { commissionPercent: 10, leastCommission: 20_000, vatPercent: 7.5, charges: agreement.charges };
const message = { text: "Does it have its papers?" };

export const createOffer = call({
  route: "POST /api/offers",
  access: "signed in",
  summary: "Begin an offer of an item",
  description: `A draft that nobody else sees. Every field may be left out until it is sent. A person has at most ${OPEN_OFFERS_MAX} offers that are not decided.`,
  body: createOfferBody,
  answer: offerAnswer,
  status: 201,
  once: true,
  limit: 120,
  examples: { body: content, answer: { offer: draft } },
});

export const listOffers = call({
  route: "GET /api/offers",
  access: "signed in",
  summary: "One's own offers, the newest first",
  query: offersQuery,
  answer: offersAnswer,
  pageLength: OFFERS_LIMIT_DEFAULT,
  examples: { answer: { offers: [offer], pagination: { current: 1, pages: 1, total: 1, limit: 20 } } },
});

export const getOffer = call({
  route: "GET /api/offers/:id",
  access: "signed in",
  summary: "One of one's own offers",
  params: idParams,
  answer: offerAnswer,
  examples: { answer: { offer } },
});

export const saveOffer = call({
  route: "PUT /api/offers/:id",
  access: "signed in",
  summary: "Save one's own offer",
  description:
    "Fields that are left out stay. `revision` is that of the offer as it was read; another one is `OFFER_STATE`. Until " +
    "the house decides, a sent offer can be changed too, and stays complete.",
  params: idParams,
  body: saveOfferBody,
  answer: offerAnswer,
  examples: { body: { ...content, revision: 1 }, answer: { offer: { ...draft, revision: 2 } } },
});

export const submitOffer = call({
  route: "POST /api/offers/:id/submit",
  access: "signed in",
  summary: "Send one's own offer to the house",
  description: `With fewer than ${OFFER_PHOTOS_MIN} photos, no video, or an empty field it is \`INVALID\`, with a sentence for each. Sent again, it is the same.`,
  params: idParams,
  body: submitOfferBody,
  answer: offerAnswer,
  examples: { body: { revision: 3 }, answer: { offer } },
});

export const withdrawOffer = call({
  route: "POST /api/offers/:id/withdraw",
  access: "signed in",
  summary: "Take back one's own sent offer",
  description:
    "It is a draft again, which can be changed, sent again or deleted. `OFFER_STATE`: it is decided, or staff entered it. " +
    "A draft stays as it is.",
  params: idParams,
  body: noBody,
  answer: offerAnswer,
  examples: { answer: { offer: draft } },
});

export const deleteOffer = call({
  route: "DELETE /api/offers/:id",
  access: "signed in",
  summary: "Delete one's own draft of an offer",
  params: idParams,
  answer: messageAnswer,
  examples: { answer: { message: "Offer deleted." } },
});

export const writeOfferMessage = call({
  route: "POST /api/offers/:id/messages",
  access: "signed in",
  summary: "Write to the house about one's own offer",
  params: idParams,
  body: offerMessageBody,
  answer: offerAnswer,
  status: 201,
  limit: 120,
  examples: { body: message, answer: { offer } },
});

export const uploadForOffer = call({
  route: "POST /api/offers/:id/media",
  access: "signed in",
  tag: "Uploads",
  summary: "Upload a photo or a video for one's own offer",
  description: `The answer's \`file\` goes into the offer's \`media\` or \`receipt\` as it is. At most ${OFFER_UPLOADS_A_DAY} files in 24 hours; the rules of files are those of \`POST /api/upload/single\`.`,
  params: idParams,
  isForm: true,
  body: z.object({ file: z.file() }),
  answer: uploadAnswer,
  status: 201,
  limit: 300,
  cost: other(20),
  examples: {
    answer: {
      file: {
        url: "/media/3f1c0a4e9b7d52e68a90c4d1f7b3e256.webp",
        filename: "3f1c0a4e9b7d52e68a90c4d1f7b3e256.webp",
        originalName: "IMG_2041.jpg",
        type: "image",
      },
    },
  },
});

export const uploadPartForOffer = call({
  route: "POST /api/offers/:id/media/parts",
  access: "signed in",
  tag: "Uploads",
  summary: "Upload a large file for one's own offer in parts",
  description:
    `The form has one part of the file, of at most ${OFFER_PART_BYTES} bytes, which begins at \`offset\`. \`uploadId\` is a UUID that the ` +
    "client chooses. The answer says how much is here, whatever was sent: a part for another place changes nothing, so a " +
    "part whose answer was lost can be sent again. With the last part the file is checked, and the answer has it. An " +
    "upload of somebody else is `NOT_FOUND`. One that nobody goes on with for a day is removed.",
  params: idParams,
  query: uploadPartQuery,
  isForm: true,
  body: z.object({ file: z.file() }),
  answer: uploadedPart,
  limit: 1_200,
  cost: other(20),
  examples: { answer: { received: OFFER_PART_BYTES } },
});

export const listOffersForStaff = call({
  route: "GET /api/admin/offers",
  access: "lots:edit",
  summary: "The offers of everybody (staff who make lots)",
  description:
    "Without a `status`, those that wait, the longest first; else the newest first. `lot` finds the offer of a seller's lot, whatever its status. Nobody sees the draft of somebody else.",
  query: staffOffersQuery,
  answer: staffOffersAnswer,
  pageLength: OFFERS_LIMIT_DEFAULT,
  examples: {
    answer: {
      offers: [forStaff],
      counts: { waiting: 1 },
      pagination: { current: 1, pages: 1, total: 1, limit: 20 },
    },
  },
});

const codeOfSeller = { _id: userId, username: "adaeze", name: "Adaeze Obi", code: "7XQ4BD" };

export const listSellerCodes = call({
  route: "GET /api/admin/seller-codes",
  access: "lots:edit",
  summary: "The codes by which imports name sellers (staff who make lots)",
  description: "A person gets a code from the staff, or with the first offer that is sent or entered, and keeps it.",
  query: pageQuery,
  answer: sellerCodesAnswer,
  pageLength: SELLER_CODES_LIMIT_DEFAULT,
  examples: {
    answer: {
      sellers: [codeOfSeller],
      pagination: { current: 1, pages: 1, total: 1, limit: SELLER_CODES_LIMIT_DEFAULT },
    },
  },
});

export const giveSellerCode = call({
  route: "POST /api/admin/seller-codes",
  access: "lots:edit",
  summary: "Give somebody a code, so that imports can name them (staff who make lots)",
  description:
    "`seller` is a username or an e-mail address of a verified account. A person who has a code keeps it, and the " +
    "answer has it.",
  body: sellerCodeBody,
  answer: sellerCodeAnswer,
  examples: { body: { seller: "adaeze" }, answer: { seller: codeOfSeller } },
});

export const getOfferForStaff = call({
  route: "GET /api/admin/offers/:id",
  access: "lots:edit",
  summary: "One offer (staff who make lots)",
  params: idParams,
  answer: reviewedOfferAnswer,
  examples: { answer: { offer: forStaff, usualTerms, others: { NGN: 0, USD: 0 } } },
});

export const enterOffer = call({
  route: "POST /api/admin/offers",
  access: "lots:edit",
  summary: "Enter an offer for somebody (staff who make lots)",
  description:
    "For what comes by WhatsApp or e-mail. `seller` is a username or an e-mail address of a verified account.",
  body: enterOfferBody,
  answer: staffOfferAnswer,
  status: 201,
  once: true,
  examples: { body: { seller: "adaeze", ...content }, answer: { offer: { ...forStaff, status: "in-review" } } },
});

export const reviewOffer = call({
  route: "POST /api/admin/offers/:id/review",
  access: "lots:edit",
  summary: "Begin the review of an offer (staff who make lots)",
  description: "The seller sees that it is in review. Once more, it changes nothing.",
  params: idParams,
  body: noBody,
  answer: staffOfferAnswer,
  examples: { answer: { offer: { ...forStaff, status: "in-review" } } },
});

export const answerOffer = call({
  route: "POST /api/admin/offers/:id/messages",
  access: "lots:edit",
  summary: "Write to the seller about an offer (staff who make lots)",
  description: "Mailed to the seller.",
  params: idParams,
  body: offerMessageBody,
  answer: staffOfferAnswer,
  status: 201,
  examples: { body: message, answer: { offer: forStaff } },
});

export const acceptOffer = call({
  route: "POST /api/admin/offers/:id/accept",
  access: "auctions:run",
  summary: "Accept an offer, and propose terms to its seller (staff who run auctions)",
  description:
    "The seller gets a link to the agreement. On an accepted offer, other terms make a new version of the agreement, and " +
    "the seller is asked again; the same terms change nothing. `vatPercent` is 7.5 if it is left out. `revision`: of the " +
    "offer as it was read. `others`: the seller's other imported lots in the same currency that wait get these terms " +
    `too, each with the prices of its lot (at most ${AGREEMENTS_AT_ONCE}), and the seller gets one mail.`,
  params: idParams,
  body: proposeTermsBody,
  answer: proposedAnswer,
  examples: { body: { ...terms, others: true }, answer: { offer: accepted, agreement, others: 12 } },
});

export const declineOffer = call({
  route: "POST /api/admin/offers/:id/decline",
  access: "lots:edit",
  summary: "Decline an offer (staff who make lots)",
  description:
    "The seller reads the reason. An accepted offer can be declined as long as it has no lot; its agreement is then withdrawn.",
  params: idParams,
  body: declineOfferBody,
  answer: staffOfferAnswer,
  examples: {
    body: { reason: "We do not sell generators at the moment.", revision: 4 },
    answer: {
      offer: {
        ...forStaff,
        status: "declined",
        decidedAt: agreement.proposedAt,
        decidedBy: "funke",
        declineReason: "We do not sell generators at the moment.",
      },
    },
  },
});

export const makeLotOfOffer = call({
  route: "POST /api/admin/offers/:id/lot",
  access: "lots:edit",
  summary: "Make a draft lot of an accepted offer (staff who make lots)",
  description:
    "The lot has the offer's texts and media and the prices of the newest agreement. An offer has one lot; once that is " +
    "deleted, another one can be made.",
  params: idParams,
  body: noBody,
  answer: auctionAnswer,
  status: 201,
  once: true,
  examples: { answer: { auction: { ...auction, status: "draft", startTime: null } } },
});

export const getAgreement = call({
  route: "GET /api/agreements/:id",
  access: "signed in",
  summary: "One's own agreement about an item, and the version of the seller terms in force",
  description: "Anybody else gets `NOT_FOUND`.",
  params: idParams,
  answer: agreementAnswer,
  examples: { answer: { agreement, title: content.title, termsVersion: "2026-11-29" } },
});

export const acceptAgreement = call({
  route: "POST /api/agreements/:id/accept",
  access: "signed in",
  summary: "Accept one's own agreement",
  description:
    "`name` is kept as a signature, with the time and the beginning of the network address, and a PDF is mailed. An " +
    "agreement that is accepted stays as it is. `AGREEMENT_STATE`: it was replaced or withdrawn, or `termsVersion` is " +
    "not in force.",
  params: idParams,
  body: acceptAgreementBody,
  answer: agreementAnswer,
  examples: {
    body: { name: "Adaeze Obi", termsVersion: "2026-11-29" },
    answer: {
      agreement: {
        ...agreement,
        status: "accepted",
        acceptedAt: "2026-11-21T12:00:00.000Z",
        acceptedName: "Adaeze Obi",
        termsVersion: "2026-11-29",
      },
      title: content.title,
      termsVersion: "2026-11-29",
    },
  },
});

export const listWaitingAgreements = call({
  route: "GET /api/agreements",
  access: "signed in",
  summary: "One's own agreements that wait to be accepted, and the version of the seller terms in force",
  description: `Those of the oldest offers first, at most ${AGREEMENTS_AT_ONCE}.`,
  answer: waitingAgreementsAnswer,
  examples: {
    answer: {
      agreements: [
        {
          agreement,
          title: content.title,
          imageUrl: "/media/3f1c0a4e9b7d52e68a90c4d1f7b3e256.webp",
          sale: { _id: "5b1e2f3a-4b5c-4d6e-8f90-1a2b3c4d5e6f", title: "Saturday sale" },
        },
      ],
      termsVersion: "2026-11-29",
    },
  },
});

export const acceptAgreements = call({
  route: "POST /api/agreements/accept",
  access: "signed in",
  summary: "Accept several of one's own agreements at once",
  description:
    "Each is kept as if it was accepted alone, and one mail has the PDF of all. Those that were replaced or withdrawn " +
    "meanwhile are `refused` with a sentence, and the others are accepted. `AGREEMENT_STATE`: `termsVersion` is not in " +
    "force, so nothing is accepted. `NOT_FOUND`: one of them is not the caller's.",
  body: acceptAgreementsBody,
  answer: acceptAgreementsAnswer,
  examples: {
    body: { name: "Adaeze Obi", termsVersion: "2026-11-29", agreements: [agreement._id] },
    answer: { accepted: [agreement._id], refused: [] },
  },
});

export const downloadAgreement = call({
  route: "GET /api/agreements/:id.pdf",
  access: "signed in",
  summary: "One's own accepted agreement as a PDF file; for staff who make lots, anybody's",
  description: "The audit log has each download of somebody else's.",
  params: idParams,
  answer: z.string(),
  cost: drawing(20),
  examples: { answer: "%PDF-1.7 …" },
});
