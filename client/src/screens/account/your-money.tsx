// "Your money": the balance, what binds a part of it and when that is free again, what is still to be paid, and what can
// be withdrawn. The server calculates the sums; the profile and the page of withdrawals show the same ones.
import { formatMoney } from "@jara/shared/money";
import type { Withdrawable } from "@jara/shared/rest/withdrawals";
import { formatLagosTime } from "@jara/shared/time";
import type { ReactNode } from "react";
import { Link } from "#router";
import { usePurchases } from "../../features/payments/hooks/use-purchases.ts";
import { cx } from "../../lib/cx.ts";
import { useSite } from "../../lib/site.ts";
import { useHeldWords } from "../../money/held-words.ts";
import { useAvailable } from "../../money/use-available.ts";
import { AmountRow } from "../../ui/amount-row.tsx";
import { OwnMoney } from "../../ui/money.tsx";
import { Panel } from "../../ui/panel.tsx";
import { type BoundLot, useBoundLots } from "./bound-lots.ts";

interface YourMoneyProps {
  withdrawable: Withdrawable;
  /** The links to what can be done with it. */
  children?: ReactNode;
}

export const YourMoney = ({ withdrawable: { amount, balance, reserved, owed }, children }: YourMoneyProps) => {
  const hasActions = children !== undefined;
  const isDivided = reserved > 0 || owed > 0;
  return (
    <Panel title="Your money">
      <div className={cx("grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-4", hasActions && "lg:grid-cols-2")}>
        {isDivided && (
          <dl className="grid content-start gap-3 text-sm">
            <AmountRow name="Your balance" amount={formatMoney(balance, "NGN")} />
            {reserved > 0 && (
              <AmountRow name="Held for your bids and maximums" amount={formatMoney(-reserved, "NGN")}>
                <HeldWords />
                <BoundLots />
              </AmountRow>
            )}
            {owed > 0 && (
              <AmountRow name="Still to be paid" amount={formatMoney(-owed, "NGN")}>
                <DueLots />
              </AmountRow>
            )}
          </dl>
        )}
        <div
          className={cx(
            "grid content-start gap-4",
            isDivided && "border-line border-t pt-4",
            hasActions && "lg:border-0 lg:pt-0",
          )}
        >
          <div className="grid" role="status">
            <span className="text-ink-soft text-sm">You can withdraw</span>
            <OwnMoney amount={amount} currency="NGN" className="font-bold text-xl" />
          </div>
          <p className="max-w-prose text-ink-soft text-sm">
            {isDivided ? (
              <ForBids />
            ) : balance > 0 ? (
              "That is your whole balance."
            ) : (
              "There is nothing in your balance yet."
            )}
          </p>
          {isDivided && children}
        </div>
        {!isDivided && children}
      </div>
    </Panel>
  );
};

const ForBids = () => {
  const site = useSite();
  const available = formatMoney(Math.max(0, useAvailable() ?? 0), "NGN");
  if (!site) return null;
  const what =
    site.balanceRule === "hold"
      ? `For new bids you can use ${available}`
      : `For new bids all of your balance counts, ${available}, also what is held`;
  return <>{what}: a bid needs 20% of its amount, a maximum 20% of the maximum.</>;
};

const HeldWords = () => <p className="mb-2">{useHeldWords()}</p>;

const BoundLots = () => {
  const lots = useBoundLots();
  return <Lots lots={(lots ?? []).map((lot) => ({ ...lot, naira: lot.bound, about: <WhenFree lot={lot} /> }))} />;
};

const WhenFree = ({ lot: { amount, currency, isLeading, isMaximum, endTime } }: { lot: BoundLot }) => {
  const what = `20% of your ${isMaximum ? "maximum" : "bid"} of ${formatMoney(amount, currency)}.`;
  if (!isLeading) {
    return (
      <>
        {what} Somebody bid more, and the maximum stays set. Free at the end ({formatLagosTime(endTime)}), or now if you{" "}
        <Link to="/my-max-bids" className="text-ink underline underline-offset-4">
          cancel the maximum
        </Link>
        .
      </>
    );
  }
  return (
    <>
      {what} You lead: if you win, it becomes your deposit. Free{" "}
      {isMaximum ? `if you do not win (${formatLagosTime(endTime)}).` : "as soon as you are outbid."}
    </>
  );
};

const DueLots = () => {
  const { data } = usePurchases(1);
  const open = data?.purchases.filter(({ status }) => status === "open") ?? [];
  return (
    <Lots
      lots={open.map(({ auction, remainingNgn, depositNgn, dueAt }) => ({
        _id: auction._id,
        title: auction.title,
        naira: remainingNgn,
        about: (
          <>
            Due by {formatLagosTime(dueAt)}. Your deposit of {formatMoney(depositNgn, "NGN")} is paid.{" "}
            <Link to={`/auction/${auction._id}?pay`} className="text-ink underline underline-offset-4">
              Pay
            </Link>
          </>
        ),
      }))}
    />
  );
};

interface LotsProps {
  lots: readonly { readonly _id: string; readonly title: string; readonly naira: number; readonly about: ReactNode }[];
}

const Lots = ({ lots }: LotsProps) => (
  <ul className="grid gap-3 border-line border-l-2 pl-3">
    {lots.map(({ _id, title, naira, about }) => (
      <li key={_id} className="grid gap-0.5">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <Link to={`/auction/${_id}`} className="min-w-0 font-medium underline underline-offset-4">
            {title}
          </Link>
          <OwnMoney amount={naira} currency="NGN" className="ml-auto text-ink-soft" />
        </div>
        <p className="text-ink-soft">{about}</p>
      </li>
    ))}
  </ul>
);
