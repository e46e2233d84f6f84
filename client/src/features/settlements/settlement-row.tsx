// One settlement: a row of the table at a desk, a card on a phone. What changes is changed in place and glows once.
import { percentOfMinor, REMAINING_PERCENT } from "@jara/shared/bidding-rules";
import { toMajor, toMinor } from "@jara/shared/money";
import type { Settlement } from "@jara/shared/rest";
import { formatLagosTime } from "@jara/shared/time";
import { type ReactNode, useState } from "react";
import { Link } from "react-router-dom";
import { cx } from "../../lib/cx.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { OwnMoney } from "../../ui/money.tsx";
import { asTable } from "../../ui/table-roles.ts";
import { BuyerContact } from "./buyer-contact.tsx";
import { DueClock } from "./due-clock.tsx";
import { closingWords, kindLabels, statusLabels, statusTones } from "./settlement-words.ts";

interface SettlementRowProps {
  settlement: Settlement;
  /** It came while the page was open. */
  isNew: boolean;
  onAsk: (action: "payment-received" | "waive") => void;
}

/** What the winner's mail asks for. */
const remainingOf = (price: number): number => toMajor(percentOfMinor(toMinor(price), REMAINING_PERCENT));

export const rowId = (settlementId: string): string => `settlement-${settlementId}`;

export const SettlementRow = ({ settlement, isNew, onAsk }: SettlementRowProps) => {
  const { _id, kind, status, auction, price, fee, total, penalty, dueAt } = settlement;
  const [seen, setSeen] = useState({ status, changed: isNew });
  if (seen.status !== status) setSeen({ status, changed: true });
  const open = status === "open";
  return (
    <tr
      {...asTable.row}
      id={rowId(_id)}
      tabIndex={-1}
      className={cx(
        "grid grid-cols-2 gap-x-4 gap-y-3 rounded-box border border-line bg-surface p-4 -outline-offset-3",
        "xl:table-row xl:rounded-none xl:border-0 xl:p-0",
        seen.changed && "animate-glow",
      )}
    >
      <th {...asTable.rowHeader} scope="row" className="col-span-2 text-left font-normal xl:w-1/5 xl:p-3 xl:align-top">
        <span className="flex flex-wrap items-center gap-2">
          <Badge tone={kind === "win" ? "brand" : "amber"}>{kindLabels[kind]}</Badge>
          <StatusOf settlement={settlement} className="xl:hidden" />
        </span>
        <Link
          to={`/auction/${auction._id}`}
          className="mt-1 flex min-h-11 items-center font-semibold underline decoration-line-strong underline-offset-4 [overflow-wrap:anywhere] hover:decoration-ink pointer-fine:min-h-6"
        >
          {auction.title}
        </Link>
        <Link
          to={`/admin/auctions/${auction._id}/history`}
          aria-label={`History of ${auction.title}`}
          className="inline-flex min-h-11 items-center text-brand text-sm underline underline-offset-4 pointer-fine:min-h-6"
        >
          History
        </Link>
      </th>
      <Cell name="Buyer" className="col-span-2">
        <BuyerContact {...settlement} />
      </Cell>
      <Cell name="To pay">
        <OwnMoney amount={total} currency={auction.currency} className="font-bold" />
        {kind === "win" && (
          <span className="block text-ink-soft text-xs">
            remaining {REMAINING_PERCENT}%: <OwnMoney amount={remainingOf(price)} currency={auction.currency} />
          </span>
        )}
        {fee > 0 && (
          <span className="block text-ink-soft text-xs">
            <OwnMoney amount={price} currency={auction.currency} /> +{" "}
            <OwnMoney amount={fee} currency={auction.currency} /> fee
          </span>
        )}
      </Cell>
      <Cell name="Penalty if unpaid">
        <OwnMoney
          amount={penalty}
          currency={auction.currency}
          className={status === "open" || status === "forfeited" ? undefined : "text-ink-soft line-through"}
        />
        {status === "forfeited" && <span className="block text-ink-soft text-xs">deducted from the balance</span>}
        {!open && status !== "forfeited" && <span className="block text-ink-soft text-xs">not taken</span>}
      </Cell>
      <Cell name="Due" className="col-span-2">
        {open && <DueClock {...settlement} />}
        <time dateTime={dueAt} className="tabular text-ink-soft">
          {formatLagosTime(dueAt)}
        </time>
      </Cell>
      <Cell className="col-span-2 xl:w-1/5">
        <StatusOf settlement={settlement} className="hidden xl:inline-flex" />
        {open ? (
          <span className="grid grid-cols-2 gap-2 xl:mt-2 xl:grid-cols-1 xl:justify-items-start">
            <Button
              size="sm"
              aria-label={`Payment received: ${auction.title}, ${settlement.buyer.username}`}
              onClick={() => onAsk("payment-received")}
              className="whitespace-nowrap"
            >
              Payment received
            </Button>
            <Button
              size="sm"
              variant="secondary"
              aria-label={`Waive: ${auction.title}, ${settlement.buyer.username}`}
              onClick={() => onAsk("waive")}
            >
              Waive
            </Button>
          </span>
        ) : (
          <Closing settlement={settlement} />
        )}
      </Cell>
    </tr>
  );
};

/** On a phone each value stands below its own name; at a desk the column's header says it. */
const Cell = ({ name, className, children }: { name?: string; className?: string; children: ReactNode }) => (
  <td {...asTable.cell} className={cx("min-w-0 text-sm xl:p-3 xl:align-top", className)}>
    {name && (
      <span aria-hidden className="block text-ink-soft xl:hidden">
        {name}
      </span>
    )}
    {children}
  </td>
);

const StatusOf = ({ settlement, className }: { settlement: Settlement; className: string }) => (
  <span className={cx("inline-flex flex-wrap gap-2", className)}>
    <Badge tone={statusTones[settlement.status]}>{statusLabels[settlement.status]}</Badge>
    {settlement.stuck && <Badge tone="danger">Forfeit stuck</Badge>}
  </span>
);

const Closing = ({ settlement }: { settlement: Settlement }) => (
  <span className="block xl:mt-1">
    {closingWords(settlement)}
    {settlement.closedAt && (
      <time dateTime={settlement.closedAt} className="tabular block text-ink-soft">
        {formatLagosTime(settlement.closedAt)}
      </time>
    )}
    {settlement.note && <q className="mt-1 block text-ink-soft [overflow-wrap:anywhere]">{settlement.note}</q>}
  </span>
);
