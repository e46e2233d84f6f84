// One settlement: a table row on a wide screen, a card on a phone. Changes appear in place and glow once.

import type { Settlement } from "@jara/shared/rest/settlements";
import { formatLagosTime } from "@jara/shared/time";
import { useState } from "react";
import { Link } from "#router";
import { cx } from "../../../lib/cx.ts";
import type { Selection } from "../../../lib/use-selection.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Cell } from "../../../ui/card-table.tsx";
import { useMay } from "../../../ui/may.tsx";
import { asTable } from "../../../ui/table-roles.ts";
import type { DeskAction } from "../desk-actions.ts";
import { closingWords, kindLabels, refundedWords, statusLabels, statusTones } from "../settlement-words.ts";
import { RowActions } from "./action-buttons.tsx";
import { Amounts, Penalty } from "./amounts.tsx";
import { BuyerContact } from "./buyer-contact.tsx";
import { DueClock } from "./due-clock.tsx";

interface SettlementRowProps {
  settlement: Settlement;
  /** True if the settlement arrived while the page was open. */
  isNew: boolean;
  selection: Selection<Settlement> | null;
  onAsk: (action: DeskAction) => void;
}

export const rowId = (settlementId: string): string => `settlement-${settlementId}`;

export const SettlementRow = ({ settlement, isNew, selection, onAsk }: SettlementRowProps) => {
  const { _id, status, dueAt } = settlement;
  const [seen, setSeen] = useState({ status, changed: isNew });
  if (seen.status !== status) setSeen({ status, changed: true });
  const open = status === "open";
  return (
    <tr
      {...asTable.row}
      id={rowId(_id)}
      tabIndex={-1}
      className={cx(
        "grid grid-cols-2 gap-x-4 gap-y-3 rounded-box border border-line p-4 -outline-offset-3 md:grid-cols-4",
        "xl:table-row xl:rounded-none xl:border-0 xl:p-0",
        open ? "bg-surface xl:bg-transparent" : "bg-paper xl:bg-transparent",
        seen.changed && "animate-glow",
      )}
    >
      <AuctionHeading settlement={settlement} selection={selection} />
      <Cell padding="tallRow" name="Buyer" className="col-span-2">
        <BuyerContact {...settlement} />
      </Cell>
      <Cell padding="tallRow" name="Amounts" className="col-span-2 md:col-span-1">
        <Amounts settlement={settlement} />
      </Cell>
      <Cell padding="tallRow" name={open ? "Penalty if unpaid" : "Penalty"}>
        <Penalty settlement={settlement} />
      </Cell>
      <Cell padding="tallRow" name="Due" className="col-span-2">
        {open && <DueClock {...settlement} />}
        <time dateTime={dueAt} className="tabular block text-ink-soft">
          {formatLagosTime(dueAt)}
        </time>
      </Cell>
      <Cell padding="tallRow" className="col-span-full">
        {!open && <Closing settlement={settlement} />}
        <RowActions settlement={settlement} onAsk={onAsk} />
      </Cell>
    </tr>
  );
};

const AuctionHeading = ({ settlement, selection }: Pick<SettlementRowProps, "settlement" | "selection">) => {
  const { _id, kind, status, stuck, auction, sale, reference } = settlement;
  const mayReadBids = useMay("bids:read");
  return (
    <th
      {...asTable.rowHeader}
      scope="row"
      className="col-span-full text-left font-normal text-sm xl:py-3 xl:pr-2 xl:pl-3 xl:align-top"
    >
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {selection && (
          <label className="-my-2 -ml-2 grid size-11 cursor-pointer place-items-center xl:size-8">
            <input
              type="checkbox"
              aria-label={`Select ${auction.title}, ${settlement.buyer.username}`}
              checked={selection.has(_id)}
              onChange={({ target }) => selection.select([settlement], target.checked)}
              className="size-5 accent-brand"
            />
          </label>
        )}
        <Badge tone={kind === "win" ? "brand" : "amber"}>{kindLabels[kind]}</Badge>
        <Badge tone={stuck ? "danger" : statusTones[status]}>
          {statusLabels[status]}
          {stuck && ", stuck"}
        </Badge>
        <span className="ml-auto flex gap-x-3 xl:ml-0">
          {[
            { to: `/admin/settlements/${_id}`, text: "Details" },
            ...(mayReadBids ? [{ to: `/admin/auctions/${auction._id}/history`, text: "History" }] : []),
          ].map(({ to, text }) => (
            <Link
              key={text}
              to={to}
              aria-label={`${text} of ${auction.title}`}
              className="inline-flex min-h-11 items-center text-brand underline underline-offset-4 pointer-fine:min-h-6"
            >
              {text}
            </Link>
          ))}
        </span>
      </span>
      <Link
        to={`/auction/${auction._id}`}
        className="flex min-h-11 items-center font-semibold underline decoration-line-strong underline-offset-4 [overflow-wrap:anywhere] hover:decoration-ink pointer-fine:mt-1 pointer-fine:min-h-6"
      >
        {auction.title}
      </Link>
      {sale && (
        <Link
          to={`/admin/settlements?sale=${sale._id}`}
          className="block text-ink-soft text-xs underline decoration-line-strong underline-offset-4"
        >
          Lot {sale.lot}, {sale.title}
        </Link>
      )}
      <span translate="no" className="tabular block text-ink-soft text-xs">
        {reference}
      </span>
    </th>
  );
};

const pickupWords = (pickup: NonNullable<Settlement["pickup"]>): string => {
  if (pickup.status === "waiting") return "To be prepared for pickup";
  return pickup.status === "ready" ? `Ready: ${pickup.place}` : "Handed over";
};

const Closing = ({ settlement }: { settlement: Settlement }) => (
  <span className="mb-2 block">
    {closingWords(settlement)}
    {settlement.closedAt && (
      <time dateTime={settlement.closedAt} className="tabular block text-ink-soft">
        {formatLagosTime(settlement.closedAt)}
      </time>
    )}
    {settlement.pickup && <span className="block text-ink-soft">{pickupWords(settlement.pickup)}</span>}
    {settlement.refund && <span className="block">{refundedWords(settlement)}</span>}
    {settlement.note && <q className="mt-1 block text-ink-soft [overflow-wrap:anywhere]">{settlement.note}</q>}
  </span>
);
