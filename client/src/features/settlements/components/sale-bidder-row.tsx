// One bidder of a sale: a table row on a wide screen, a card on a narrow one.
import { formatMoney } from "@jara/shared/money";
import type { SaleBidder } from "@jara/shared/rest/sale-bidders";
import { Link } from "#router";
import { readableNumber } from "../../../lib/contact.ts";
import { cx } from "../../../lib/cx.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Cell } from "../../../ui/card-table.tsx";
import { OwnMoney } from "../../../ui/money.tsx";
import { asTable } from "../../../ui/table-roles.ts";
import { downloadInvoice } from "../queries.ts";
import { fullNameOf } from "../settlement-words.ts";
import { DownloadButton } from "./download-button.tsx";

const link = "inline-flex min-h-11 items-center underline underline-offset-4 pointer-fine:min-h-6";
/** A card leaves out an empty field; a table has a cell for it. */
const EMPTY = "max-xl:hidden";
const tones = { waiting: "amber", approved: "success", declined: "danger" } as const;
const words = { waiting: "Waiting", approved: "Approved", declined: "Declined" } as const;

export const SaleBidderRow = ({ saleId, bidder }: { saleId: string; bidder: SaleBidder }) => {
  const { user, number, bids, approval, won, sums, invoices } = bidder;
  const name = fullNameOf(user);
  const owing = sums.filter(({ owed }) => owed > 0);
  return (
    <tr
      {...asTable.row}
      className="grid grid-cols-2 gap-x-4 gap-y-3 rounded-box border border-line bg-surface p-4 md:grid-cols-4 xl:table-row xl:rounded-none xl:border-0 xl:bg-transparent xl:p-0"
    >
      <th
        {...asTable.rowHeader}
        scope="row"
        className="col-span-full text-left font-semibold text-sm xl:px-3 xl:py-2 xl:align-top"
      >
        {number === null ? "No number" : `Buyer ${number}`}
      </th>
      <Cell name="Bidder" className="col-span-2 [overflow-wrap:anywhere]">
        <Link to={`/admin/users/${user._id}`} className={`font-semibold ${link}`}>
          {user.username}
        </Link>
        {name && <span className="text-ink-soft"> · {name}</span>}
        {user.phone && (
          <a href={`tel:${user.phone.replace(/[^\d+]/g, "")}`} className={`tabular xl:flex ${link}`}>
            {readableNumber(user.phone)}
          </a>
        )}
      </Cell>
      {approval !== undefined && (
        <Cell name="Approval" className={approval === null ? EMPTY : "col-span-2 md:col-span-1"}>
          {approval === null ? "None" : <Badge tone={tones[approval.status]}>{words[approval.status]}</Badge>}
          {approval !== null && approval.limit !== null && (
            <span className="block text-ink-soft">up to {formatMoney(approval.limit, "NGN")} a bid</span>
          )}
        </Cell>
      )}
      {bids && (
        <Cell name="Bid on">
          {bids.lots === 1 ? "1 lot" : `${bids.lots} lots`}
          {bids.leads > 0 && <span className="block font-semibold">leads {bids.leads}</span>}
        </Cell>
      )}
      <Cell name="Won">
        {won > 0 ? (
          <Link to={`/admin/settlements?sale=${saleId}&buyer=${user._id}`} className={link}>
            {won === 1 ? "1 lot" : `${won} lots`}
          </Link>
        ) : (
          "Nothing"
        )}
      </Cell>
      <Cell name="Hammer total" className={cx(sums.length === 0 && EMPTY)}>
        {sums.length === 0 && "–"}
        {sums.map(({ currency, hammer }) => (
          <OwnMoney key={currency} amount={hammer} currency={currency} className="block" />
        ))}
      </Cell>
      <Cell name="Owed" className={cx(sums.length === 0 && EMPTY)}>
        {sums.length === 0 && "–"}
        {sums.length > 0 && owing.length === 0 && "Nothing"}
        {owing.map(({ currency, owed }) => (
          <OwnMoney key={currency} amount={owed} currency={currency} className="block font-semibold" />
        ))}
      </Cell>
      <Cell name="Invoices" className={cx("col-span-2", invoices.length === 0 && EMPTY)}>
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
