// Auction Management (staff who make lots): all auctions, live. The status is changed in the row or its menu, everything
// else in the edit dialog; the bar does one thing with all selected lots. It is long because the list, the bar and the
// dialog share the address and the selection.
import type { Auction, AuctionStatus } from "@jara/shared/auction";
import * as calls from "@jara/shared/calls/imports";
import type { ManagedAuction } from "@jara/shared/rest/admin-auctions";
import { type ComponentProps, useRef, useState } from "react";
import { Link, useLocation, useNavigate, useSearchParams } from "#router";
import { useListNews } from "../../connection/use-list-news.ts";
import { type AuctionFilters, auctionFilters, readFilters } from "../../features/auction-management/auction-filters.ts";
import { BULK_MAX, type BulkKind, bulkKindsFor, bulkLabels } from "../../features/auction-management/bulk-plan.ts";
import { AuctionFilterForm } from "../../features/auction-management/components/auction-filter-form.tsx";
import { AuctionsTable } from "../../features/auction-management/components/auctions-table.tsx";
import { BulkDialog } from "../../features/auction-management/components/bulk-dialog.tsx";
import { DeleteDialog } from "../../features/auction-management/components/delete-dialog.tsx";
import { EditDialog } from "../../features/auction-management/components/edit-dialog.tsx";
import { PageSizes } from "../../features/auction-management/components/page-size.tsx";
import { RelistDialog } from "../../features/auction-management/components/relist-dialog.tsx";
import { StatusTabs } from "../../features/auction-management/components/status-tabs.tsx";
import { useManagedAuctions } from "../../features/auction-management/hooks/use-managed-auctions.ts";
import { useRowActions } from "../../features/auction-management/hooks/use-row-actions.ts";
import { useStatusChange } from "../../features/auction-management/hooks/use-status-change.ts";
import { MANAGED_AUCTIONS } from "../../features/auction-management/queries.ts";
import { StaffOnly } from "../../features/session/components/staff-only.tsx";
import { usePageTitle } from "../../lib/page-title.ts";
import { type Selection, useSelection } from "../../lib/use-selection.ts";
import { useConsignedNews } from "../../lots/consigned/use-consigned.ts";
import { DraftList } from "../../lots/drafts/draft-list.tsx";
import { download, useDownload } from "../../queries/download.ts";
import { BulkBar } from "../../ui/bulk-bar.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Loaded, Loading } from "../../ui/loaded.tsx";
import { useMay } from "../../ui/may.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Pager } from "../../ui/pager.tsx";
import { RowMenu } from "../../ui/row-menu.tsx";
import { SearchedInstead } from "../../ui/searched-instead.tsx";
import { AskedStatus } from "./asked-status.tsx";

export const Component = () => {
  usePageTitle("Auction Management");
  return (
    <StaffOnly use="lots:edit">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h1 className="font-bold text-xl">Auction Management</h1>
          <div className="flex flex-wrap gap-2">
            <ExportLots />
            <Link to="/admin/imports" className={buttonClass("secondary")}>
              Import
            </Link>
            <Link to="/create-auction" className={buttonClass("primary")}>
              Create New Auction
            </Link>
          </div>
        </div>
        <Management />
      </div>
    </StaffOnly>
  );
};

/** The lots that the filters show, as a table that can be imported again. */
const ExportLots = () => {
  const { limit, page } = auctionFilters.none;
  const query = auctionFilters.queryOf({ ...readFilters(useSearchParams()[0]), limit, page });
  const { mutate, isPending } = useDownload("Failed to export the lots", () =>
    download(calls.downloadLots, { query }, "lots.csv"),
  );
  return (
    <Button variant="secondary" pending={isPending} onClick={() => mutate()}>
      Export
    </Button>
  );
};

const EDIT = "edit";
/** How the edit dialog was opened; kept with the history entry. */
interface EditState {
  /** True if it was opened from this page, so that closing it is one step back. */
  opened?: boolean;
  status?: AuctionStatus;
}

