// The request for the user's own receipts and credit notes.
import type { Receipts } from "@jara/shared/rest/receipts";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";

const PAGE_SIZE = 20;

export const receiptsQuery = (userId: string, page: number) =>
  queryOptions({
    queryKey: ["receipts", userId, page],
    queryFn: ({ signal }) => api.get<Receipts>("/users/receipts", { page, limit: PAGE_SIZE }, signal),
    // Never shows another person's receipts.
    placeholderData: (before, query) => (query?.queryKey[1] === userId ? keepPreviousData(before) : undefined),
    staleTime: 0,
  });
