// The button that saves a search, and in the page's head the list's feed, where feed readers find it. A signed-out reader
// is sent to the login and back to the same search, with the dialog open.
import { useInfiniteQuery } from "@tanstack/react-query";
import { Bookmark } from "lucide-react";
import { Suspense, useEffect, useMemo, useState } from "react";
import { useNavigate, useSearchParams } from "#router";
import { SAVING } from "../../features/saved-searches/saving.ts";
import { chipsOf, type Filters, writeFilters } from "../../features/search/filters.ts";
import { auctionListQuery } from "../../features/search/queries.ts";
import { useAuth } from "../../features/session/auth-context.tsx";
import { useFocusBack } from "../../lib/use-focus-back.ts";
import { Button } from "../../ui/button.tsx";
import { late, lateDialog } from "../../ui/late.tsx";

const SaveSearchDialog = lateDialog(
  () => import("../../features/saved-searches/components/save-search-dialog.tsx"),
  ({ SaveSearchDialog }) => SaveSearchDialog,
);

const OtherFilters = late(
  () => import("./other-filters.tsx"),
  ({ OtherFilters }) => OtherFilters,
);

const useFeedLink = (address: string): void => {
  useEffect(() => {
    const type = "application/atom+xml";
    const given = document.head.querySelector<HTMLLinkElement>(`link[rel="alternate"][type="${type}"]`);
    const link = given ?? document.createElement("link");
    Object.assign(link, { rel: "alternate", type, href: address, title: "New lots of this list" });
    document.head.append(link);
    return () => link.remove();
  }, [address]);
};

/** "Collect in Lagos · Up to ₦50,000.00": by which filters the lots are found. Empty without any. */
const filterWords = (filters: Filters): string => {
  const chips = chipsOf({ ...filters, search: "" });
  const places = chips.filter(({ name }) => name === "location").map(({ label }) => label);
  const others = chips.filter(({ name }) => name !== "location").map(({ label }) => label);
  const place = places.length > 0 ? [`Collect in ${places.join(" or ")}`] : [];
  return [...place, ...others].join(" · ");
};

export const SearchTools = ({ filters, searching }: { filters: Filters; searching: boolean }) => {
  const { isAuthenticated, isLoading } = useAuth();
  const [params, setParams] = useSearchParams();
  const [open, setOpen] = useState(false);
  const button = useFocusBack(open);
  const navigate = useNavigate();
  const total = useInfiniteQuery(auctionListQuery(filters)).data?.pages[0]?.total;
  // The order of the list is saved too, but a feed has an order of its own.
  const query = useMemo(() => Object.fromEntries(writeFilters(filters)), [filters]);
  const feed = writeFilters({ ...filters, sortBy: "", sortOrder: "" }).toString();
  useFeedLink(`/feeds/auctions.atom${feed && `?${feed}`}`);

  const isReturn = params.has(SAVING) && isAuthenticated;
  useEffect(() => {
    if (!isReturn) return;
    setOpen(true);
    setParams(
      (now) => {
        now.delete(SAVING);
        return now;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [isReturn, setParams]);

  if (!searching || isLoading) return null;
  const save = () => {
    if (isAuthenticated) return setOpen(true);
    navigate("/login", { state: { from: `/?${new URLSearchParams({ ...query, [SAVING]: "1" })}` } });
  };
  return (
    <div className="flex flex-wrap items-center gap-x-3 md:justify-end">
      {/* Without a result, it is what the reader can do now. */}
      <Button
        ref={button}
        size="sm"
        variant={total === 0 ? "primary" : "secondary"}
        onClick={save}
        className="shrink-0"
      >
        <Bookmark aria-hidden className="size-4" />
        Save this search
      </Button>
      {/* On a phone the chips are out of sight here. */}
      <p className="line-clamp-3 min-w-0 flex-1 text-xs leading-tight md:hidden">{filterWords(filters)}</p>
      {total === 0 && (
        <Suspense fallback={null}>
          <OtherFilters filters={filters} />
        </Suspense>
      )}
      {open && (
        <Suspense fallback={null}>
          <SaveSearchDialog query={query} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
};
