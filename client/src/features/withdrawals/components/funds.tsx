// Shows the balance, the part of it that can be withdrawn, and the reason why the rest cannot.
import type { Withdrawable } from "@jara/shared/rest/withdrawals";
import type { ReactNode } from "react";
import { cx } from "../../../lib/cx.ts";
import { OwnMoney } from "../../../ui/money.tsx";

export const Funds = ({ withdrawable: { amount, balance, reserved, owed } }: { withdrawable: Withdrawable }) => (
  <section aria-label="Your balance" className="grid gap-4 rounded-box border border-line bg-surface p-4 md:p-6">
    <div className="grid" role="status">
      <span className="text-ink-soft text-sm">You can withdraw</span>
      <OwnMoney amount={amount} currency="NGN" className="font-bold text-xl" />
    </div>
    {reserved > 0 || owed > 0 ? (
      <dl className="grid gap-2 text-sm">
        <Line label="Your balance">
          <OwnMoney amount={balance} currency="NGN" />
        </Line>
        {reserved > 0 && (
          <Line label="Reserved for your bids" hint="Free again when you are outbid or the auction ends.">
            <OwnMoney amount={-reserved} currency="NGN" />
          </Line>
        )}
        {owed > 0 && (
          <Line label="Still to be paid" hint="For auctions that you won and lots that you bought.">
            <OwnMoney amount={-owed} currency="NGN" />
          </Line>
        )}
        <Line label="You can withdraw" isSum>
          <OwnMoney amount={amount} currency="NGN" />
        </Line>
      </dl>
    ) : (
      <p className="text-ink-soft text-sm">
        {balance > 0 ? "That is your whole balance." : "There is nothing in your balance."}
      </p>
    )}
  </section>
);

const Line = ({
  label,
  hint,
  isSum = false,
  children,
}: {
  label: string;
  hint?: string;
  isSum?: boolean;
  children: ReactNode;
}) => (
  <div className={cx("flex justify-between gap-4", isSum && "border-line border-t pt-2 font-semibold")}>
    <dt>
      {label}
      {hint && <span className="block text-ink-soft">{hint}</span>}
    </dt>
    <dd>{children}</dd>
  </div>
);
