// One page of the users: fetched, then kept by the administrators' feed, and read again whenever that feed was joined
// anew. A row that is shown keeps its place; who registers meanwhile is counted, and shown when asked for.
import type { AdminUser, UserSearch } from "@jara/shared/rest/users";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { api } from "../../lib/api.ts";
import { useLiveEvent } from "../../store/live.ts";
import { useReadAgainWhenJoined } from "../../store/read-again.ts";
import { isMatch, PAGE_SIZE, type UserSearchTerms } from "./user-search.ts";

export interface HeldUsers extends UserSearch {
  /** Registered since the page was fetched, and matching the search. */
  newcomers: readonly string[];
}

export const foldUser = (held: HeldUsers, user: AdminUser, terms: UserSearchTerms): HeldUsers => {
  if (held.users.some(({ _id }) => _id === user._id)) {
    return { ...held, users: held.users.map((one) => (one._id === user._id ? user : one)) };
  }
  const newest = held.users[0]?.createdAt ?? "";
  const isNew = held.pagination.current === 1 && user.createdAt > newest && isMatch(user, terms);
  if (!isNew || held.newcomers.includes(user._id)) return held;
  return { ...held, newcomers: [...held.newcomers, user._id] };
};

export const useUsers = (terms: UserSearchTerms) => {
  const client = useQueryClient();
  const { q, role, page } = terms;
  const queryKey = ["admin-users", q, role, page];
  /** What was heard while an answer was on its way, which may be older. */
  const underWay = useRef(new Set<AdminUser[]>());

  const list = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<HeldUsers> => {
      const heard: AdminUser[] = [];
      underWay.current.add(heard);
      try {
        const answer = await api.get<UserSearch>("/users/admin/search", { q, role, page, limit: PAGE_SIZE }, signal);
        return heard.reduce((held, user) => foldUser(held, user, terms), { ...answer, newcomers: [] } as HeldUsers);
      } finally {
        underWay.current.delete(heard);
      }
    },
    placeholderData: keepPreviousData,
    gcTime: 0,
    staleTime: 0,
  });

  const put = (user: AdminUser) => {
    for (const heard of underWay.current) heard.push(user);
    client.setQueryData<HeldUsers>(queryKey, (held) => held && foldUser(held, user, terms));
  };
  useLiveEvent("user:updated", ({ user }) => put(user));

  useReadAgainWhenJoined("admin", list);

  return {
    held: list.data,
    /** Another page or search is on its way. */
    isTurning: list.isPlaceholderData,
    fetchedAt: list.dataUpdatedAt,
    /** Said beside the list where there is one. */
    error: list.error,
    readAgain: () => void list.refetch(),
    put,
  };
};
