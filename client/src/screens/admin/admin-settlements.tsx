// Settlements (staff who see payments): the debts of winners and buyers, live. Payments are confirmed or waived here.

import type { Settlement } from "@jara/shared/rest/settlements";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Link, useSearchParams } from "#router";
import { StaffOnly } from "../../features/session/components/staff-only.tsx";
import { BULK_MAX, type BulkKind, bulkKinds, bulkLabels } from "../../features/settlements/bulk-plan.ts";
import { ActionDialog, type Question } from "../../features/settlements/components/action-dialog.tsx";
import { BulkDialog } from "../../features/settlements/components/bulk-dialog.tsx";
import { DownloadButton } from "../../features/settlements/components/download-button.tsx";
import { InvoiceDialog } from "../../features/settlements/components/invoice-dialog.tsx";
import { SendInvoices } from "../../features/settlements/components/send-invoices.tsx";
import { SettlementFilterForm } from "../../features/settlements/components/settlement-filter-form.tsx";
import { rowId } from "../../features/settlements/components/settlement-row.tsx";
import { SettlementsTable } from "../../features/settlements/components/settlements-table.tsx";
import { StuckSettlements } from "../../features/settlements/components/stuck-settlements.tsx";
import type { DeskAction } from "../../features/settlements/desk-actions.ts";
import { useSettlements } from "../../features/settlements/hooks/use-settlements.ts";
import {
  downloadPaper,
  downloadSettlements,
  fetchAllSettlements,
  salePapers,
} from "../../features/settlements/queries.ts";
import { type SettlementFilters, settlementFilters } from "../../features/settlements/settlement-filters.ts";
import { doneWords, kindLabels } from "../../features/settlements/settlement-words.ts";
import { addressAt } from "../../lib/address-filters.ts";
import { messageOf } from "../../lib/api.ts";
import { usePageTitle } from "../../lib/page-title.ts";
import { type Selection, useSelection } from "../../lib/use-selection.ts";
import { lotsWords } from "../../lots/lots-words.ts";
import { NoAccount } from "../../money/no-account.tsx";
import { toast } from "../../store/toast.ts";
import { BulkBar } from "../../ui/bulk-bar.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Loaded, Loading } from "../../ui/loaded.tsx";
import { May, useMay } from "../../ui/may.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Pager } from "../../ui/pager.tsx";

export const Component = () => {
  usePageTitle("Settlements");
  return (
    <StaffOnly use="settlements:read">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h1 className="font-bold text-xl">Settlements</h1>
          <span className="flex flex-wrap gap-2">
            <Link to="/admin/takings" className={buttonClass("secondary", "sm")}>
              Takings
            </Link>
            <Link to="/admin/sellers" className={buttonClass("secondary", "sm")}>
              Sellers
            </Link>
            <Link to="/admin/withdrawals" className={buttonClass("secondary", "sm")}>
              Withdrawals
            </Link>
            <Link to="/admin/settlements/pickups" className={buttonClass("secondary", "sm")}>
              Pickups
            </Link>
            <May use="site:settings">
              <Link to="/admin/settlements/holidays" className={buttonClass("secondary", "sm")}>
                Holidays
              </Link>
            </May>
          </span>
        </div>
        <NoAccount />
        <SettlementList />
      </div>
    </StaffOnly>
  );
};

const NOTHING_OWED = "Nothing is owed at the moment.";

const SettlementList = () => {
  const [params, setParams] = useSearchParams();
  const filters = settlementFilters.read(params);
  const { held, isLoadingPage, error, retry, put, refetchOne } = useSettlements(filters);
  const [asked, setAsked] = useState<Question | null>(null);
  const [invoiceOf, setInvoiceOf] = useState<Settlement["buyer"] | null>(null);
  const selection = useSelection(held?.settlements ?? [], BULK_MAX, "settlements");
  const mayBook = useMay("settlements:book");
  const focusClosedRow = useFocusClosedRow();

  const change = (next: Partial<SettlementFilters>) => {
    const address = settlementFilters.write({ ...filters, ...next, page: 1 });
    if (address.toString() !== settlementFilters.write(filters).toString())
      setParams(address, { preventScrollReset: true });
  };
  const done = (settlement: Settlement, action: DeskAction | "retry") => {
    put(settlement);
    setAsked(null);
    focusClosedRow(settlement._id);
    toast.success(`${doneWords(settlement, action)}: ${settlement.auction.title}`);
  };
  const latest = held?.settlements.find(({ _id }) => _id === held.added.at(-1));
  const question = asked && {
    ...asked,
    settlement: held?.settlements.find(({ _id }) => _id === asked.settlement._id) ?? asked.settlement,
  };
  return (
    <>
      <SettlementFilterForm filters={filters} onChange={change} />
      <Files filters={filters} />
      <p role="status" className="sr-only">
        {latest && `New: ${kindLabels[latest.kind]}, ${latest.auction.title}, ${latest.buyer.username}`}
      </p>
      <Loaded
        query={{ data: held, error, refetch: retry }}
        failed={(problem) => messageOf(problem, "Failed to load settlements")}
        loading={<Loading shapes={["h-24", "h-24", "h-24"]}>Loading settlements...</Loading>}
      >
        {(held) => (
          <>
            <StuckSettlements
              settlements={held.settlements}
              onDone={(settlement) => {
                put(settlement);
                toast(`The forfeit is tried again: ${settlement.auction.title}`);
              }}
              onConflict={refetchOne}
            />
            {held.settlements.length > 0 ? (
              <>
                {!settlementFilters.narrows(filters) &&
                  filters.page === 1 &&
                  held.settlements.every(({ status }) => status !== "open") && <Notice>{NOTHING_OWED}</Notice>}
                {mayBook && <SelectAll filters={filters} total={held.pagination.total} selection={selection} />}
                <SettlementsTable
                  held={held}
                  isLoadingPage={isLoadingPage}
                  isGrouped={filters.sale !== ""}
                  selection={mayBook ? selection : null}
                  onInvoice={setInvoiceOf}
                  onAsk={(settlement, action) => setAsked({ settlement, action })}
                />
              </>
            ) : (
              <Nothing filters={filters} onClear={() => change(settlementFilters.unfiltered)} />
            )}
            <Pager
              pagination={held.pagination}
              addressOf={(page) => addressAt("/admin/settlements", settlementFilters.write({ ...filters, page }))}
            />
          </>
        )}
      </Loaded>
      {invoiceOf && (
        <InvoiceDialog buyer={invoiceOf} saleId={filters.sale} onClose={() => setInvoiceOf(null)} onDone={retry} />
      )}
      {mayBook && <ManyAtOnce selection={selection} put={put} />}
      <ActionDialog question={question} onClose={() => setAsked(null)} onDone={done} onConflict={refetchOne} />
    </>
  );
};

