// One auction: a table row on a wide screen, a card on a narrow one. Changes appear in place and glow.

import { type Auction, type AuctionStatus, categoryLabels } from "@jara/shared/auction";
import type { ManagedAuction } from "@jara/shared/rest/admin-auctions";
import { Ban, Eye, History, Pencil, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { Link, type To } from "react-router-dom";
import { cx } from "../../../lib/cx.ts";
import { DuplicateLot } from "../../../lots/duplicate-lot.tsx";
import { SellToHighBidder } from "../../../lots/sell-to-high-bidder.tsx";
import { May, useMay } from "../../../store/may.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { Cell } from "../../../ui/card-table.tsx";
import { OwnMoney } from "../../../ui/money.tsx";
import { asTable } from "../../../ui/table-roles.ts";
import { EndTime } from "./end-time.tsx";
import { Glow } from "./glow-on-change.tsx";
import { StatusSelect } from "./status-select.tsx";

interface AuctionRowProps {
  auction: ManagedAuction;
  pending: AuctionStatus | undefined;
  /** Why the last change of the status failed. */
  failure: string | undefined;
  editAddress: To;
  onStatus: (status: AuctionStatus) => void;
  onDelete: () => void;
}

const BADGES = 2;

/** Nobody leads a lot that ended without a winner. */
const leaderWords = ({ status, reserveMet }: Auction, username: string): string => {
  if (status === "active" || status === "paused") return `${username} leads`;
  return status === "ended" && !reserveMet ? `reserve not met, high bid by ${username}` : `high bid by ${username}`;
};

export const AuctionRow = ({ auction, pending, failure, editAddress, onStatus, onDelete }: AuctionRowProps) => {
  const {
    _id,
    title,
    status,
    currency,
    seller,
    startingPrice,
    currentPrice,
    bidCount,
    leader,
    winner,
    watchlistCount,
  } = auction;
  const mayRun = useMay("auctions:run");
  const who = winner ? `won by ${winner.username}` : leader ? leaderWords(auction, leader.username) : null;
  return (
    <tr
      {...asTable.row}
      className={cx(
        "grid grid-cols-2 content-start gap-x-4 gap-y-3 rounded-box border border-line bg-surface p-4",
        "xl:table-row xl:rounded-none xl:border-0 xl:p-0",
      )}
    >
      <th {...asTable.rowHeader} scope="row" className="col-span-2 text-left font-normal xl:px-3 xl:py-2 xl:align-top">
        <Glow of={title}>
          <span dir="auto" className="font-semibold [overflow-wrap:anywhere] xl:line-clamp-2">
            {title}
          </span>
        </Glow>
        <Categories auction={auction} />
      </th>
      <Cell name="Status">
        <Glow of={status} className="w-full max-w-36">
          <StatusSelect auction={auction} pending={pending} error={failure} onChoose={onStatus} />
        </Glow>
      </Cell>
      <Cell name="Seller">
        <bdi className="[overflow-wrap:anywhere]">{seller?.username || "Unknown"}</bdi>
      </Cell>
      <Cell name="Starting Price" className="max-[400px]:col-span-2 xl:text-right">
        <Glow of={`${currency}${startingPrice}`}>
          <OwnMoney amount={startingPrice} currency={currency} />
        </Glow>
      </Cell>
      <Cell name="Current Price" className="max-[400px]:col-span-2 xl:text-right">
        <Glow of={`${currency}${currentPrice}`}>
          <OwnMoney amount={currentPrice} currency={currency} className="font-bold" />
        </Glow>
        <span className="block text-ink-soft text-xs [overflow-wrap:anywhere]">
          <Glow of={bidCount}>{bidCount === 1 ? "1 bid" : `${bidCount} bids`}</Glow>
          {who && (
            <>
              , <bdi>{who}</bdi>
            </>
          )}
        </span>
        {watchlistCount !== undefined && (
          <span className="block text-ink-soft text-xs">
            {watchlistCount === 1 ? "on 1 watchlist" : `on ${watchlistCount} watchlists`}
          </span>
        )}
      </Cell>
      <Cell name="End Time" className="col-span-2">
        <EndTime auction={auction} />
      </Cell>
      <Cell className="col-span-2">
        <span className="-mx-2 flex gap-1 xl:mx-0 xl:justify-end">
          <ActionLink to={`/auction/${_id}`} action="view" name={`View ${title}`}>
            <Eye aria-hidden className="size-4" />
          </ActionLink>
          <ActionLink to={editAddress} state={{ opened: true }} action="edit" name={`Edit ${title}`}>
            <Pencil aria-hidden className="size-4" />
          </ActionLink>
          <DuplicateLot auction={auction} iconClass={actionClass} />
          <May use="bids:read">
            <ActionLink to={`/admin/auctions/${_id}/history`} action="history" name={`History of ${title}`}>
              <History aria-hidden className="size-4" />
            </ActionLink>
          </May>
          <May use="auctions:run">
            <SellToHighBidder auction={auction} isIcon className={actionClass} />
          </May>
          {bidCount === 0 && status !== "sold" ? (
            <ActionButton onClick={onDelete} action="remove" name={`Delete ${title}`}>
              <Trash2 aria-hidden className="size-4" />
            </ActionButton>
          ) : (
            mayRun &&
            status !== "cancelled" && (
              <ActionButton onClick={() => onStatus("cancelled")} action="remove" name={`Cancel ${title}`}>
                <Ban aria-hidden className="size-4" />
              </ActionButton>
            )
          )}
        </span>
      </Cell>
    </tr>
  );
};

const Categories = ({ auction: { categories } }: { auction: Pick<Auction, "categories"> }) => {
  const rest = categories.slice(BADGES);
  if (categories.length === 0) return null;
  return (
    <span className="mt-1 flex flex-wrap gap-1">
      {categories.slice(0, BADGES).map((category) => (
        <Badge key={category} tone="outline">
          {categoryLabels[category]}
        </Badge>
      ))}
      {rest.length > 0 && (
        <Badge>
          <span aria-hidden>+{rest.length}</span>
          <span className="sr-only">and {rest.map((category) => categoryLabels[category]).join(", ")}</span>
        </Badge>
      )}
    </span>
  );
};

const actionClass =
  "grid size-11 place-items-center rounded-box text-ink-soft hover:bg-sunken hover:text-ink pointer-fine:size-9";

interface ActionProps {
  name: string;
  /** The same in every row, because the up and down arrow keys move between equal actions. */
  action: string;
  children: ReactNode;
}

const ActionLink = ({ to, state, name, action, children }: ActionProps & { to: To; state?: unknown }) => (
  <Link to={to} state={state} aria-label={name} title={name} data-action={action} className={actionClass}>
    {children}
  </Link>
);

const ActionButton = ({ onClick, name, action, children }: ActionProps & { onClick: () => void }) => (
  <button
    type="button"
    onClick={onClick}
    aria-label={name}
    title={name}
    data-action={action}
    className={cx(actionClass, "hover:text-danger")}
  >
    {children}
  </button>
);
