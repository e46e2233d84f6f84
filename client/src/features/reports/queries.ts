// The requests of reports: the figures and the file.
import * as calls from "@jara/shared/calls/reports";
import type { ReportGroup } from "@jara/shared/rest/reports";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { ask } from "../../lib/api.ts";
import { download } from "../../queries/download.ts";

export interface ReportChoice {
  readonly from: string;
  readonly to: string;
  readonly by: ReportGroup;
}

export const reportQuery = ({ from, to, by }: ReportChoice) =>
  queryOptions({
    queryKey: ["report", from, to, by],
    queryFn: ({ signal }) => ask(calls.getReport, { query: { from, to, by }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

export const downloadReport = ({ from, to, by }: ReportChoice): Promise<void> =>
  download(calls.downloadReport, { query: { from, to, by } }, "report.csv");
