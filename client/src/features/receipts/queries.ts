// The request for the user's own receipts and credit notes.
import * as calls from "@jara/shared/calls/receipts";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { ask } from "../../lib/api.ts";

const PAGE_SIZE = 20;

export const receiptsQuery = (userId: string, page: number) =>
  queryOptions({
    queryKey: ["receipts", userId, page],
    queryFn: ({ signal }) => ask(calls.listReceipts, { query: { page, limit: PAGE_SIZE }, signal }),
    // Never shows another person's receipts.
    placeholderData: (before, query) => (query?.queryKey[1] === userId ? keepPreviousData(before) : undefined),
    staleTime: 0,
  });
