// The requests for what the user won or bought, and for the offers of a second chance.
import * as invoiceCalls from "@jara/shared/calls/invoices";
import * as pickupCalls from "@jara/shared/calls/pickups";
import * as calls from "@jara/shared/calls/purchases";
import { queryOptions } from "@tanstack/react-query";
import { ask } from "../../lib/api.ts";

export const WIN = "win";
export const PURCHASES = "purchases";
/** This key holds the number of payments that are due. The navigation shows it. */
export const DUE = "due";
const OFFERS = "second-chances";
const INVOICES = "invoices";
const PICKUPS = "pickups";
/** All of these belong to the user and change together. */
export const owedKeys = [WIN, PURCHASES, OFFERS, INVOICES, PICKUPS];

/** The status is part of the key, because a sale changes what is owed. */
export const winQuery = (auctionId: string, status: string, userId: string | null) =>
  queryOptions({
    queryKey: [WIN, auctionId, userId, status],
    queryFn: async ({ signal }) => (await ask(calls.getWin, { params: { id: auctionId }, signal })).win,
  });

const PAGE_SIZE = 20;
export const purchasesQuery = (page: number, limit = PAGE_SIZE) =>
  queryOptions({
    queryKey: [PURCHASES, page, limit],
    queryFn: ({ signal }) => ask(calls.listPurchases, { query: { page, limit }, signal }),
  });

export const offersQuery = () =>
  queryOptions({
    queryKey: [OFFERS],
    queryFn: async ({ signal }) => (await ask(calls.listSecondChances, { signal })).offers,
  });

/** The newest invoices of the user. */
export const invoicesQuery = () =>
  queryOptions({
    queryKey: [INVOICES],
    queryFn: ({ signal }) => ask(invoiceCalls.listInvoices, { query: { limit: 100 }, signal }),
    staleTime: 0,
  });

/** Reads what the user still has to collect, with the slots. */
export const pickupsQuery = () =>
  queryOptions({
    queryKey: [PICKUPS],
    queryFn: async ({ signal }) => (await ask(pickupCalls.listPickups, { signal })).pickups,
    staleTime: 0,
  });
