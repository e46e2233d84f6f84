// One page of auctions: a dense table on a wide screen, cards on a narrow one. The up and down arrow keys move between
// the rows.
import type { Auction, AuctionStatus } from "@jara/shared/auction";
import type { ManagedAuction } from "@jara/shared/rest/admin-auctions";
import type { KeyboardEvent } from "react";
import type { To } from "#router";
import { cx } from "../../../lib/cx.ts";
import { TableHead } from "../../../ui/card-table.tsx";
import { asTable } from "../../../ui/table-roles.ts";
import { AuctionRow } from "./auction-row.tsx";

interface AuctionsTableProps {
  auctions: readonly ManagedAuction[];
  isLoadingPage: boolean;
  pending: Readonly<Record<string, AuctionStatus>>;
  failures: Readonly<Record<string, string>>;
  editAddressOf: (auctionId: string) => To;
  onStatus: (auction: Auction, to: AuctionStatus) => void;
  onDelete: (auction: Auction) => void;
  isSelected: (auctionId: string) => boolean;
  onSelect: (auction: ManagedAuction, isSelected: boolean) => void;
  onMenu: (auction: ManagedAuction) => void;
}

/** Fixed widths, so that a growing figure does not move a column. */
const columns = [
  ["Picture", "w-[7.75rem]"],
  ["Title", "w-[21%]"],
  ["Status", "w-[10%]"],
  ["Seller", "w-[10%]"],
  ["Starting Price", "w-[12%] text-right"],
  ["Current Price", "w-[13%] text-right"],
  ["End Time", "w-[10%]"],
  ["Actions", "w-[15%] text-right"],
] as const;

export const AuctionsTable = ({
  auctions,
  isLoadingPage,
  pending,
  failures,
  onStatus,
  onDelete,
  ...props
}: AuctionsTableProps) => (
  <table
    {...asTable.table}
    aria-busy={isLoadingPage}
    onKeyDown={moveBetweenRows}
    className={cx(
      "block w-full text-sm xl:table xl:table-fixed xl:border-separate xl:border-spacing-0 xl:rounded-box xl:border xl:border-line xl:bg-surface",
      isLoadingPage && "opacity-60",
    )}
  >
    <caption className="sr-only">
      Auctions. End times are in Lagos time. In the actions, the up and down keys move between the rows.
    </caption>
    <TableHead columns={columns} />
    <tbody
      {...asTable.rows}
      className="grid gap-3 md:grid-cols-2 xl:table-row-group xl:[&>tr>*]:border-line xl:[&>tr>*]:border-t xl:[&>tr:hover]:bg-paper"
    >
      {auctions.map((auction) => (
        <AuctionRow
          key={auction._id}
          auction={auction}
          pending={pending[auction._id]}
          failure={failures[auction._id]}
          editAddress={props.editAddressOf(auction._id)}
          onStatus={(to) => onStatus(auction, to)}
          onDelete={() => onDelete(auction)}
          isSelected={props.isSelected(auction._id)}
          onSelect={(isSelected) => props.onSelect(auction, isSelected)}
          onMenu={() => props.onMenu(auction)}
        />
      ))}
    </tbody>
  </table>
);

const moveBetweenRows = (event: KeyboardEvent<HTMLTableElement>) => {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  const { action } = event.target instanceof HTMLElement ? event.target.dataset : {};
  if (!step || !action) return;
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>(`[data-action="${action}"]`)];
  const next = all[all.indexOf(event.target as HTMLElement) + step];
  event.preventDefault();
  next?.focus();
};
