// The requests of the user's statement: its entries and its files.
import * as calls from "@jara/shared/calls/statement";
import type { User } from "@jara/shared/users";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { ask } from "../../lib/api.ts";
import { download } from "../../queries/download.ts";
import { periodOf, type StatementFilters } from "./statement-filters.ts";

export const PAGE_SIZE = 50;

export const statementQuery = ({ _id, balance }: User, filters: StatementFilters) =>
  queryOptions({
    // The balance is part of the key, because a changed balance means a new entry.
    queryKey: ["statement", _id, filters, balance],
    queryFn: ({ signal }) =>
      ask(calls.getStatement, { query: { ...periodOf(filters), page: filters.page, limit: PAGE_SIZE }, signal }),
    // Never shows another person's entries.
    placeholderData: (before, query) => (query?.queryKey[1] === _id ? keepPreviousData(before) : undefined),
    staleTime: 0,
  });

const files = { csv: calls.downloadStatementCsv, pdf: calls.downloadStatementPdf };

export const downloadStatement = (filters: StatementFilters, file: "csv" | "pdf"): Promise<void> =>
  download(files[file], { query: periodOf(filters) }, `statement.${file}`);
