// Sales and their lots.
import * as z from "zod/mini";
import { LIST_LIMIT_DEFAULT, pageQuery } from "../rest/common.ts";
import {
  acceptTermsBody,
  createSaleBody,
  lateLotBody,
  lotSaleAnswer,
  SALE_LOTS_LIMIT_DEFAULT,
  type Sale,
  type SaleAction,
  saleActionWords,
  saleAnswer,
  saleLotsAnswer,
  saleLotsBody,
  saleLotsQuery,
  salesAnswer,
  saleTermsAnswer,
  shiftSaleBody,
  updateSaleBody,
} from "../rest/sales.ts";
import { CATALOGUE_LOTS_MAX } from "../sale-limits.ts";
import { callsIn, idParams, noBody } from "./call.ts";
import { drawing, read } from "./costs.ts";
import { auction } from "./samples.ts";

const call = callsIn("Sales");

const everyLot =
  "It is done on every lot of the sale, each once, whatever happens to the server; `action` says on how many, and which " +
  "lots refused it. The answer waits some seconds for it. Repeat it safely with an `Idempotency-Key`.";

const otherwise = "Otherwise the answer is `SALE_STATE`.";

const over = "A sale that is over (`isOver`) is still published.";

const details = {
  title: "Instruments of the late Chief Adeyemi",
  description: "Drums, flutes and strings from one collection.",
  terms: "Collect within five days. Lots are sold as seen.",
  viewings: [{ from: "2026-11-22T09:00:00.000Z", until: "2026-11-22T16:00:00.000Z", place: "12 Broad Street, Lagos" }],
  pickups: [
    {
      from: "2026-11-25T09:00:00.000Z",
      until: "2026-11-25T15:00:00.000Z",
      place: "12 Broad Street, Lagos",
      slotMinutes: 30,
      buyers: 3,
    },
  ],
  opensAt: "2026-11-20T08:00:00.000Z",
  closesAt: "2026-11-23T08:00:00.000Z",
  spacingSeconds: 60,
  closing: "in-order" as const,
  groupSize: null,
  asksTerms: true,
  picture: "/media/demo/drum.webp",
  requirements: null,
};

const draft: Sale = {
  _id: "6a7b8c9d-0e1f-4a2b-9c3d-4e5f6a7b8c9d",
  ...details,
  status: "draft",
  isPaused: false,
  isOver: false,
  endedAt: null,
  termsVersion: 1,
  lotCount: 1,
  softClose: "all" as const,
  revision: 2,
  createdAt: "2026-11-19T09:00:00.000Z",
  updatedAt: "2026-11-19T09:20:00.000Z",
};

const sale: Sale = { ...draft, status: "published", revision: 3, updatedAt: "2026-11-19T10:00:00.000Z" };

const pagination = { current: 1, pages: 1, total: 1, limit: 20 };

const done = (kind: SaleAction["kind"], seconds: number | null = null): SaleAction => ({
  _id: "0f1e2d3c-4b5a-4968-8776-655443322110",
  kind,
  seconds,
  askedAt: "2026-11-21T10:00:00.000Z",
  isDone: true,
  lots: 1,
  refused: [],
});

const terms = {
  title: details.title,
  terms: details.terms,
  version: 1,
  asksTerms: true,
  acceptedAt: "2026-11-20T12:00:00.000Z",
};

export const listSales = call({
  route: "GET /api/sales",
  access: "anyone",
  readsToken: true,
  summary: "All sales that the caller may see",
  description:
    "Sales with a lot left to close come first, the soonest first; those that are over follow. Staff see drafts.",
  query: pageQuery,
  answer: salesAnswer,
  pageLength: LIST_LIMIT_DEFAULT,
  examples: { answer: { sales: [sale], pagination } },
});

export const getSale = call({
  route: "GET /api/sales/:id",
  access: "anyone",
  readsToken: true,
  summary: "One sale",
  params: idParams,
  answer: saleAnswer,
  examples: { answer: { sale } },
});

