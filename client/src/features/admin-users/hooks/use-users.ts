// One page of users: fetched, kept up to date by the staff's feeds, and fetched again whenever they are joined again. A
// visible row keeps its place. New users are counted, and shown on request.
import type { AdminUser, UserSearch } from "@jara/shared/rest/users";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useLiveEvent } from "../../../connection/use-live-event.ts";
import { useRefetchOnJoin } from "../../../queries/use-refetch-on-join.ts";
import { useUpdatesUnderWay } from "../../../queries/use-updates-under-way.ts";
import { fetchUsers } from "../queries.ts";
import { isMatch, type UserFilters, type UserSearchTerms } from "../user-search.ts";

export interface HeldUsers extends UserSearch {
  /** Users who registered since the page was fetched and match the search. */
  newUsers: readonly string[];
}

export const foldUser = (held: HeldUsers, user: AdminUser, terms: UserFilters): HeldUsers => {
  if (held.users.some(({ _id }) => _id === user._id)) {
    return { ...held, users: held.users.map((one) => (one._id === user._id ? user : one)) };
  }
  const newest = held.users[0]?.createdAt ?? "";
  const isNew = held.pagination.current === 1 && user.createdAt > newest && isMatch(user, terms);
  if (!isNew || held.newUsers.includes(user._id)) return held;
  return { ...held, newUsers: [...held.newUsers, user._id] };
};

export const useUsers = ({ ledger: _ledger, ...terms }: UserSearchTerms) => {
  const client = useQueryClient();
  const queryKey = ["admin-users", terms];
  const updates = useUpdatesUnderWay<AdminUser>();

  const list = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      updates.fetchThenApply<HeldUsers>(
        async () => ({ ...(await fetchUsers(terms, signal)), newUsers: [] }),
        (held, user) => foldUser(held, user, terms),
      ),
    placeholderData: keepPreviousData,
    gcTime: 0,
    staleTime: 0,
  });

  const put = (user: AdminUser) => {
    updates.note(user);
    client.setQueryData<HeldUsers>(queryKey, (held) => held && foldUser(held, user, terms));
  };
  useLiveEvent("user:updated", ({ user }) => put(user));

  useRefetchOnJoin("admin", list);

  return {
    held: list.data,
    /** True while another page or search is loading. */
    isLoadingPage: list.isPlaceholderData,
    fetchedAt: list.dataUpdatedAt,
    /** Shown beside the list when there is one. */
    error: list.error,
    refetch: () => void list.refetch(),
    put,
  };
};
