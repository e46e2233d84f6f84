// One page of users: fetched, kept up to date by the administrators' feed, and fetched again whenever that feed is
// joined again. A visible row keeps its place. New users are counted, and shown on request.
import type { AdminUser, UserSearch } from "@jara/shared/rest/users";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { useLiveEvent } from "../../../connection/use-live-event.ts";
import { api } from "../../../lib/api.ts";
import { useReadAgainWhenJoined } from "../../../queries/use-refetch-on-join.ts";
import { isMatch, PAGE_SIZE, type UserSearchTerms } from "../user-search.ts";

export interface HeldUsers extends UserSearch {
  /** Users who registered since the page was fetched and match the search. */
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
  /** Updates received while a request was under way, whose answer may be older than they are. */
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
    /** True while another page or search is loading. */
    isTurning: list.isPlaceholderData,
    fetchedAt: list.dataUpdatedAt,
    /** Shown beside the list when there is one. */
    error: list.error,
    readAgain: () => void list.refetch(),
    put,
  };
};