/** The filters and the edited auction, both kept in the address. */
const useManagementAddress = () => {
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const editState = (useLocation().state ?? {}) as EditState;
  const filters = readFilters(params);
  const addressOf = (change: Partial<AuctionFilters>, edit?: string): string => {
    const address = auctionFilters.write({ ...filters, ...change });
    if (edit) address.set(EDIT, edit);
    return `?${address}`;
  };
  return {
    filters,
    editId: params.get(EDIT),
    /** The status that was chosen before the dialog opened, because it needs another end time. */
    statusToSet: editState.status,
    addressOf,
    change: (next: Partial<AuctionFilters>): void => {
      const address = addressOf({ page: 1, ...next });
      if (address !== addressOf({})) setParams(address.slice(1), { preventScrollReset: true });
    },
    openEdit: (id: string, status?: AuctionStatus): void =>
      void navigate(addressOf({}, id), {
        state: { opened: true, ...(status && { status }) },
        preventScrollReset: true,
      }),
    closeEdit: (): void => {
      if (editState.opened) void navigate(-1);
      else void navigate(addressOf({}), { replace: true, preventScrollReset: true });
    },
  };
};

const Management = () => {
  const address = useManagementAddress();
  const { filters, editId, statusToSet } = address;
  const managed = useManagedAuctions(filters);
  useConsignedNews();
  useListNews({ queryKey: [MANAGED_AUCTIONS] }, "offers");
  const { auctions, put } = managed;
  const heading = useRef<HTMLHeadingElement>(null);
  const [deletingId, setDeletingId] = useState<string | null>(null);
  const byId = (id: string | null | undefined) => auctions.find(({ _id }) => _id === id);
  const statuses = useStatusChange({ put, onNeedsEndTime: ({ _id }, status) => address.openEdit(_id, status) });
  const asked = statuses.asked;
  const [relistingId, setRelistingId] = useState<string | null>(null);
  const selection = useSelection(auctions, BULK_MAX, "lots");
  const rowMenu = useRowActions({
    auctions,
    onStatus: statuses.choose,
    onRelist: ({ _id }) => setRelistingId(_id),
    onEdit: ({ _id }) => address.openEdit(_id),
  });

  return (
    <>
      <StatusTabs filters={filters} counts={managed.counts} addressOf={address.addressOf} />
      <AuctionFilterForm filters={filters} onChange={address.change} />
      {filters.status === "draft" && !filters.upcoming && <DraftList search={filters.search} />}
      <section aria-labelledby="auctions-heading" className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <h2 ref={heading} tabIndex={-1} id="auctions-heading" className="tabular font-bold text-lg">
          {managed.pagination ? `Auctions (${managed.pagination.total} total)` : "Auctions"}
        </h2>
        {Object.entries(statuses.failures).map(([id, message]) => (
          <Notice key={id} tone="error" title={message}>
            {byId(id)?.title}
          </Notice>
        ))}
        <SearchedInstead typed={filters.search} answer={managed.answer} />
        <NewAuctionsButton managed={managed} onChange={address.change} />
        <AuctionList
          managed={managed}
          address={address}
          selection={selection}
          onMenu={rowMenu.open}
          pending={statuses.pending}
          failures={statuses.failures}
          onStatus={statuses.choose}
          onDelete={({ _id }) => setDeletingId(_id)}
        />
      </section>
      <AskedStatus
        auction={byId(asked?.auctionId) ?? null}
        to={asked?.to ?? "ended"}
        onConfirm={(auction, reasons) => asked && statuses.confirm(auction, asked.to, reasons)}
        onSetEndTime={({ _id }) => {
          statuses.stopAsking();
          address.openEdit(_id, asked?.to);
        }}
        onClose={statuses.stopAsking}
      />
      <RowMenu
        subject={rowMenu.auction?.title ?? null}
        actions={rowMenu.actions}
        onChoose={rowMenu.choose}
        onClose={rowMenu.close}
      />
      <RelistDialog
        auction={byId(relistingId) ?? null}
        onRelisted={({ _id }) => {
          setRelistingId(null);
          void managed.refetchAll();
          address.openEdit(_id);
        }}
        onClose={() => setRelistingId(null)}
      />
      <ManyAtOnce managed={managed} selection={selection} />
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
          typed={statusToSet ? { status: statusToSet } : {}}
          focus={statusToSet ? "endTime" : undefined}
          onSaved={(auction: Auction) => {
            put(auction);
            address.closeEdit();
          }}
          onClose={address.closeEdit}
        />
      )}
    </>
  );
};

type Managed = ReturnType<typeof useManagedAuctions>;

interface ManyAtOnceProps {
  managed: Managed;
  selection: Selection<ManagedAuction>;
}

