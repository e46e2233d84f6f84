// The requests of the page about one user. Nothing is shown from memory, because other staff may have changed it.
import type { SuspendAnswer, SuspendBody, SuspendPreview } from "@jara/shared/rest/suspensions";
import type { UserActions, UserBids, UserNotes, UserPage, UserSessions } from "@jara/shared/rest/user-page";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "../../../lib/api.ts";

const pathOf = (userId: string, part = ""): string => `/admin/users/${encodeURIComponent(userId)}${part}`;
const fresh = { staleTime: 0, gcTime: 0 } as const;

export const userPageQuery = (userId: string) =>
  queryOptions({
    queryKey: ["user-page", userId],
    queryFn: ({ signal }) => api.get<UserPage>(pathOf(userId), undefined, signal),
    ...fresh,
  });

const pagedQuery = <T>(userId: string, part: string, page: number) =>
  queryOptions({
    queryKey: ["user-page", userId, part, page],
    queryFn: ({ signal }) => api.get<T>(pathOf(userId, `/${part}`), { page }, signal),
    placeholderData: keepPreviousData,
    ...fresh,
  });
export const userBidsQuery = (userId: string, page: number) => pagedQuery<UserBids>(userId, "bids", page);
export const userNotesQuery = (userId: string, page: number) => pagedQuery<UserNotes>(userId, "notes", page);
export const userActionsQuery = (userId: string, page: number) => pagedQuery<UserActions>(userId, "actions", page);
export const suspendPreviewQuery = (userId: string, page: number) =>
  pagedQuery<SuspendPreview>(userId, "suspend-preview", page);

export const userSessionsQuery = (userId: string) =>
  queryOptions({
    queryKey: ["user-page", userId, "sessions"],
    queryFn: ({ signal }) => api.get<UserSessions>(pathOf(userId, "/sessions"), undefined, signal),
    ...fresh,
  });

export const suspendUser = (userId: string, body: SuspendBody, idempotencyKey: string) =>
  api.post<SuspendAnswer>(pathOf(userId, "/suspend"), body, { idempotencyKey });
export const restoreUser = (userId: string, reason: string, idempotencyKey: string) =>
  api.post<SuspendAnswer>(pathOf(userId, "/restore"), { reason }, { idempotencyKey });
export const endSessions = (userId: string) => api.delete<UserSessions>(pathOf(userId, "/sessions"));
export const writeNote = (userId: string, text: string) => api.post(pathOf(userId, "/notes"), { text });
