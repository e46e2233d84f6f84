// The results of a sale on its staff page: each lot with its outcome, amounts, buyer and seller, as in the PDF file. A
// table on a wide screen, cards on a narrow one.

import type { SaleResult, SaleSum } from "@jara/shared/rest/sale-results";
import { soldOf } from "@jara/shared/sold-of";
import { useQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "#router";
import { pageIn } from "../../../lib/address-filters.ts";
import { cx } from "../../../lib/cx.ts";
import { Cell, type Column, TableHead } from "../../../ui/card-table.tsx";
import { LoadedPage } from "../../../ui/loaded.tsx";
import { OwnMoney } from "../../../ui/money.tsx";
import { Pager } from "../../../ui/pager.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { PhoneLink } from "../../../ui/phone-link.tsx";
import { asTable } from "../../../ui/table-roles.ts";
import { downloadPaper, resultPapers } from "../queries.ts";
import { saleResultsQuery } from "../sale-results.ts";
import { fullNameOf } from "../settlement-words.ts";
import { DownloadButton } from "./download-button.tsx";

const link = "inline-flex min-h-11 items-center underline underline-offset-4 pointer-fine:min-h-6";
const right = "xl:text-right";

export const SaleResults = ({ saleId }: { saleId: string }) => {
  const [params] = useSearchParams();
  const query = useQuery(saleResultsQuery(saleId, pageIn(params)));
  return (
    <Panel
      title="Results"
      action={
        <span className="flex flex-wrap gap-2">
          {resultPapers.map((paper) => (
            <DownloadButton
              key={paper}
              text={paper}
              failed="Failed to download the results"
              save={() => downloadPaper(paper, saleId)}
            />
          ))}
        </span>
      }
    >
      <LoadedPage
        query={query}
        failed="Failed to load the results"
        pager={(pagination) => (
          <Pager pagination={pagination} addressOf={(to) => `/admin/sales/${saleId}${to > 1 ? `?page=${to}` : ""}`} />
        )}
      >
        {({ sold, results, sums, pagination }) => (
          <>
            <p className="text-sm">{soldOf(sold, pagination.total)}.</p>
            <ResultTable saleId={saleId} results={results} sums={sums} />
          </>
        )}
      </LoadedPage>
    </Panel>
  );
};

const amountNames = [
  ["hammer", "Hammer price"],
  ["premium", "Premium, fee"],
  ["vat", "VAT"],
  ["total", "Total"],
  ["deposit", "Deposit"],
  ["paid", "Paid in all"],
  ["owed", "Owed"],
] as const;
const columns: readonly Column[] = [
  ["Lot", ""],
  ["Title", ""],
  ["Outcome", ""],
  ...amountNames.map(([, head]): Column => [head, right]),
  ["Buyer", ""],
  ["Seller", ""],
];

const row =
  "grid grid-cols-2 gap-x-4 gap-y-2 py-3 md:grid-cols-4 xl:table-row xl:[&>*]:border-line xl:[&>*]:border-t xl:[&>*]:py-2 xl:[&>*]:text-xs";

interface ResultTableProps {
  saleId: string;
  results: readonly SaleResult[];
  sums: readonly SaleSum[];
}

const ResultTable = ({ saleId, results, sums }: ResultTableProps) => (
  <table {...asTable.table} className="block w-full text-sm xl:table">
    <caption className="sr-only">The results of the sale</caption>
    <TableHead columns={columns} className="px-2 py-2" stays />
    <tbody {...asTable.rows} className="grid divide-y divide-line border-line border-y xl:table-row-group">
      {results.map((result) => (
        <ResultRow key={result.auction._id} saleId={saleId} result={result} />
      ))}
    </tbody>
    <tfoot {...asTable.rows} className="grid font-semibold xl:table-footer-group">
      {sums.map((sum) => (
        <tr key={`${sum.name} ${sum.currency}`} {...asTable.row} className={row}>
          <th {...asTable.rowHeader} scope="row" colSpan={3} className="col-span-full text-left xl:px-2">
            {sum.name}
          </th>
          <Amounts of={sum} />
          <Cell className="max-xl:hidden">{null}</Cell>
          <Cell className="max-xl:hidden">{null}</Cell>
        </tr>
      ))}
    </tfoot>
  </table>
);

const ResultRow = ({
  saleId,
  result: { lot, auction, outcome, bought, seller },
}: {
  saleId: string;
  result: SaleResult;
}) => (
  <tr {...asTable.row} className={row}>
    <th
      {...asTable.rowHeader}
      scope="row"
      className="tabular col-span-full text-left font-semibold xl:px-2 xl:align-top"
    >
      <span className="xl:hidden">Lot </span>
      {lot}
    </th>
    <Cell padding="tightRow" className="col-span-full">
      <Link to={`/auction/${auction._id}`} className={`[overflow-wrap:anywhere] ${link}`}>
        {auction.title}
      </Link>
    </Cell>
    <Cell name="Outcome" padding="tightRow" className="col-span-2">
      {bought ? (
        <Link to={`/admin/settlements/${bought.settlementId}`} className={link}>
          {outcome}
        </Link>
      ) : (
        outcome
      )}
    </Cell>
    {bought ? (
      <Amounts of={bought} />
    ) : (
      amountNames.map(([name]) => (
        <Cell key={name} padding="tightRow" className="text-right max-xl:hidden">
          –
        </Cell>
      ))
    )}
    <Cell name="Buyer" padding="tightRow" className={bought ? "col-span-2" : "max-xl:hidden"}>
      {bought ? <Buyer saleId={saleId} bought={bought} /> : "–"}
    </Cell>
    <Cell
      name="Seller"
      padding="tightRow"
      className={cx("col-span-2 [overflow-wrap:anywhere]", !seller && "max-xl:hidden")}
    >
      {seller || "–"}
    </Cell>
  </tr>
);

const Amounts = ({ of }: { of: SaleSum | NonNullable<SaleResult["bought"]> }) =>
  amountNames.map(([name, head]) => (
    <Cell key={name} name={head} padding="tightRow" className={right}>
      <OwnMoney amount={of[name]} currency={of.currency} className="whitespace-nowrap" />
    </Cell>
  ));

const Buyer = ({
  saleId,
  bought: { buyer, number },
}: {
  saleId: string;
  bought: NonNullable<SaleResult["bought"]>;
}) => (
  <>
    {number !== null && <span className="tabular font-semibold">No. {number} </span>}
    <Link to={`/admin/settlements?sale=${saleId}&buyer=${buyer._id}`} className={`[overflow-wrap:anywhere] ${link}`}>
      {fullNameOf(buyer) || buyer.username}
    </Link>
    {buyer.phone && <PhoneLink number={buyer.phone} className={`whitespace-nowrap xl:flex ${link}`} />}
  </>
);
