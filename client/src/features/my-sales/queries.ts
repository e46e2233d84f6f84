// The requests for the lots that the user sells, the user's statement of them, and what the house owes to sellers.
import * as offerCalls from "@jara/shared/calls/offers";
import * as calls from "@jara/shared/calls/seller-sales";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { ask } from "../../lib/api.ts";
import { download } from "../../queries/download.ts";

export const MY_SALES = "my-sales";

export const ownSalesQuery = (userId: string, page: number) =>
  queryOptions({
    queryKey: [MY_SALES, userId, page],
    queryFn: ({ signal }) => ask(calls.listOwnSales, { query: { page }, signal }),
    placeholderData: (before, query) => (query?.queryKey[1] === userId ? keepPreviousData(before) : undefined),
  });

/** Days in Lagos. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** The statement is never shown from memory, because the money may have moved. */
const fresh = { staleTime: 0, gcTime: 0 } as const;

export const sellerStatementQuery = (userId: string, days: Days) =>
  queryOptions({
    queryKey: [MY_SALES, userId, "statement", days],
    queryFn: ({ signal }) => ask(calls.getSellerStatement, { query: days, signal }),
    ...fresh,
  });

const files = { csv: calls.downloadSellerStatementCsv, pdf: calls.downloadSellerStatementPdf };

export const downloadSellerStatement = (days: Days, file: "csv" | "pdf"): Promise<void> =>
  download(files[file], { query: days }, `sales.${file}`);

export const owedSellersQuery = (days: Days) =>
  queryOptions({
    queryKey: ["owed-sellers", days],
    queryFn: ({ signal }) => ask(calls.listOwedSellers, { query: days, signal }),
    placeholderData: keepPreviousData,
    ...fresh,
  });

/** The statement of a seller, for staff. */
export const sellerForStaffQuery = (id: string, days: Days) =>
  queryOptions({
    queryKey: ["seller-for-staff", id, days],
    queryFn: ({ signal }) => ask(calls.getSellerForStaff, { params: { id }, query: days, signal }),
    ...fresh,
  });

/** The same as a PDF file. */
export const downloadSellerForStaff = (id: string, days: Days): Promise<void> =>
  download(calls.downloadSellerForStaff, { params: { id }, query: days }, "statement.pdf");

export const SELLER_CODES = "seller-codes";

export const sellerCodesQuery = (page: number) =>
  queryOptions({
    queryKey: [SELLER_CODES, page],
    queryFn: ({ signal }) => ask(offerCalls.listSellerCodes, { query: { page: String(page) }, signal }),
  });

export const downloadSellers = (days: Days): Promise<void> =>
  download(calls.downloadSellers, { query: days }, "sellers.csv");
