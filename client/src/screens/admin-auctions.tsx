// Auction Management (administrators): all auctions, live. The status is changed in the row, everything else in the
// edit dialog.
import type { Auction, AuctionStatus } from "@jara/shared/auction";
import { totalText } from "@jara/shared/search-total";
import { useRef, useState } from "react";
import { Link, useLocation, useNavigate, useSearchParams } from "react-router-dom";
import {
  type AuctionFilters,
  narrows,
  noFilters,
  readFilters,
  writeFilters,
} from "../features/auction-management/auction-filters.ts";
import { AuctionsTable } from "../features/auction-management/components/auctions-table.tsx";
import { DeleteDialog } from "../features/auction-management/components/delete-dialog.tsx";
import { EditDialog } from "../features/auction-management/components/edit-dialog.tsx";
import { FilterForm } from "../features/auction-management/components/filter-form.tsx";
import { StatusDialog } from "../features/auction-management/components/status-dialog.tsx";
import { useManagedAuctions } from "../features/auction-management/hooks/use-managed-auctions.ts";
import { useStatusChange } from "../features/auction-management/hooks/use-status-change.ts";
import { AdminOnly } from "../features/session/components/admin-only.tsx";
import { messageOf } from "../lib/api.ts";
import { usePageTitle } from "../lib/page-title.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Pager } from "../ui/pager.tsx";
import { RetryNotice } from "../ui/retry-notice.tsx";
import { Skeleton } from "../ui/skeleton.tsx";

export const Component = () => {
  usePageTitle("Auction Management");
  return (
    <AdminOnly>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h1 className="font-bold text-xl">Auction Management</h1>
          <Link to="/create-auction" className={buttonClass("primary")}>
            Create New Auction
          </Link>
        </div>
        <Management />
      </div>
    </AdminOnly>
  );
};

const EDIT = "edit";
/** How the edit dialog was opened; kept with the history entry. */
interface EditState {
  /** True if it was opened from this page, so that closing it is one step back. */
  opened?: boolean;
  status?: AuctionStatus;
}

const Management = () => {
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const editState = (useLocation().state ?? {}) as EditState;
  const filters = readFilters(params);
  const editId = params.get(EDIT);
  const isSearch = filters.search !== "";
  const { auctions, pagination, fresh, isTurning, error, readAgain, put } = useManagedAuctions(filters);
  const heading = useRef<HTMLHeadingElement>(null);
  const [deletingId, setDeletingId] = useState<string | null>(null);
  const byId = (id: string | null | undefined) => auctions.find(({ _id }) => _id === id);

  const addressOf = (change: Partial<AuctionFilters>, edit?: string): string => {
    const address = writeFilters({ ...filters, ...change });
    if (edit) address.set(EDIT, edit);
    return `?${address}`;
  };
  const change = (next: Partial<AuctionFilters>) => {
    const address = addressOf({ page: 1, ...next });
    if (address !== addressOf({})) setParams(address.slice(1), { preventScrollReset: true });
  };
  const openEdit = (id: string, state: EditState) =>
    void navigate(addressOf({}, id), { state: { opened: true, ...state }, preventScrollReset: true });
  const closeEdit = () => {
    if (editState.opened) void navigate(-1);
    else void navigate(addressOf({}), { replace: true, preventScrollReset: true });
  };

  const statuses = useStatusChange({ put, onNeedsEndTime: ({ _id }, status) => openEdit(_id, { status }) });
  const asked = statuses.asked;

  const show = () => {
    window.scrollTo({ top: 0, behavior: "smooth" });
    if (fresh.created > 0) change({ sortBy: noFilters.sortBy, sortOrder: noFilters.sortOrder });
    void readAgain();
  };

  return (
    <>
      <FilterForm filters={filters} onChange={change} />
      <section aria-labelledby="auctions-heading" className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <h2 ref={heading} tabIndex={-1} id="auctions-heading" className="tabular font-bold text-lg">
          {pagination ? `Auctions (${totalText(pagination.total, isSearch)} total)` : "Auctions"}
        </h2>
        {/* Overlays the rows instead of moving them. */}
        <div role="status" className="sticky top-16 z-30 -my-2 h-0 justify-self-center">
          {fresh.created + fresh.moved > 0 && (
            <Button size="sm" className="-translate-y-full shadow-raised" onClick={show}>
              {freshWords(fresh)}
            </Button>
          )}
        </div>
        {error ? (
          <RetryNotice onRetry={() => void readAgain()}>{messageOf(error, "Failed to load auctions")}</RetryNotice>
        ) : !pagination ? (
          <Loading />
        ) : auctions.length === 0 ? (
          <EmptyState
            title="No auctions found"
            action={
              (narrows(filters) || filters.page > 1) && (
                <Button variant="secondary" onClick={() => change(noFilters)}>
                  Show all auctions
                </Button>
              )
            }
          />
        ) : (
          <>
            <AuctionsTable
              auctions={auctions}
              isTurning={isTurning}
              pending={statuses.pending}
              editAddressOf={(id) => addressOf({}, id)}
              onStatus={statuses.choose}
              onDelete={({ _id }) => setDeletingId(_id)}
            />
            <Pager pagination={pagination} isSearch={isSearch} addressOf={(page) => addressOf({ page })} />
          </>
        )}
      </section>
      <StatusDialog
        auction={byId(asked?.auctionId) ?? null}
        to={asked?.to ?? "ended"}
        onConfirm={(auction) => asked && statuses.confirm(auction, asked.to)}
        onSetEndTime={({ _id }) => {
          statuses.stopAsking();
          openEdit(_id, { ...(asked && { status: asked.to }) });
        }}
        onClose={statuses.stopAsking}
      />
      <DeleteDialog
        auction={byId(deletingId) ?? null}
        onDeleted={() => {
          setDeletingId(null);
          heading.current?.focus({ preventScroll: true });
        }}
        onClose={() => setDeletingId(null)}
      />
      {editId && (
        <EditDialog
          key={editId}
          auctionId={editId}
          row={byId(editId)}
          typed={editState.status ? { status: editState.status } : {}}
          focus={editState.status ? "endTime" : undefined}
          onSaved={(auction: Auction) => {
            put(auction);
            closeEdit();
          }}
          onClose={closeEdit}
        />
      )}
    </>
  );
};

const freshWords = ({ created }: { created: number }): string => {
  if (created === 0) return "The list has changed — show";
  return created === 1 ? "1 new auction — show" : `${created} new auctions — show`;
};

const SKELETONS = ["a", "b", "c", "d", "e", "f", "g", "h"];

const Loading = () => (
  <div className="grid gap-3 md:grid-cols-2 xl:grid-cols-1 xl:gap-px">
    <p role="status" className="text-ink-soft md:col-span-2 xl:col-span-1">
      Loading auctions...
    </p>
    {SKELETONS.map((row) => (
      <Skeleton key={row} className="h-64 xl:h-16" />
    ))}
  </div>
);
