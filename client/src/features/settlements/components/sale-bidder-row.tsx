// One bidder of a sale, and the sum of all: a table row on a wide screen, a card on a narrow one.

import { formatMoney } from "@jara/shared/money";
import type { SaleBidder, SaleBidders } from "@jara/shared/rest/sale-bidders";
import { Link } from "#router";
import { cx } from "../../../lib/cx.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Cell } from "../../../ui/card-table.tsx";
import { OwnMoney } from "../../../ui/money.tsx";
import { PhoneLink } from "../../../ui/phone-link.tsx";
import { asTable } from "../../../ui/table-roles.ts";
import { downloadInvoice } from "../queries.ts";
import { bidderAmounts } from "../sale-bidders.ts";
import { fullNameOf } from "../settlement-words.ts";
import { DownloadButton } from "./download-button.tsx";

const link = "inline-flex min-h-11 items-center underline underline-offset-4 pointer-fine:min-h-6";
/** A card leaves out an empty field; a table has a cell for it. */
const EMPTY = "max-xl:hidden";
const tones = { waiting: "amber", approved: "success", declined: "danger" } as const;
const words = { waiting: "Waiting", approved: "Approved", declined: "Declined" } as const;

const row =
  "grid grid-cols-2 gap-x-4 gap-y-3 rounded-box border border-line bg-surface p-4 md:grid-cols-4 xl:table-row xl:rounded-none xl:border-0 xl:bg-transparent xl:p-0";
const rowHead = "col-span-full text-left font-semibold text-sm xl:px-2 xl:py-2 xl:align-top";

export const SaleBidderRow = ({ saleId, bidder }: { saleId: string; bidder: SaleBidder }) => {
  const { user, number, bids, approval, invoices } = bidder;
  const name = fullNameOf(user);
  return (
    <tr {...asTable.row} className={row}>
      <th {...asTable.rowHeader} scope="row" className={rowHead}>
        {number === null ? "No number" : `Buyer ${number}`}
      </th>
      <Cell name="Bidder" padding="tightRow" className="col-span-2 [overflow-wrap:anywhere]">
        <Link to={`/admin/users/${user._id}`} className={`font-semibold ${link}`}>
          {user.username}
        </Link>
        {name && <span className="text-ink-soft"> · {name}</span>}
        {user.phone && <PhoneLink number={user.phone} className={`xl:flex ${link}`} />}
      </Cell>
      {approval !== undefined && (
        <Cell name="Approval" padding="tightRow" className={approval === null ? EMPTY : "col-span-2 md:col-span-1"}>
          {approval === null ? "None" : <Badge tone={tones[approval.status]}>{words[approval.status]}</Badge>}
          {approval !== null && approval.limit !== null && (
            <span className="block text-ink-soft">up to {formatMoney(approval.limit, "NGN")} a bid</span>
          )}
        </Cell>
      )}
      {bids && (
        <Cell name="Bid on" padding="tightRow">
          {lotCount(bids.lots)}
          {bids.leads > 0 && <span className="block font-semibold">leads {bids.leads}</span>}
        </Cell>
      )}
      <Bought of={bidder} linkTo={`/admin/settlements?sale=${saleId}&buyer=${user._id}`} />
      <Cell name="Invoices" padding="tightRow" className={cx("col-span-2", invoices.length === 0 && EMPTY)}>
        {invoices.length === 0 && "–"}
        <span className="flex flex-wrap gap-1">
          {invoices.map(({ _id, number }) => (
            <DownloadButton
              key={_id}
              text={number}
              failed="Failed to download the invoice"
              save={() => downloadInvoice(_id, number)}
            />
          ))}
        </span>
      </Cell>
    </tr>
  );
};

interface SaleBidderSumProps {
  sum: SaleBidders["sum"];
  /** Bidders, of all pages. */
  count: number;
  /** The columns before the lots won. */
  colSpan: number;
}

export const SaleBidderSum = ({ sum, count, colSpan }: SaleBidderSumProps) => (
  <tr {...asTable.row} className={`${row} font-semibold`}>
    <th {...asTable.rowHeader} scope="row" colSpan={colSpan} className={rowHead}>
      {count === 1 ? "Sum of 1 bidder" : `Sum of ${count.toLocaleString("en")} bidders`}
    </th>
    <Bought of={sum} />
    <Cell className={EMPTY}>{null}</Cell>
  </tr>
);

const lotCount = (count: number): string => (count === 1 ? "1 lot" : `${count.toLocaleString("en")} lots`);
/** "2 lots", "2 lots, 1 refunded", "1 refunded". */
const wonWords = ({ won, refunded }: SaleBidders["sum"]): string =>
  [won > 0 && lotCount(won), refunded > 0 && `${refunded.toLocaleString("en")} refunded`].filter(Boolean).join(", ");

/** The lots won and handed over, and the amounts. */
const Bought = ({ of, linkTo }: { of: SaleBidders["sum"]; linkTo?: string }) => {
  const { won, handedOver, sums } = of;
  const words = wonWords(of);
  return (
    <>
      <Cell name="Won" padding="tightRow">
        {words && linkTo ? (
          <Link to={linkTo} className={link}>
            {words}
          </Link>
        ) : (
          words || "Nothing"
        )}
      </Cell>
      <Cell name="Handed over" padding="tightRow" className={cx(won === 0 && EMPTY)}>
        {won === 0 ? "–" : `${handedOver.toLocaleString("en")} of ${won.toLocaleString("en")}`}
      </Cell>
      {bidderAmounts.map(([name, head]) => (
        <Cell key={name} name={head} padding="tightRow" className={cx("xl:text-right", sums.length === 0 && EMPTY)}>
          {sums.length === 0 && "–"}
          {name === "owed" && sums.length > 0 && sums.every(({ owed }) => owed === 0) && "Nothing"}
          {sums
            .filter(({ owed }) => name !== "owed" || owed > 0)
            .map((sum) => (
              <OwnMoney
                key={sum.currency}
                amount={sum[name]}
                currency={sum.currency}
                className={cx("block", name === "owed" && "font-semibold")}
              />
            ))}
        </Cell>
      ))}
    </>
  );
};