export const listSaleLots = call({
  route: "GET /api/sales/:id/lots",
  access: "anyone",
  readsToken: true,
  summary: "The lots of a sale, in the order of its catalogue",
  description: "Lots that are drafts are shown to staff alone, so a number may be missing.",
  params: idParams,
  query: saleLotsQuery,
  answer: saleLotsAnswer,
  pageLength: SALE_LOTS_LIMIT_DEFAULT,
  unchecked: true,
  cost: read(4),
  examples: { answer: { lots: [{ lotNumber: 1, auction }], pagination: { ...pagination, limit: 100 } } },
});

export const getSaleOfLot = call({
  route: "GET /api/auctions/:id/sale",
  access: "anyone",
  readsToken: true,
  summary: "The sale that a lot belongs to, and where the lot is collected",
  description:
    "Null for a lot that is sold on its own. `previous` and `next` are its neighbours in the catalogue that the " +
    "caller may see. `places` are those of the sale's pickup times, else the house's. Empty: where the lot is.",
  params: idParams,
  answer: lotSaleAnswer,
  examples: {
    answer: {
      sale: {
        _id: sale._id,
        title: sale.title,
        lotNumber: 2,
        asksTerms: true,
        previous: { auctionId: auction._id, lotNumber: 1 },
        next: null,
      },
      places: ["12 Broad Street, Lagos"],
    },
  },
});

export const downloadCatalogue = call({
  route: "GET /api/sales/:id/catalogue.pdf",
  access: "anyone",
  readsToken: true,
  summary: "The catalogue of a sale as a PDF file",
  description:
    "The lots that the caller may see, in their order: number, picture, title, description, condition, estimate, " +
    `starting price and closing time, with the sale's viewings and terms. At most ${CATALOGUE_LOTS_MAX} lots. A file may be a ` +
    "minute old.",
  params: idParams,
  answer: z.string(),
  cost: drawing(40),
  examples: { answer: "%PDF-1.7 …" },
});

export const getSaleTerms = call({
  route: "GET /api/sales/:id/terms",
  access: "anyone",
  readsToken: true,
  summary: "The terms of a sale, and whether the caller has accepted them",
  params: idParams,
  answer: saleTermsAnswer,
  examples: { answer: { ...terms, acceptedAt: null } },
});

export const acceptSaleTerms = call({
  route: "POST /api/sales/:id/accept-terms",
  access: "signed in",
  summary: "Accept the terms of a sale",
  description:
    "Where a sale asks for it, bids, maximums and Buy It Now on its lots are refused with `TERMS_NOT_ACCEPTED` " +
    "before. Doing it twice is fine. If the terms have changed since the caller read them, they are to be read again.",
  params: idParams,
  body: acceptTermsBody,
  answer: saleTermsAnswer,
  examples: { body: { version: 1 }, answer: terms },
});

export const createSale = call({
  route: "POST /api/sales",
  access: "lots:edit",
  summary: "Make a draft of a sale (staff)",
  description:
    "Its lots get their times when it is published: each closes `spacingSeconds` after the one before it. With " +
    "`together`, each group closes `spacingSeconds` after the group before it; without a `groupSize` all lots close " +
    "at `closesAt`, whatever the spacing.",
  body: createSaleBody,
  answer: saleAnswer,
  status: 201,
  examples: { body: details, answer: { sale: { ...draft, lotCount: 0, revision: 1 }, action: null } },
});

export const updateSale = call({
  route: "PUT /api/sales/:id",
  access: "lots:edit",
  summary: "Change a sale (staff)",
  description:
    "What is left out stays. `revision` is that of the sale that the caller saw: if somebody changed it since, 409 " +
    "(`SALE_STATE`) has the `sale` as it is now. Once the sale is published, its times, its closing and whether it asks for its terms " +
    "stay: shift it instead. Changed terms are to be accepted again before the next bid. A change of the terms of a " +
    "published sale needs the permission to run auctions and no interest in its lots, and is refused (`SALE_STATE`) " +
    "while an open lot of the sale closes within two hours.",
  params: idParams,
  body: updateSaleBody,
  answer: saleAnswer,
  examples: { body: { revision: 2, title: draft.title }, answer: { sale: { ...draft, revision: 3 }, action: null } },
});

