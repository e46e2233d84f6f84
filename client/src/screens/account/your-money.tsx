// "Your money": what can be withdrawn, what bids hold and when that is free again, and what is still to be paid. How it
// is calculated is folded. The server calculates the sums; the profile and the page of withdrawals show the same ones.
import { addAmounts, formatMoney } from "@jara/shared/money";
import type { Withdrawable } from "@jara/shared/rest/withdrawals";
import { formatLagosTime } from "@jara/shared/time";
import type { ReactNode } from "react";
import { Link } from "#router";
import { usePurchases } from "../../features/payments/hooks/use-purchases.ts";
import { cx } from "../../lib/cx.ts";
import { useSite } from "../../lib/site.ts";
import { type BoundLot, useBoundLots } from "../../lots/bound-lots.ts";
import { Together } from "../../lots/held-together.tsx";
import { useHeldWords } from "../../money/held-words.ts";
import { useAvailable } from "../../money/use-available.ts";
import { AmountRow } from "../../ui/amount-row.tsx";
import { OwnMoney } from "../../ui/money.tsx";
import { Panel } from "../../ui/panel.tsx";

interface YourMoneyProps {
  withdrawable: Withdrawable;
  /** The links to what can be done with it. */
  children?: ReactNode;
}

export const YourMoney = ({ withdrawable, children }: YourMoneyProps) => {
  const { amount, balance, reserved, owed } = withdrawable;
  const isDivided = reserved > 0 || owed > 0;
  return (
    <Panel title="Your money">
      <div
        className={cx("grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-4", children !== undefined && "lg:grid-cols-2")}
      >
        <div className="grid content-start gap-3">
          <div className="grid" role="status">
            <span className="text-ink-soft text-sm">You can withdraw</span>
            <OwnMoney amount={amount} currency="NGN" className="font-bold text-xl" />
          </div>
          {!isDivided && (
            <p className="text-ink-soft text-sm">
              {balance > 0 ? "That is your whole balance." : "There is nothing in your balance yet."}
            </p>
          )}
          {reserved > 0 && <Held reserved={reserved} balance={balance} />}
          {owed > 0 && (
            <>
              <p className="text-sm">
                Still to be paid <Sum of={owed} />
              </p>
              <DueLots />
            </>
          )}
          {isDivided && <HowItWorks withdrawable={withdrawable} />}
        </div>
        {children}
      </div>
    </Panel>
  );
};

const Sum = ({ of }: { of: number }) => <OwnMoney amount={of} currency="NGN" className="font-semibold" />;

/** A maximum holds its money also while somebody else leads. */
const Held = ({ reserved, balance }: Pick<Withdrawable, "reserved" | "balance">) => {
  const lots = useBoundLots() ?? [];
  return (
    <>
      <p className="text-sm">
        Held for your bids <Sum of={reserved} />. If you win, it becomes your deposit. If not, it is free again.
      </p>
      {reserved > balance && lots.length > 1 && <Together held={reserved} missing={addAmounts(reserved, -balance)} />}
      {lots.length > 0 && (
        <Fold title={lots.length === 1 ? `Held for ${lots[0]?.title}` : `The ${lots.length} lots that hold it`}>
          <Lots lots={lots.map((lot) => ({ ...lot, naira: lot.bound, about: <WhenFree lot={lot} /> }))} />
        </Fold>
      )}
    </>
  );
};

const Fold = ({ title, children }: { title: string; children: ReactNode }) => (
  <details className="text-sm">
    <summary className="min-h-11 w-fit content-center font-semibold pointer-fine:min-h-8">{title}</summary>
    <div className="grid gap-3 pt-1 pb-2">{children}</div>
  </details>
);

const HowItWorks = ({ withdrawable: { amount, balance, reserved, owed } }: { withdrawable: Withdrawable }) => (
  <Fold title="How does this work?">
    <dl className="grid gap-2">
      <AmountRow name="Your balance" amount={formatMoney(balance, "NGN")} />
      {reserved > 0 && <AmountRow name="Held for your bids" amount={formatMoney(-reserved, "NGN")} />}
      {owed > 0 && <AmountRow name="Still to be paid" amount={formatMoney(-owed, "NGN")} />}
      <AmountRow name="You can withdraw" amount={formatMoney(amount, "NGN")} />
    </dl>
    {reserved > 0 && <HeldWords />}
    <ForBids />
  </Fold>
);

const ForBids = () => {
  const site = useSite();
  const available = formatMoney(Math.max(0, useAvailable() ?? 0), "NGN");
  if (!site) return null;
  return (
    <p className="max-w-prose">
      You can bid with {available}
      {site.balanceRule !== "hold" && ", also with what is held"}. A bid needs 20% of its amount in your balance, and a
      maximum 20% of the maximum.
    </p>
  );
};

const HeldWords = () => <p className="max-w-prose">{useHeldWords()}</p>;

const WhenFree = ({ lot: { amount, currency, isLeading, isMaximum, endTime } }: { lot: BoundLot }) => {
  const what = `20% of your ${isMaximum ? "maximum" : "bid"} of ${formatMoney(amount, currency)}.`;
  const until = endTime === null ? "" : ` (${formatLagosTime(endTime)})`;
  if (!isLeading) {
    return (
      <>
        {what} You do not lead, and the maximum stays set. Free at the end{until}, or{" "}
        {endTime === null ? "after the pause" : "now"} if you{" "}
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
      {isMaximum ? `if you do not win${until}.` : "as soon as you are outbid."}
    </>
  );
};

const DueLots = () => {
  const { data } = usePurchases(1);
  const open = data?.purchases.filter(({ status }) => status === "open") ?? [];
  if (open.length === 0) return null;
  return (
    <Fold title={open.length === 1 ? "The lot to pay" : `The ${open.length} lots to pay`}>
      <Lots
        lots={open.map(({ auction, remainingNgn, depositNgn, dueAt }) => ({
          _id: auction._id,
          title: auction.title,
          naira: remainingNgn,
          about: (
            <>
              Due by {formatLagosTime(dueAt)}.{" "}
              {depositNgn > 0 && `Your deposit of ${formatMoney(depositNgn, "NGN")} is paid. `}
              <Link to={`/auction/${auction._id}?pay`} className="text-ink underline underline-offset-4">
                Pay
              </Link>
            </>
          ),
        }))}
      />
    </Fold>
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