/** The bar of the selected lots, and the dialog of what is done to all of them. */
const ManyAtOnce = ({ managed, selection }: ManyAtOnceProps) => {
  const mayRun = useMay("auctions:run");
  const [bulk, setBulk] = useState<{ kind: BulkKind; lots: readonly ManagedAuction[] } | null>(null);
  return (
    <>
      <BulkBar
        label="Selected lots"
        count={selection.selected.length}
        actions={bulkKindsFor(selection.selected)
          .filter((kind) => kind !== "cancel" || mayRun)
          .map((kind) => ({ kind, label: bulkLabels[kind], isDanger: kind === "cancel" || kind === "delete" }))}
        onChoose={(kind) => setBulk({ kind, lots: selection.selected })}
        onClear={selection.clear}
      />
      {bulk && (
        <BulkDialog
          {...bulk}
          put={(auction) => {
            managed.put(auction);
            selection.put(auction);
          }}
          onLotsChanged={() => void managed.refetchAll()}
          onClose={(isDone) => {
            setBulk(null);
            if (isDone) void managed.refetchAll();
          }}
        />
      )}
    </>
  );
};

interface NewAuctionsButtonProps {
  managed: Managed;
  onChange: (filters: Partial<AuctionFilters>) => void;
}

/** Overlays the rows instead of moving them. */
const NewAuctionsButton = ({ managed: { fresh, refetchAll }, onChange }: NewAuctionsButtonProps) => {
  const { sortBy, sortOrder } = auctionFilters.none;
  const show = () => {
    window.scrollTo({ top: 0, behavior: "smooth" });
    if (fresh.created > 0) onChange({ sortBy, sortOrder });
    void refetchAll();
  };
  return (
    <div role="status" className="sticky top-16 z-30 -my-2 h-0 justify-self-center">
      {fresh.created + fresh.moved > 0 && (
        <Button size="sm" className="-translate-y-full shadow-raised" onClick={show}>
          {freshWords(fresh)}
        </Button>
      )}
    </div>
  );
};

const SKELETONS = Array<string>(8).fill("h-64 xl:h-16");

interface AuctionListProps
  extends Pick<ComponentProps<typeof AuctionsTable>, "pending" | "failures" | "onStatus" | "onDelete" | "onMenu"> {
  managed: Managed;
  selection: Selection<ManagedAuction>;
  address: ReturnType<typeof useManagementAddress>;
}

const AuctionList = ({ managed, address, selection, ...rowProps }: AuctionListProps) => {
  const { auctions, pagination, isLoadingPage, error, refetchAll } = managed;
  const { filters, addressOf, change } = address;
  return (
    <Loaded
      query={{ data: pagination, error, refetch: refetchAll }}
      failed="Failed to load auctions"
      loading={
        <Loading shapes={SKELETONS} className="md:grid-cols-2 xl:grid-cols-1 xl:gap-px">
          Loading auctions...
        </Loading>
      }
      empty={() =>
        auctions.length === 0 && (
          <EmptyState
            title="No auctions found"
            action={
              (auctionFilters.narrows(filters) || filters.page > 1) && (
                <Button variant="secondary" onClick={() => change(auctionFilters.none)}>
                  Show all auctions
                </Button>
              )
            }
          />
        )
      }
    >
      {(found) => (
        <>
          <label className="-mt-6 -mb-3 flex min-h-11 w-fit cursor-pointer items-center gap-2 text-sm">
            <input
              type="checkbox"
              checked={selection.isPageSelected}
              disabled={isLoadingPage}
              onChange={({ target }) => selection.select(auctions, target.checked)}
              className="size-6 accent-brand"
            />
            Select all on this page
          </label>
          <AuctionsTable
            auctions={auctions}
            isLoadingPage={isLoadingPage}
            editAddressOf={(id) => addressOf({}, id)}
            isSelected={selection.has}
            onSelect={(auction, isSelected) => selection.select([auction], isSelected)}
            {...rowProps}
          />
          <Pager pagination={found} addressOf={(page) => addressOf({ page })} />
          <PageSizes filters={filters} addressOf={addressOf} />
        </>
      )}
    </Loaded>
  );
};

const freshWords = ({ created }: { created: number }): string => {
  if (created === 0) return "The list has changed — show";
  return created === 1 ? "1 new auction — show" : `${created} new auctions — show`;
};
