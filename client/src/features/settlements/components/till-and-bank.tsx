// The money of the takings that the till and the bank's statement must show, by method.
import type { Takings } from "@jara/shared/rest/takings";
import { cx } from "../../../lib/cx.ts";
import { OwnMoney } from "../../../ui/money.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { methodLabels } from "../settlement-words.ts";
import { PAID_TOO_MUCH } from "../takings-words.ts";

const tillHeads = ["Method", "For lots", PAID_TOO_MUCH, "For balances", "In", "Out"];

/** The money that came in and went out by each method: the sums that the till and the bank's statement must have. */
export const TillAndBank = ({ received, outgoing }: Required<Pick<Takings, "received" | "outgoing">>) => {
  const rows = received.filter(({ method, totalNgn }) => method !== "balance" && totalNgn !== undefined);
  if (rows.length === 0) return null;
  return (
    <Panel title="Till and bank">
      <div className="overflow-x-auto">
        <table className="w-full text-sm">
          <thead className="text-ink-soft text-xs">
            <tr>
              {tillHeads.map((head, n) => (
                <th
                  key={head}
                  scope="col"
                  className={cx("pb-1 pl-3 font-semibold", n === 0 ? "pl-0 text-left" : "text-right")}
                >
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="[&_td]:border-line [&_td]:border-t [&_td]:py-2 [&_td]:pl-3 [&_td]:text-right [&_th]:border-line [&_th]:border-t">
            {rows.map(({ method, ngn, surplusNgn = 0, addedNgn = 0, totalNgn = 0 }) => (
              <tr key={method}>
                <th scope="row" className="py-2 text-left font-normal">
                  {methodLabels[method]}
                </th>
                {[
                  ngn,
                  surplusNgn,
                  addedNgn,
                  totalNgn,
                  outgoing.find((one) => one.method === method)?.totalNgn ?? 0,
                ].map((amount, n) => (
                  <td key={tillHeads[n + 1]}>
                    <OwnMoney
                      amount={amount}
                      currency="NGN"
                      className={amount === 0 ? "text-ink-soft" : n >= 3 ? "font-bold" : undefined}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="text-ink-soft text-xs">
        Out: booked payments that were reversed, money that was paid out of balances, and withdrawals (online).
      </p>
    </Panel>
  );
};
