// The requests of the page about one user. Nothing is shown from memory, because other staff may have changed it.

import * as suspensionsCalls from "@jara/shared/calls/suspensions";
import * as userPageCalls from "@jara/shared/calls/user-page";
import type { SuspendBody } from "@jara/shared/rest/suspensions";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { ask } from "../../../lib/api.ts";

const fresh = { staleTime: 0, gcTime: 0 } as const;

export const userPageQuery = (userId: string) =>
  queryOptions({
    queryKey: ["user-page", userId],
    queryFn: ({ signal }) => ask(userPageCalls.getUser, { params: { id: userId }, signal }),
    ...fresh,
  });

const pagedQuery = <T>(userId: string, part: string, page: number, read: (signal: AbortSignal) => Promise<T>) =>
  queryOptions({
    queryKey: ["user-page", userId, part, page],
    queryFn: ({ signal }) => read(signal),
    placeholderData: keepPreviousData,
    ...fresh,
  });
const of = (userId: string, page: number) => ({ params: { id: userId }, query: { page } });
export const userBidsQuery = (userId: string, page: number) =>
  pagedQuery(userId, "bids", page, (signal) => ask(userPageCalls.listBidsOfUser, { ...of(userId, page), signal }));
export const userNotesQuery = (userId: string, page: number) =>
  pagedQuery(userId, "notes", page, (signal) => ask(userPageCalls.listNotesOnUser, { ...of(userId, page), signal }));
export const userActionsQuery = (userId: string, page: number) =>
  pagedQuery(userId, "actions", page, (signal) =>
    ask(userPageCalls.listActionsOnUser, { ...of(userId, page), signal }),
  );
export const suspendPreviewQuery = (userId: string, page: number) =>
  pagedQuery(userId, "suspend-preview", page, (signal) =>
    ask(suspensionsCalls.previewSuspension, { ...of(userId, page), signal }),
  );

export const userSessionsQuery = (userId: string) =>
  queryOptions({
    queryKey: ["user-page", userId, "sessions"],
    queryFn: ({ signal }) => ask(userPageCalls.listSessionsOfUser, { params: { id: userId }, signal }),
    ...fresh,
  });

export const suspendUser = (userId: string, body: SuspendBody, idempotencyKey: string) =>
  ask(suspensionsCalls.suspendUser, { params: { id: userId }, body, idempotencyKey });
export const restoreUser = (userId: string, reason: string, idempotencyKey: string) =>
  ask(suspensionsCalls.restoreUser, { params: { id: userId }, body: { reason }, idempotencyKey });
export const endSessions = (userId: string) => ask(userPageCalls.endSessionsOfUser, { params: { id: userId } });
export const writeNote = (userId: string, text: string) =>
  ask(userPageCalls.writeNoteOnUser, { params: { id: userId }, body: { text } });
