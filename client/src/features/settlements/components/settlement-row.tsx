// One settlement: a table row on a wide screen, a card on a phone. Changes appear in place and glow once.
import { REMAINING_PERCENT } from "@jara/shared/bidding-rules";
import type { Settlement } from "@jara/shared/rest/settlements";
import { formatLagosTime } from "@jara/shared/time";
import { useState } from "react";
import { Link } from "react-router-dom";
import { cx } from "../../../lib/cx.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Cell } from "../../../ui/card-table.tsx";
import { OwnMoney } from "../../../ui/money.tsx";
import { asTable } from "../../../ui/table-roles.ts";
import { closingWords, kindLabels, remainingOf, statusLabels, statusTones } from "../settlement-words.ts";
import { BuyerContact } from "./buyer-contact.tsx";
import { DueClock } from "./due-clock.tsx";

interface SettlementRowProps {
  settlement: Settlement;
  /** True if the settlement arrived while the page was open. */
  isNew: boolean;
  onAsk: (action: "payment-received" | "waive") => void;
}

export const rowId = (settlementId: string): string => `settlement-${settlementId}`;

export const SettlementRow = ({ settlement, isNew, onAsk }: SettlementRowProps) => {
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
      <AuctionHeading settlement={settlement} />
      <Cell padding="tallRow" name="Buyer" className="col-span-2">
        <BuyerContact {...settlement} />
      </Cell>
      <AmountToPay settlement={settlement} />
      <Penalty settlement={settlement} />
      <Cell padding="tallRow" name="Due" className="col-span-2">
        {open && <DueClock {...settlement} />}
        <time dateTime={dueAt} className="tabular block text-ink-soft">
          {formatLagosTime(dueAt)}
        </time>
      </Cell>
      <Cell padding="tallRow" className="col-span-2">
        {open ? <Actions settlement={settlement} onAsk={onAsk} /> : <Closing settlement={settlement} />}
      </Cell>
    </tr>
  );
};

const AuctionHeading = ({ settlement: { kind, status, stuck, auction } }: { settlement: Settlement }) => (
  <th
    {...asTable.rowHeader}
    scope="row"
    className="col-span-full text-left font-normal text-sm xl:py-3 xl:pr-2 xl:pl-3 xl:align-top"
  >
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Badge tone={kind === "win" ? "brand" : "amber"}>{kindLabels[kind]}</Badge>
      <Badge tone={stuck ? "danger" : statusTones[status]}>
        {statusLabels[status]}
        {stuck && ", stuck"}
      </Badge>
      <Link
        to={`/admin/auctions/${auction._id}/history`}
        aria-label={`History of ${auction.title}`}
        className="ml-auto inline-flex min-h-11 items-center text-brand underline underline-offset-4 pointer-fine:min-h-6 xl:ml-0"
      >
        History
      </Link>
    </span>
    <Link
      to={`/auction/${auction._id}`}
      className="flex min-h-11 items-center font-semibold underline decoration-line-strong underline-offset-4 [overflow-wrap:anywhere] hover:decoration-ink pointer-fine:mt-1 pointer-fine:min-h-6"
    >
      {auction.title}
    </Link>
  </th>
);

const AmountToPay = ({ settlement: { kind, price, fee, total, auction } }: { settlement: Settlement }) => (
  <Cell padding="tallRow" name="To pay">
    <OwnMoney amount={total} currency={auction.currency} className="font-bold" />
    {kind === "win" && (
      <span className={aside}>
        remaining {REMAINING_PERCENT}%: <OwnMoney amount={remainingOf(price)} currency={auction.currency} />
      </span>
    )}
    {fee > 0 && (
      <span className={aside}>
        <OwnMoney amount={price} currency={auction.currency} /> + <OwnMoney amount={fee} currency={auction.currency} />{" "}
        fee
      </span>
    )}
  </Cell>
);

const Penalty = ({ settlement: { status, penalty, auction } }: { settlement: Settlement }) => {
  const open = status === "open";
  return (
    <Cell padding="tallRow" name="Penalty if unpaid">
      <OwnMoney
        amount={penalty}
        currency={auction.currency}
        className={open || status === "forfeited" ? undefined : "text-ink-soft line-through"}
      />
      {(!open || auction.currency !== "NGN") && (
        <span className={aside}>
          {open ? "taken in naira" : status === "forfeited" ? "deducted from the balance" : "not taken"}
        </span>
      )}
    </Cell>
  );
};

const Actions = ({ settlement: { auction, buyer }, onAsk }: Pick<SettlementRowProps, "settlement" | "onAsk">) => (
  <span className="flex flex-wrap gap-2 *:flex-auto xl:*:flex-none">
    <Button
      size="sm"
      aria-label={`Payment received: ${auction.title}, ${buyer.username}`}
      onClick={() => onAsk("payment-received")}
      className="whitespace-nowrap"
    >
      Payment received
    </Button>
    <Button
      size="sm"
      variant="secondary"
      aria-label={`Waive: ${auction.title}, ${buyer.username}`}
      onClick={() => onAsk("waive")}
    >
      Waive
    </Button>
  </span>
);

const aside = "block text-ink-soft text-xs";

const Closing = ({ settlement }: { settlement: Settlement }) => (
  <span className="block">
    {closingWords(settlement)}
    {settlement.closedAt && (
      <time dateTime={settlement.closedAt} className="tabular block text-ink-soft">
        {formatLagosTime(settlement.closedAt)}
      </time>
    )}
    {settlement.note && <q className="mt-1 block text-ink-soft [overflow-wrap:anywhere]">{settlement.note}</q>}
  </span>
);
