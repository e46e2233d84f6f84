// The requests about closes of days.
import * as calls from "@jara/shared/calls/day-closes";
import type { DayCloseBody } from "@jara/shared/rest/day-closes";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { ask } from "../../../lib/api.ts";
import { download } from "../../../queries/download.ts";

const DAY_CLOSES = "day-closes";
export const dayClosesFilter = { queryKey: [DAY_CLOSES] };

export const dayQuery = (date: string) =>
  queryOptions({
    queryKey: [DAY_CLOSES, "day", date],
    queryFn: ({ signal }) => ask(calls.getDay, { params: { date }, signal }),
    // The day is never shown from memory, because others may have booked money.
    staleTime: 0,
    gcTime: 0,
  });

export const closesQuery = (page: number) =>
  queryOptions({
    queryKey: [DAY_CLOSES, "list", page],
    queryFn: ({ signal }) => ask(calls.listDayCloses, { query: { ...(page > 1 && { page }) }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const countQuery = queryOptions({
  queryKey: [DAY_CLOSES, "count"],
  queryFn: ({ signal }) => ask(calls.listDayCloses, { query: { limit: 1 }, signal }),
  staleTime: 0,
});

export const downloadCloses = (): Promise<void> => download(calls.downloadDayCloses, {}, "day-closes.csv");

export const closeDay = (body: DayCloseBody) => ask(calls.closeDay, { body });
export const signClose = (id: string) => ask(calls.signDayClose, { params: { id } });
export const refuseClose = ({ id, reason }: { id: string; reason: string }) =>
  ask(calls.refuseDayClose, { params: { id }, body: { reason } });
