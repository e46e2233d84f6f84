// The bidders of a sale (staff who see payments): their numbers, what they lead, won, paid and owe.
import {
  type SaleBidderOrder,
  type SaleBidderState,
  type SaleBidders,
  saleBidderOrders,
  saleBidderStates,
} from "@jara/shared/rest/sale-bidders";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams, useSearchParams } from "#router";
import { StaffOnly } from "../../features/session/components/staff-only.tsx";
import { DownloadButton } from "../../features/settlements/components/download-button.tsx";
import { SaleBidderRow, SaleBidderSum } from "../../features/settlements/components/sale-bidder-row.tsx";
import {
  bidderAmounts,
  downloadSaleBidders,
  type SaleBidderFilters,
  saleBidderFilters,
  saleBiddersQuery,
} from "../../features/settlements/sale-bidders.ts";
import { addressAt } from "../../lib/address-filters.ts";
import { messageOf } from "../../lib/api.ts";
import { usePageTitle } from "../../lib/page-title.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { type Column, TableHead } from "../../ui/card-table.tsx";
import { Choice, optionsOf } from "../../ui/choice.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { FilterForm } from "../../ui/filter-form.tsx";
import { LoadedPage, Loading } from "../../ui/loaded.tsx";
import { May, useMay } from "../../ui/may.tsx";
import { Pager } from "../../ui/pager.tsx";
import { asTable } from "../../ui/table-roles.ts";

export const Component = () => {
  usePageTitle("Bidders of a sale");
  return (
    <StaffOnly use="settlements:read">
      <BiddersPage />
    </StaffOnly>
  );
};

const BiddersPage = () => {
  const { id = "" } = useParams();
  const [params, setParams] = useSearchParams();
  const filters = saleBidderFilters.read(params);
  const query = useQuery(saleBiddersQuery(id, filters));
  const isNarrowed = saleBidderFilters.narrows(filters);
  const change = (next: Partial<SaleBidderFilters>) =>
    setParams(saleBidderFilters.write({ ...filters, ...next, page: 1 }), { preventScrollReset: true });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h1 dir="auto" className="font-bold text-xl [overflow-wrap:anywhere]">
          {query.data ? `Bidders of ${query.data.sale.title}` : "Bidders"}
        </h1>
        <span className="flex flex-wrap gap-2">
          <May use="lots:edit">
            <Link to={`/admin/sales/${id}`} className={buttonClass("secondary", "sm")}>
              The sale
            </Link>
          </May>
          <Link to={`/admin/settlements?sale=${id}`} className={buttonClass("secondary", "sm")}>
            Settlements and papers
          </Link>
          <DownloadButton
            text="Download as CSV"
            failed="Failed to download the bidders"
            save={() => downloadSaleBidders(id, filters)}
          />
          <Button size="sm" variant="secondary" pending={query.isFetching} onClick={() => void query.refetch()}>
            Read again
          </Button>
        </span>
      </div>
      <BidderFilters filters={filters} onChange={change} />
      <LoadedPage
        query={query}
        failed={(error) => messageOf(error, "Failed to load the bidders")}
        loading={<Loading shapes={["h-16", "h-16", "h-16"]}>Loading the bidders...</Loading>}
        empty={({ bidders }) =>
          bidders.length === 0 && (
            <EmptyState title={isNarrowed ? "No bidder matches these filters." : "Nobody is here yet."}>
              A person gets a number with the first bid or purchase in the sale, and keeps it.
            </EmptyState>
          )
        }
        pager={(pagination) => (
          <Pager
            pagination={pagination}
            addressOf={(page) => addressAt(`/admin/sales/${id}/bidders`, saleBidderFilters.write({ ...filters, page }))}
          />
        )}
      >
        {(answer) => <Bidders {...answer} />}
      </LoadedPage>
    </div>
  );
};

const stateWords: Record<SaleBidderState, string> = {
  leading: "Leads a lot",
  won: "Won a lot",
  owing: "Owes something",
  waiting: "Approval waits",
};
const orderWords: Record<SaleBidderOrder, string> = {
  number: "Number",
  name: "Name",
  won: "Most lots won",
  hammer: "Highest hammer total",
  owed: "Most owed",
};

interface BidderFiltersProps {
  filters: SaleBidderFilters;
  onChange: (change: Partial<SaleBidderFilters>) => void;
}

const BidderFilters = ({ filters, onChange }: BidderFiltersProps) => {
  const [readsBids, approves] = [useMay("bids:read"), useMay("bidders:approve")];
  const states = saleBidderStates.filter((one) => (one !== "leading" || readsBids) && (one !== "waiting" || approves));
  return (
    <FilterForm
      label="Filter bidders"
      searchLabel="Search bidders"
      placeholder="Number, name, email or phone"
      search={filters.q}
      onSearch={(q) => onChange({ q })}
      onClear={saleBidderFilters.narrows(filters) ? () => onChange(saleBidderFilters.unfiltered) : null}
      className="md:flex"
      searchClassName="md:flex-1"
    >
      <Choice
        label="Show"
        className="md:w-44"
        value={filters.state}
        options={optionsOf("Everybody", states, (state) => stateWords[state])}
        onChoose={(state) => onChange({ state })}
      />
      <Choice
        label="Order"
        className="md:w-52"
        value={filters.sortBy}
        options={saleBidderOrders.map((order) => [order, orderWords[order]] as const)}
        onChoose={(sortBy) => onChange({ sortBy })}
      />
    </FilterForm>
  );
};

const Bidders = ({ sale, bidders, sum, pagination }: SaleBidders) => {
  const [first] = bidders;
  const before: Column[] = [
    ["No.", ""],
    ["Bidder", ""],
    ...(first?.approval === undefined ? [] : [["Approval", ""] as const]),
    ...(first?.bids === undefined ? [] : [["Bid on", ""] as const]),
  ];
  const columns: Column[] = [
    ...before,
    ["Won", ""],
    ["Handed over", ""],
    ...bidderAmounts.map(([, head]): Column => [head, "xl:text-right"]),
    ["Invoices", ""],
  ];
  return (
    <table
      {...asTable.table}
      className="block w-full text-sm xl:table xl:border-separate xl:border-spacing-0 xl:rounded-box xl:border xl:border-line xl:bg-surface"
    >
      <caption className="sr-only">The bidders of the sale</caption>
      <TableHead columns={columns} className="px-2 py-2" stays />
      <tbody {...asTable.rows} className="grid gap-3 xl:table-row-group xl:[&>tr>*]:border-line xl:[&>tr>*]:border-t">
        {bidders.map((bidder) => (
          <SaleBidderRow key={bidder.user._id} saleId={sale._id} bidder={bidder} />
        ))}
      </tbody>
      <tfoot {...asTable.rows} className="grid pt-3 xl:table-footer-group xl:[&>tr>*]:border-line xl:[&>tr>*]:border-t">
        <SaleBidderSum sum={sum} count={pagination.total} colSpan={before.length} />
      </tfoot>
    </table>
  );
};
