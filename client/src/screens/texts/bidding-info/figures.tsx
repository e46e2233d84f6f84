// The guide's diagrams. Each has a caption that says the same in words, so that nothing is told by the picture alone.

import { formatMoney, toMajor, toMinor } from "@jara/shared/money";
import { buyersPremiumOf, type PercentRules, paymentDaysWords, remainingPercent } from "@jara/shared/payment-rules";
import { totalDueOf } from "@jara/shared/total-due";
import type { ReactNode } from "react";

const Figure = ({ caption, children }: { caption: string; children: ReactNode }) => (
  <figure className="my-2 grid max-w-xl gap-2 rounded-box border border-line bg-surface p-4">
    {children}
    <figcaption className="text-ink-soft text-sm">{caption}</figcaption>
  </figure>
);

interface Part {
  readonly label: string;
  readonly amount: string;
  readonly percent: number;
  readonly look: string;
}

/** One bar of parts, with the name of each part below it. */
const Bar = ({ parts }: { parts: readonly Part[] }) => (
  <>
    <div aria-hidden className="flex h-8 overflow-hidden rounded-box border border-line-strong">
      {parts.map(({ label, percent, look }) => (
        <span key={label} className={look} style={{ width: `${percent}%` }} />
      ))}
    </div>
    <ul className="list-none! gap-1! pl-0! text-sm">
      {parts.map(({ label, amount, look }) => (
        <li key={label} className="flex flex-wrap items-center gap-x-2">
          <span aria-hidden className={`size-3 shrink-0 rounded-full border border-line-strong ${look}`} />
          {label}
          <b className="tabular ml-auto whitespace-nowrap">{amount}</b>
        </li>
      ))}
    </ul>
  </>
);

export const BalanceFigure = () => (
  <Figure caption="To bid ₦100,000.00 you need ₦20,000.00 in your balance. Nothing is taken for the bid.">
    <Bar
      parts={[
        { label: "Balance that you need", amount: "₦20,000.00", percent: 20, look: "bg-brand" },
        { label: "The rest of your bid", amount: "₦80,000.00", percent: 80, look: "bg-sunken" },
      ]}
    />
  </Figure>
);

/** The figures for a price of ₦100,000.00. */
const share = (percent: number): string => formatMoney(percent * 1_000, "NGN");

export const PaymentFigure = ({ rules }: { rules: PercentRules }) => {
  const [deposit, days, bid] = [rules.depositPercent, paymentDaysWords(rules), 100_000];
  const premium = buyersPremiumOf({ rules });
  const total = premium ? totalDueOf(bid, premium).total : bid;
  const rest = toMajor(toMinor(total) - toMinor(deposit * 1_000));
  const ofTotal = Math.round(((deposit * 1_000) / total) * 100);
  return (
    <Figure caption={`You win at ₦100,000.00: the deposit is taken at the end, the rest is due within ${days}.`}>
      <Bar
        parts={[
          { label: "Deposit, taken at the end", amount: share(deposit), percent: ofTotal, look: "bg-brand" },
          {
            label: premium ? "Rest, with premium and VAT" : `Rest, within ${days}`,
            amount: formatMoney(rest, "NGN"),
            percent: 100 - ofTotal,
            look: "bg-brand-soft",
          },
        ]}
      />
    </Figure>
  );
};

export const BuyItNowFigure = ({ rules }: { rules: PercentRules }) => {
  const [deposit, rest, fee] = [rules.depositPercent, remainingPercent(rules), rules.feePercent];
  const ofTotal = (percent: number) => Math.round((percent / (100 + fee)) * 100);
  return (
    <Figure caption={`A Buy It Now price of ₦100,000.00 costs ${share(100 + fee)} in total.`}>
      <Bar
        parts={[
          { label: "Deposit, taken at once", amount: share(deposit), percent: ofTotal(deposit), look: "bg-brand" },
          {
            label: "Rest of the price, within 1 hour",
            amount: share(rest),
            percent: ofTotal(rest),
            look: "bg-brand-soft",
          },
          { label: `Fee of ${fee}%, within 1 hour`, amount: share(fee), percent: ofTotal(fee), look: "bg-amber-mark" },
        ]}
      />
    </Figure>
  );
};

/** In the picture's own units: larger text of the browser is in the caption, and would be cut here. */
const text = "fill-ink text-[12px]";

/** Bids of two people as steps, and the maximum as a line above them. */
export const AutoBidFigure = () => (
  <Figure caption="Your maximum is ₦50,000.00, and a rival goes up to ₦30,000.00. With an increment of ₦2,500.00 you lead at ₦32,500.00, and ₦17,500.00 of your maximum are never used.">
    <svg viewBox="0 0 320 150" aria-hidden="true" fill="none" className="w-full max-w-96" strokeWidth="2.5">
      <path d="M12 24h296" className="stroke-brand" strokeDasharray="6 5" />
      <text x="12" y="16" className={text}>
        Your maximum ₦50,000.00 (nobody sees it)
      </text>
      <path d="M12 134h296" className="stroke-line-strong" strokeWidth="1.5" />
      <path d="M12 122h52v-18h52v-20h52v-22" className="stroke-amber-mark" />
      <path d="M64 122v-6h52v-20h52v-20h52v-22h88" className="stroke-brand" />
      <circle cx="168" cy="62" r="5" className="fill-amber-mark" />
      <circle cx="220" cy="54" r="5" className="fill-brand" />
      <text x="160" y="56" textAnchor="end" className={text}>
        Rival ₦30,000.00
      </text>
      <text x="228" y="46" className={text}>
        You ₦32,500.00
      </text>
      <text x="12" y="148" className={text}>
        Time
      </text>
    </svg>
  </Figure>
);

/** The end before and after a late bid, on one line of time. */
export const SoftCloseFigure = () => (
  <Figure caption="The end is at 14:00:00. A bid at 13:59:30 moves it to 14:01:30, so that everybody has time to answer.">
    <svg viewBox="0 0 320 98" aria-hidden="true" fill="none" className="w-full max-w-96" strokeWidth="2.5">
      <rect x="60" y="40" width="100" height="16" className="fill-amber-soft" />
      <path d="M12 48h296" className="stroke-line-strong" strokeWidth="1.5" />
      <path d="M160 34v42" className="stroke-line-strong" />
      <circle cx="132" cy="48" r="6" className="fill-amber-mark" />
      <path d="M138 38c24-18 100-18 118 0m-9-2 9 3 2-9" className="stroke-brand" />
      <path d="M262 34v42" className="stroke-brand" />
      <text x="120" y="20" textAnchor="end" className={text}>
        Bid 13:59:30
      </text>
      <text x="160" y="90" textAnchor="middle" className={text}>
        End 14:00:00
      </text>
      <text x="262" y="90" textAnchor="middle" className={text}>
        New end 14:01:30
      </text>
    </svg>
  </Figure>
);