interface SelectAllProps {
  filters: SettlementFilters;
  total: number;
  selection: Selection<Settlement>;
}

/** Selects everything that the filters find, also what is on other pages. */
const SelectAll = ({ filters, total, selection }: SelectAllProps) => {
  const all = useMutation({
    mutationFn: () => fetchAllSettlements(filters, BULK_MAX),
    onSuccess: (found) => {
      selection.replace(found);
      const buyers = new Set(found.map(({ buyer }) => buyer._id)).size;
      const left = total > found.length ? ` At most ${BULK_MAX} can be selected.` : "";
      toast(`${lotsWords(found.length)} of ${buyers === 1 ? "1 buyer" : `${buyers} buyers`} are selected.${left}`);
    },
    onError: (error) => toast.error(messageOf(error, "Failed to load the settlements")),
  });
  return (
    <Button
      size="sm"
      variant="secondary"
      className="justify-self-start"
      pending={all.isPending}
      onClick={() => all.mutate()}
    >
      Select all {lotsWords(total)}
    </Button>
  );
};

/** The list as a file and, if a sale is chosen, its papers. */
const Files = ({ filters }: { filters: SettlementFilters }) => (
  <div className="flex flex-wrap gap-2">
    <DownloadButton
      text="Download as CSV"
      failed="Failed to download the settlements"
      save={() => downloadSettlements(filters)}
    />
    {filters.sale !== "" && (
      <May use="settlements:book">
        <SendInvoices saleId={filters.sale} />
      </May>
    )}
    {filters.sale !== "" && (
      <May use="lots:edit">
        <Link to={`/admin/sales/${filters.sale}`} className={buttonClass("secondary", "sm")}>
          The sale
        </Link>
      </May>
    )}
    {filters.sale !== "" && (
      <Link to={`/admin/sales/${filters.sale}/bidders`} className={buttonClass("secondary", "sm")}>
        Bidders
      </Link>
    )}
    {filters.sale !== "" &&
      salePapers.map((paper) => (
        <DownloadButton
          key={paper}
          text={paper}
          failed="Failed to download the file"
          save={() => downloadPaper(paper, filters.sale)}
        />
      ))}
  </div>
);

const bulkActions = bulkKinds.map((kind) => ({ kind, label: bulkLabels[kind] }));

interface ManyAtOnceProps {
  selection: Selection<Settlement>;
  put: (settlement: Settlement) => void;
}

/** Shows the actions for the selected settlements, and the dialog that does one. */
const ManyAtOnce = ({ selection, put }: ManyAtOnceProps) => {
  const [kind, setKind] = useState<BulkKind | null>(null);
  const close = (isDone: boolean) => {
    setKind(null);
    if (isDone) selection.clear();
  };
  return (
    <>
      <BulkBar
        label="Selected settlements"
        count={selection.selected.length}
        actions={bulkActions}
        onChoose={setKind}
        onClear={selection.clear}
      />
      {kind && <BulkDialog kind={kind} settlements={selection.selected} put={put} onClose={close} />}
    </>
  );
};

/** The pressed button disappears when its row closes, so the row itself takes the focus. */
const useFocusClosedRow = () => {
  const [closedId, setClosedId] = useState<string | null>(null);
  useEffect(() => {
    if (!closedId) return;
    document.getElementById(rowId(closedId))?.focus({ preventScroll: true });
    setClosedId(null);
  }, [closedId]);
  return setClosedId;
};

const Nothing = ({ filters, onClear }: { filters: SettlementFilters; onClear: () => void }) => {
  const { status, kind, q, sale, buyer, page } = filters;
  const owed = (status === "" || status === "open") && kind === "" && q === "" && !sale && !buyer && page === 1;
  return (
    <EmptyState
      title={owed ? NOTHING_OWED : "No settlements match these filters."}
      action={
        settlementFilters.narrows(filters) && (
          <Button variant="secondary" onClick={onClear}>
            Show all settlements
          </Button>
        )
      }
    >
      {owed && "When an auction ends with a winner, or somebody uses Buy It Now, it appears here at once."}
    </EmptyState>
  );
};
