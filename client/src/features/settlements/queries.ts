// The staff's requests about settlements: the list, one settlement, the actions on it, the takings, and the files.

import type { InputOf } from "@jara/shared/calls/call";
import * as invoiceCalls from "@jara/shared/calls/invoices";
import * as pickupCalls from "@jara/shared/calls/pickups";
import * as purchasesCalls from "@jara/shared/calls/purchases";
import * as receiptsCalls from "@jara/shared/calls/receipts";
import * as papersCalls from "@jara/shared/calls/sale-papers";
import * as salesCalls from "@jara/shared/calls/sales";
import * as settlementsCalls from "@jara/shared/calls/settlements";
import * as takingsCalls from "@jara/shared/calls/takings";
import { LIST_LIMIT_MAX } from "@jara/shared/list-limit";
import type { Settlement, SettlementDetails } from "@jara/shared/rest/settlements";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { ask } from "../../lib/api.ts";
import type { Waiting } from "../../lib/second-person.ts";
import { download } from "../../queries/download.ts";
import { type SettlementFilters, settlementFilters } from "./settlement-filters.ts";

/** A page has more rows when they are grouped, so that a buyer's are seldom on two pages. */
export const fetchSettlements = (filters: SettlementFilters, signal: AbortSignal) =>
  ask(settlementsCalls.listSettlements, {
    query: { ...settlementFilters.queryOf(filters), ...(filters.sale && { limit: LIST_LIMIT_MAX }) },
    signal,
  });

/** All settlements that the filters find, or the first `most` of them. */
export const fetchAllSettlements = async (filters: SettlementFilters, most: number): Promise<Settlement[]> => {
  const found: Settlement[] = [];
  for (let page = 1; found.length < most; page += 1) {
    const query = { ...settlementFilters.queryOf({ ...filters, page }), limit: LIST_LIMIT_MAX };
    const { settlements, pagination } = await ask(settlementsCalls.listSettlements, { query });
    found.push(...settlements);
    if (page >= pagination.pages) break;
  }
  return found.slice(0, most);
};

export const fetchDetails = (settlementId: string, signal?: AbortSignal): Promise<SettlementDetails> =>
  ask(settlementsCalls.getSettlement, { params: { id: settlementId }, signal });

export const fetchSettlement = async (settlementId: string): Promise<Settlement> =>
  (await fetchDetails(settlementId)).settlement;

/** Never shown from memory, because others may have moved the money. */
const fresh = { staleTime: 0, gcTime: 0 } as const;

export const detailsQuery = (settlementId: string) =>
  queryOptions({
    queryKey: ["settlement", settlementId],
    queryFn: ({ signal }) => fetchDetails(settlementId, signal),
    ...fresh,
  });

export const dayPickupsQuery = (date: string) =>
  queryOptions({
    queryKey: ["day-pickups", date],
    queryFn: ({ signal }) => ask(pickupCalls.listDayPickups, { params: { date }, signal }),
    ...fresh,
  });

/** The sale with its pickup times. */
export const saleOfLotsQuery = (saleId: string) =>
  queryOptions({
    queryKey: ["sales", saleId, "pickups"],
    queryFn: ({ signal }) => ask(salesCalls.getSale, { params: { id: saleId }, signal }),
    staleTime: 0,
    retry: false,
  });

interface Bodies {
  payments: InputOf<typeof purchasesCalls.paySettlement.body>;
  "payment-received": undefined;
  extend: InputOf<typeof settlementsCalls.extendDeadline.body>;
  waive: InputOf<typeof settlementsCalls.waiveSettlement.body>;
  reverse: InputOf<typeof settlementsCalls.reverseSettlement.body>;
  "second-chance": undefined;
  pardon: InputOf<typeof settlementsCalls.pardonUnpaidWin.body>;
  ready: InputOf<typeof settlementsCalls.markReady.body>;
  "handed-over": InputOf<typeof settlementsCalls.confirmHandover.body>;
  refund: InputOf<typeof settlementsCalls.refundSale.body>;
  retry: undefined;
  remind: undefined;
}
export type Action = keyof Bodies;
export type BodyOf<A extends Action> = Bodies[A];
type Given<A extends Action> = {
  readonly params: { readonly id: string };
  readonly body: Bodies[A];
  readonly idempotencyKey: string;
};

