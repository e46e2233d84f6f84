// One auction: a table row on a wide screen, a card on a narrow one. Changes appear in place and glow.

import type { Auction, AuctionStatus } from "@jara/shared/auction";
import type { ManagedAuction } from "@jara/shared/rest/admin-auctions";
import { lotNumberText } from "@jara/shared/sale-order";
import { Ban, EllipsisVertical, Eye, ImageOff, Pencil, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { Link, type To } from "#router";
import { cx } from "../../../lib/cx.ts";
import { firstImageUrl } from "../../../lib/media-url.ts";
import { termsTitles, whyNotAgreed } from "../../../lots/consigned/use-consigned.ts";
import { isOver } from "../../../lots/is-over.ts";
import { SellerName } from "../../../lots/seller-name.tsx";
import { SellToHighBidder } from "../../../lots/status/sell-to-high-bidder.tsx";
import { useLabelOfCategory } from "../../../lots/use-label-of-category.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Cell } from "../../../ui/card-table.tsx";
import { May, useMay } from "../../../ui/may.tsx";
import { OwnMoney } from "../../../ui/money.tsx";
import { Picture } from "../../../ui/picture.tsx";
import { asTable } from "../../../ui/table-roles.ts";
import { outcomeWords } from "../outcome-words.ts";
import { EndTime } from "./end-time.tsx";
import { Glow } from "./glow-on-change.tsx";
import { StatusSelect } from "./status-select.tsx";

interface AuctionRowProps {
  auction: ManagedAuction;
  pending: AuctionStatus | undefined;
  /** The reason why the last change of the status failed. */
  failure: string | undefined;
  editAddress: To;
  onStatus: (status: AuctionStatus) => void;
  onDelete: () => void;
  isSelected: boolean;
  onSelect: (isSelected: boolean) => void;
  onMenu: () => void;
}

const BADGES = 2;

export const AuctionRow = ({ auction, pending, failure, isSelected, onSelect, ...row }: AuctionRowProps) => {
  const { title, status, currency, startingPrice, currentPrice, bidCount, leader, watchlistCount } = auction;
  // The outcome names the high bidder of a lot that is over.
  const who = leader && !isOver({ status }) ? `${leader.username} leads` : null;
  return (
    <tr
      {...asTable.row}
      className={cx(
        "relative grid grid-cols-2 content-start gap-x-4 gap-y-3 rounded-box border border-line bg-surface p-4",
        "xl:table-row xl:rounded-none xl:border-0 xl:p-0",
      )}
    >
      <Cell className="max-xl:pointer-events-none max-xl:absolute max-xl:inset-x-4 max-xl:top-4">
        <span className="flex items-start gap-2 max-xl:justify-between max-xl:*:pointer-events-auto">
          <label className="-m-2 grid size-11 shrink-0 cursor-pointer place-items-center max-xl:order-last">
            <input
              type="checkbox"
              aria-label={`Select ${title}`}
              data-action="select"
              checked={isSelected}
              onChange={({ target }) => onSelect(target.checked)}
              className="size-6 accent-brand"
            />
          </label>
          <Thumbnail src={firstImageUrl(auction)} />
        </span>
      </Cell>
      <th
        {...asTable.rowHeader}
        scope="row"
        className="col-span-2 text-left font-normal max-xl:min-h-14 max-xl:pr-10 max-xl:pl-18 xl:px-3 xl:py-2 xl:align-top"
      >
        <Glow of={title}>
          <span dir="auto" className="font-semibold [overflow-wrap:anywhere] xl:line-clamp-2">
            {title}
          </span>
        </Glow>
        <Categories auction={auction} />
        <MissingTerms auction={auction} />
        <Places auction={auction} />
      </th>
      <Cell name="Status">
        <Glow of={status} className="w-full max-w-36">
          <StatusSelect auction={auction} pending={pending} error={failure} onChoose={row.onStatus} />
        </Glow>
      </Cell>
      <Cell name="Seller">
        <span className="[overflow-wrap:anywhere]">
          <SellerName auction={auction} />
        </span>
      </Cell>
      <Cell name="Starting Price" className="max-[379px]:col-span-2 xl:text-right">
        <Glow of={`${currency}${startingPrice}`}>
          <OwnMoney amount={startingPrice} currency={currency} />
        </Glow>
      </Cell>
      <Cell name="Current Price" className="max-[379px]:col-span-2 xl:text-right">
        <Glow of={`${currency}${currentPrice}`}>
          <OwnMoney amount={currentPrice} currency={currency} className="font-bold" />
        </Glow>
        <span className="block text-ink-soft text-xs [overflow-wrap:anywhere]">
          <Glow of={bidCount}>{bidCount === 1 ? "1 bid" : `${bidCount} bids`}</Glow>
          {who && (
            <>
              , <bdi translate="no">{who}</bdi>
            </>
          )}
        </span>
        {watchlistCount !== undefined && watchlistCount > 0 && (
          <span className="block text-ink-soft text-xs">
            {watchlistCount === 1 ? "on 1 watchlist" : `on ${watchlistCount} watchlists`}
          </span>
        )}
      </Cell>
      <Cell name="End Time" className="col-span-2">
        <EndTime auction={auction} />
      </Cell>
      <Cell className="col-span-2">
        <Actions auction={auction} {...row} />
      </Cell>
    </tr>
  );
};

type ActionsProps = Pick<AuctionRowProps, "auction" | "editAddress" | "onStatus" | "onDelete" | "onMenu">;

const Actions = ({ auction, editAddress, onStatus, onDelete, onMenu }: ActionsProps) => {
  const { _id, title, status, bidCount } = auction;
  const mayRun = useMay("auctions:run");
  return (
    <span className="-mx-2 flex gap-1 xl:mx-0 xl:justify-end">
      <ActionLink to={`/auction/${_id}`} action="view" name={`View ${title}`}>
        <Eye aria-hidden className="size-4" />
      </ActionLink>
      <ActionLink to={editAddress} state={{ opened: true }} action="edit" name={`Edit ${title}`}>
        <Pencil aria-hidden className="size-4" />
      </ActionLink>
      <May use="auctions:run">
        {!auction.relistedAs && <SellToHighBidder auction={auction} isIcon className={actionClass} />}
      </May>
      {bidCount === 0 && status !== "sold" ? (
        <ActionButton onClick={onDelete} action="remove" name={`Delete ${title}`} isFinal>
          <Trash2 aria-hidden className="size-4" />
        </ActionButton>
      ) : (
        mayRun &&
        status !== "cancelled" && (
          <ActionButton onClick={() => onStatus("cancelled")} action="remove" name={`Cancel ${title}`} isFinal>
            <Ban aria-hidden className="size-4" />
          </ActionButton>
        )
      )}
      <ActionButton onClick={onMenu} action="menu" name={`Actions for ${title}`} isMenu>
        <EllipsisVertical aria-hidden className="size-4" />
      </ActionButton>
    </span>
  );
};

const Thumbnail = ({ src }: { src: string | null }) =>
  src === null ? (
    <span aria-hidden className="grid size-14 shrink-0 place-items-center rounded-box bg-sunken text-ink-soft">
      <ImageOff className="size-5" />
    </span>
  ) : (
    <Picture src={src} alt="" sizes="3.5rem" className="size-14 shrink-0 rounded-box" />
  );

const placeLink = "font-semibold text-brand underline underline-offset-4";

/** Says why a seller's draft cannot be published yet, and leads to the agreement. */
const MissingTerms = ({ auction }: { auction: ManagedAuction }) => {
  const why = whyNotAgreed(auction);
  if (!auction.terms || why === null) return null;
  return (
    <Link
      to={`/admin/offers/${auction.terms.offerId}`}
      className="mt-1 flex min-h-11 w-fit items-center font-semibold text-amber text-xs underline underline-offset-4 pointer-fine:min-h-6"
    >
      {termsTitles[why]}
    </Link>
  );
};

/** The outcome, the sale with the lot's number, and the links between copies. */
const Places = ({ auction }: { auction: ManagedAuction }) => {
  const { sale, relistedFrom, relistedAs } = auction;
  const outcome = outcomeWords(auction);
  return (
    <>
      {outcome && (
        <span className="mt-1 block font-medium">
          <Glow of={outcome}>
            <bdi className="[overflow-wrap:anywhere]">{outcome}</bdi>
          </Glow>
        </span>
      )}
      {sale && (
        <span className="mt-1 block text-ink-soft text-xs [overflow-wrap:anywhere]">
          Lot {lotNumberText(sale)} of{" "}
          <Link to={`/admin/sales/${sale._id}`} className={placeLink}>
            {sale.title}
          </Link>
        </span>
      )}
      {relistedFrom && (
        <span className="mt-1 block text-ink-soft text-xs">
          Relisted from{" "}
          <Link to={`/auction/${relistedFrom._id}`} className={placeLink}>
            an earlier lot
          </Link>
        </span>
      )}
      {relistedAs && (
        <span className="mt-1 block text-ink-soft text-xs">
          Relisted as{" "}
          <Link to={`/auction/${relistedAs._id}`} className={placeLink}>
            a new lot
          </Link>
        </span>
      )}
    </>
  );
};

const Categories = ({ auction: { categories } }: { auction: Pick<Auction, "categories"> }) => {
  const labelOf = useLabelOfCategory();
  const rest = categories.slice(BADGES);
  if (categories.length === 0) return null;
  return (
    <span className="mt-1 flex flex-wrap gap-1">
      {categories.slice(0, BADGES).map((category) => (
        <Badge key={category} tone="outline">
          {labelOf(category)}
        </Badge>
      ))}
      {rest.length > 0 && (
        <Badge>
          <span aria-hidden>+{rest.length}</span>
          <span className="sr-only">and {rest.map(labelOf).join(", ")}</span>
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

interface ActionButtonProps extends ActionProps {
  onClick: () => void;
  isFinal?: boolean;
  isMenu?: boolean;
}

const ActionButton = ({ onClick, name, action, isFinal = false, isMenu = false, children }: ActionButtonProps) => (
  <button
    type="button"
    onClick={onClick}
    aria-label={name}
    aria-haspopup={isMenu ? "menu" : undefined}
    title={name}
    data-action={action}
    className={cx(actionClass, isFinal && "hover:text-danger")}
  >
    {children}
  </button>
);
