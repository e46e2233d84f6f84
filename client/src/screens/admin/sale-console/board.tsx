// The live board of a sale: the open lots by seconds left, the totals, and the lots that have closed.

import { outcomeNames } from "@jara/shared/lot-outcome";
import type { Sale } from "@jara/shared/rest/sales";
import { lotNumberText } from "@jara/shared/sale-order";
import { Link } from "#router";
import { byClosing, bySecondsLeft, stateOfLot, totalsOf } from "../../../features/sales/board.ts";
import type { SaleLot } from "../../../features/sales/hooks/use-sale-lots.ts";
import { cx } from "../../../lib/cx.ts";
import { lotsWords } from "../../../lots/lots-words.ts";
import { Money } from "../../../ui/money.tsx";
import { BoardRow, COLUMNS } from "./board-row.tsx";

export const Totals = ({ lots }: { lots: readonly SaleLot[] }) => {
  const { open, sold, unsold, bids, sellThrough, revenue } = totalsOf(lots);
  return (
    <dl
      aria-label="The sale so far"
      className="grid grid-cols-2 gap-x-4 gap-y-3 rounded-box border border-line bg-surface p-3 sm:grid-cols-3"
    >
      <Figure name="Open">{open}</Figure>
      <Figure name="Sold">{sold}</Figure>
      <Figure name="Unsold">{unsold}</Figure>
      <Figure name="Sell-through">{sellThrough === null ? "–" : `${Math.round(sellThrough * 100)}%`}</Figure>
      <Figure name="Bids">{bids.toLocaleString("en-NG")}</Figure>
      <Figure name="Sold total">
        {revenue.length === 0
          ? "–"
          : revenue.map(({ currency, amount }) => (
              <Money key={currency} amount={amount} currency={currency} className="block" />
            ))}
      </Figure>
    </dl>
  );
};

const Figure = ({ name, children }: { name: string; children: React.ReactNode }) => (
  <div>
    <dt className="text-ink-soft text-xs">{name}</dt>
    <dd className="tabular font-bold text-lg">{children}</dd>
  </div>
);

export const Board = ({ sale, lots }: { sale: Sale; lots: readonly SaleLot[] }) => {
  const open = bySecondsLeft(lots);
  return (
    <section aria-labelledby="board" className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h2 id="board" className="font-bold text-lg lg:sr-only">
        Open lots
      </h2>
      {open.length === 0 ? (
        <p className="text-ink-soft">No lot is open.</p>
      ) : (
        <div className="rounded-box border border-line bg-surface">
          <div
            aria-hidden
            className={cx(COLUMNS, "border-line border-b px-3 py-1 text-ink-soft text-xs max-lg:hidden")}
          >
            <span>Time left</span>
            <span>Lot</span>
            <span>Title</span>
            <span className="text-right">Price</span>
            <span className="text-right">Bids</span>
            <span>Leader</span>
            <span>Reserve</span>
            <span className="text-right">Viewers</span>
            <span className="text-right">End moved</span>
            <span className="text-right">Actions</span>
          </div>
          <ol>
            {open.map((lot) => (
              <BoardRow key={lot.auction._id} {...lot} sale={sale} />
            ))}
          </ol>
        </div>
      )}
    </section>
  );
};

export const ClosedLots = ({ lots }: { lots: readonly SaleLot[] }) => {
  const closed = byClosing(lots);
  if (closed.length === 0) return null;
  return (
    <details className="rounded-box border border-line bg-surface">
      <summary className="min-h-11 content-center px-4 font-semibold">{lotsWords(closed.length)} closed</summary>
      <ol className="divide-y divide-line border-line border-t">
        {closed.map(({ auction, ...number }) => {
          const state = stateOfLot(auction);
          return (
            <li key={auction._id} className="flex flex-wrap items-baseline gap-x-3 px-4 py-2 text-sm">
              <span className="tabular w-12 shrink-0 text-ink-soft">Lot {lotNumberText(number)}</span>
              <Link to={`/auction/${auction._id}`} dir="auto" className="min-w-0 flex-1 truncate hover:text-brand">
                {auction.title}
              </Link>
              <span className={state === "sold" ? "font-semibold text-success" : "text-ink-soft"}>
                {state === "open" || state === "waiting" ? "" : outcomeNames[state]}
              </span>
              {auction.winner && (
                <bdi translate="no" className="text-ink-soft">
                  {auction.winner.username}
                </bdi>
              )}
              {auction.bidCount > 0 && <Money amount={auction.currentPrice} currency={auction.currency} />}
            </li>
          );
        })}
      </ol>
    </details>
  );
};
