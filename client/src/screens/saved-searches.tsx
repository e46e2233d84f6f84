// The saved searches of the reader: the list, and `/saved-searches/{id}`, which leads to the lots of one and marks them as
// seen. A signed-out reader is sent to the login and back.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { Link, useNavigate, useParams } from "#router";
import { useLiveEvent } from "../connection/use-live-event.ts";
import { SavedSearchRow } from "../features/saved-searches/components/saved-search-row.tsx";
import { openSearch, refetchSavedSearches } from "../features/saved-searches/queries.ts";
import { useSavedSearches } from "../features/saved-searches/use-saved-searches.ts";
import { useAuth } from "../features/session/auth-context.tsx";
import { ToLogin } from "../features/session/components/to-login.tsx";
import { messageOf } from "../lib/api.ts";
import { usePageTitle } from "../lib/page-title.ts";
import { newLots } from "../store/new-lots.ts";
import { buttonClass } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Loaded, Loading } from "../ui/loaded.tsx";
import { RetryNotice } from "../ui/retry-notice.tsx";
import { textLinkClass } from "../ui/text-link.tsx";

export const Component = () => {
  usePageTitle("Saved searches");
  const { id } = useParams();
  const { isAuthenticated, isLoading } = useAuth();
  if (isLoading) return null;
  if (!isAuthenticated) return <ToLogin />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:gap-6">
      <div className="grid gap-1">
        <h1 className="font-bold text-xl">Saved searches</h1>
        {id === undefined && <p className="text-ink-soft">Lots that are listed after you saved a search are new.</p>}
      </div>
      {id === undefined ? <List /> : <Opened key={id} id={id} />}
    </div>
  );
};

const List = () => {
  const client = useQueryClient();
  const { list, changed, remove } = useSavedSearches();
  useLiveEvent("notification:created", ({ notification: { kind } }) => {
    if (kind === "saved-search") void refetchSavedSearches(client);
  });
  return (
    <Loaded
      query={list}
      failed="Failed to fetch your saved searches"
      loading={<Loading shapes={["h-32"]}>Loading your saved searches...</Loading>}
      empty={({ length }) => length === 0 && <NothingHere />}
    >
      {(searches) => (
        <ul aria-label="Saved searches" className="grid gap-3">
          {searches.map((search) => (
            <SavedSearchRow key={search._id} search={search} onChanged={changed} onDelete={() => void remove(search)} />
          ))}
        </ul>
      )}
    </Loaded>
  );
};

const Opened = ({ id }: { id: string }) => {
  const navigate = useNavigate();
  const client = useQueryClient();
  const { mutate, error } = useMutation({
    mutationFn: () => openSearch(id),
    onSuccess: ({ savedSearch, newLots: ids }) => {
      void refetchSavedSearches(client);
      newLots.setState(new Set(ids), true);
      navigate(`/?${new URLSearchParams(savedSearch.query)}`, { replace: true });
    },
  });
  useEffect(() => mutate(), [mutate]);
  if (!error) return <Loading shapes={["h-32"]}>Opening your search...</Loading>;
  return (
    <>
      <RetryNotice onRetry={() => mutate()}>{messageOf(error, "Failed to open the search")}</RetryNotice>
      <Link to="/saved-searches" className={textLinkClass}>
        All saved searches
      </Link>
    </>
  );
};

const NothingHere = () => (
  <EmptyState
    title="You have no saved searches yet."
    action={
      <Link to="/" className={buttonClass("primary")}>
        Browse Auctions
      </Link>
    }
  >
    Search or filter the auctions, and choose “Save this search” above the results.
  </EmptyState>
);