export const setSaleLots = call({
  route: "PUT /api/sales/:id/lots",
  access: "lots:edit",
  summary: "Set all lots of a draft of a sale (staff)",
  description:
    "They are numbered from 1 in this order. `revision` is that of the sale that the caller saw, as in its change. All must be drafts, and in no other sale. A lot that is not in the list " +
    "leaves the sale; if its own start has passed, it loses this start and stays a draft.",
  params: idParams,
  body: saleLotsBody,
  answer: saleAnswer,
  examples: { body: { revision: 1, auctionIds: [auction._id] }, answer: { sale: draft, action: null } },
});

export const addLateLot = call({
  route: "POST /api/sales/:id/lots",
  access: "lots:edit",
  summary: "Add a draft to a sale (staff)",
  description:
    "Without a `number` it gets the next one. In a published sale the lot opens with the sale, or at once if the sale has " +
    "opened, and closes by its number like the others. Doing it twice is fine. `SALE_STATE`: the sale is paused or over.",
  params: idParams,
  body: lateLotBody,
  answer: saleAnswer,
  examples: {
    body: { auctionId: auction._id, number: "1A" },
    answer: { sale: { ...sale, lotCount: 2, revision: 4 }, action: null },
  },
});

export const publishSale = call({
  route: "POST /api/sales/:id/publish",
  access: "lots:edit",
  summary: "Publish a sale: its lots get their times and open (staff)",
  description: `${everyLot} ${saleActionWords.publish} ${otherwise}`,
  params: idParams,
  body: noBody,
  answer: saleAnswer,
  once: true,
  examples: { answer: { sale, action: done("publish") } },
});

export const pauseSale = call({
  route: "POST /api/sales/:id/pause",
  access: "auctions:run",
  summary: "Pause all open lots of a sale (staff)",
  description: `${everyLot} ${saleActionWords.pause} ${otherwise} ${over}`,
  params: idParams,
  body: noBody,
  answer: saleAnswer,
  once: true,
  examples: { answer: { sale: { ...sale, isPaused: true, revision: 4 }, action: done("pause") } },
});

export const resumeSale = call({
  route: "POST /api/sales/:id/resume",
  access: "auctions:run",
  summary: "Resume all lots that the sale's pause stopped; lots that are not open yet open later (staff)",
  description: `${everyLot} ${saleActionWords.resume} ${otherwise} ${over}`,
  params: idParams,
  body: noBody,
  answer: saleAnswer,
  once: true,
  examples: { answer: { sale: { ...sale, revision: 5 }, action: done("resume") } },
});

export const endSale = call({
  route: "POST /api/sales/:id/end",
  access: "auctions:run",
  summary: "End all open lots of a sale now; lots that are not open yet do not open (staff)",
  description: `${everyLot} ${saleActionWords.end} ${otherwise} ${over}`,
  params: idParams,
  body: noBody,
  answer: saleAnswer,
  once: true,
  proof: "always",
  examples: {
    answer: {
      sale: { ...sale, isOver: true, endedAt: "2026-11-21T10:00:00.000Z", revision: 4 },
      action: {
        ...done("end"),
        lots: 0,
        unopened: 0,
        refused: [{ lotNumber: 1, auctionId: auction._id, reason: "Somebody is buying this lot." }],
      },
    },
  },
});

export const shiftSale = call({
  route: "POST /api/sales/:id/shift",
  access: "auctions:run",
  summary: "Move the times of a sale and of its lots that are not over to later (staff)",
  description: `${everyLot} ${saleActionWords.shift} ${otherwise} ${over}`,
  params: idParams,
  body: shiftSaleBody,
  answer: saleAnswer,
  once: true,
  examples: {
    body: { seconds: 600 },
    answer: {
      sale: { ...sale, closesAt: "2026-11-23T08:10:00.000Z", revision: 4 },
      action: done("shift", 600),
    },
  },
});
