// Shows how the user's money is divided: the available part, the part that bids need, and the deposits of unpaid lots.
import { formatMoney } from "@jara/shared/money";
import { formatLagosTime } from "@jara/shared/time";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { useSession } from "../../../store/session.ts";
import { Panel } from "../../../ui/panel.tsx";
import { usePurchases } from "../hooks/use-purchases.ts";

export const BoundMoney = () => {
  const { data } = usePurchases(1);
  const { user, bound } = useSession();
  if (!user) return null;
  const open = data?.purchases.filter(({ status }) => status === "open") ?? [];
  return (
    <Panel title="Your money">
      <dl className="grid gap-3 text-sm">
        <Row name="Available now" amount={user.balance - bound} strong />
        {bound > 0 && <Row name="Needed for your bids and maxima" amount={bound} />}
        {open.map(({ _id, auction, depositNgn, dueAt }) => (
          <Row
            key={_id}
            name={
              <>
                Deposit on{" "}
                <Link to={`/auction/${auction._id}?pay`} className="text-ink underline underline-offset-4">
                  {auction.title}
                </Link>
                , the rest due by {formatLagosTime(dueAt)}
              </>
            }
            amount={depositNgn}
          />
        ))}
      </dl>
      {open.length > 0 && (
        <p className="text-ink-soft text-sm">Deposits are not part of your balance: they count towards the price.</p>
      )}
    </Panel>
  );
};

const Row = ({ name, amount, strong = false }: { name: ReactNode; amount: number; strong?: boolean }) => (
  <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-line border-b pb-3 last:border-0 last:pb-0">
    <dt className="min-w-24 flex-1 text-ink-soft">{name}</dt>
    <dd
      translate="no"
      className={
        strong
          ? "tabular ml-auto whitespace-nowrap font-bold text-base"
          : "tabular ml-auto whitespace-nowrap font-semibold"
      }
    >
      {formatMoney(amount, "NGN")}
    </dd>
  </div>
);