const actions: {
  readonly [A in Action]: (given: Given<A>) => Promise<{ settlement?: Settlement | undefined } | Waiting>;
} = {
  payments: (given) => ask(purchasesCalls.paySettlement, given),
  "payment-received": (given) => ask(settlementsCalls.recordPayment, given),
  extend: (given) => ask(settlementsCalls.extendDeadline, given),
  waive: (given) => ask(settlementsCalls.waiveSettlement, given),
  reverse: (given) => ask(settlementsCalls.reverseSettlement, given),
  "second-chance": (given) => ask(settlementsCalls.offerSecondChance, given),
  pardon: (given) => ask(settlementsCalls.pardonUnpaidWin, given),
  ready: (given) => ask(settlementsCalls.markReady, given),
  "handed-over": (given) => ask(settlementsCalls.confirmHandover, given),
  refund: (given) => ask(settlementsCalls.refundSale, given),
  retry: (given) => ask(settlementsCalls.retryForfeit, given),
  remind: (given) => ask(settlementsCalls.remindBuyer, given),
};

export const actOnSettlement = <A extends Action>(id: string, action: A, body: BodyOf<A>, idempotencyKey: string) =>
  actions[action]({ params: { id }, body, idempotencyKey });

/** The papers of a sale that have its results. */
export const resultPapers = ["Results as CSV", "Results as PDF"] as const;
const papers = {
  "Results as CSV": [papersCalls.downloadResults, "results.csv"],
  "Results as PDF": [papersCalls.downloadResultPages, "results.pdf"],
  Labels: [papersCalls.downloadLabels, "labels.pdf"],
  "Packing lists": [papersCalls.downloadPackingLists, "packing-lists.pdf"],
} as const;
export type SalePaper = keyof typeof papers;
export const salePapers = Object.keys(papers) as SalePaper[];

export const downloadPaper = (paper: SalePaper, saleId: string): Promise<void> => {
  const [call, name] = papers[paper];
  return download(call, { params: { id: saleId } }, name);
};

/** All settlements of the filters, on all pages. */
export const downloadSettlements = (filters: SettlementFilters): Promise<void> => {
  const query = settlementFilters.queryOf({ ...filters, page: 1 });
  return download(takingsCalls.downloadSettlements, { query }, "settlements.csv");
};

export interface TakingsDays {
  /** Empty: today. */
  from: string;
  to: string;
  page: number;
}

export const takingsQuery = ({ from, to, page }: TakingsDays) =>
  queryOptions({
    queryKey: ["takings", from, to, page],
    queryFn: ({ signal }) => ask(takingsCalls.getTakings, { query: { from, to, ...(page > 1 && { page }) }, signal }),
    placeholderData: keepPreviousData,
    ...fresh,
  });

export const downloadTakings = (from: string, to: string): Promise<void> =>
  download(takingsCalls.downloadTakings, { query: { from, to } }, "takings.csv");

export const invoicesOfBuyerQuery = (buyerId: string) =>
  queryOptions({
    queryKey: ["invoices of", buyerId],
    queryFn: ({ signal }) =>
      ask(invoiceCalls.listInvoicesOfUser, { params: { id: buyerId }, query: { limit: 100 }, signal }),
    ...fresh,
  });

/** The buyer's newest receipts about the lot. They are read again with the settlement. */
export const buyersReceiptsQuery = ({ _id, buyer, auction }: Settlement) =>
  queryOptions({
    queryKey: ["settlement", _id, "receipts"],
    queryFn: ({ signal }) =>
      ask(receiptsCalls.listReceiptsOfUser, {
        params: { id: buyer._id },
        query: { limit: LIST_LIMIT_MAX, auction: auction._id },
        signal,
      }),
    ...fresh,
  });

export const sendInvoices = (saleId: string) => ask(invoiceCalls.sendInvoices, { params: { id: saleId } });

export const downloadInvoice = (id: string, number: string): Promise<void> =>
  download(invoiceCalls.downloadInvoice, { params: { id } }, `${number}.pdf`);
