// The request for the user's own receipts and credit notes.
import * as calls from "@jara/shared/calls/receipts";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { ask } from "../../lib/api.ts";

const PAGE_SIZE = 20;

/** `auction`: only those about it. */
export const receiptsQuery = (userId: string, page: number, auction: string | undefined) =>
  queryOptions({
    queryKey: ["receipts", userId, page, auction],
    queryFn: ({ signal }) => ask(calls.listReceipts, { query: { page, limit: PAGE_SIZE, auction }, signal }),
    // Never shows the receipts of another person or lot.
    placeholderData: (before, query) =>
      query?.queryKey[1] === userId && query.queryKey[3] === auction ? keepPreviousData(before) : undefined,
    staleTime: 0,
  });
