// The Bidding & Buying Guide: static text, with the figures of the rules (spec sections 2 and 9).
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { contactEmail } from "../lib/brand.ts";
import { usePageTitle } from "../lib/page-title.ts";
import { buttonClass } from "../ui/button.tsx";

const steps: [title: string, text: string][] = [
  ["Verify your email", "Open the link we send when you register. It expires in 24 hours; you can ask for a new one."],
  ["Check your balance", "You need at least 20% of the current price as account balance before you bid."],
  [
    "Place a bid higher than the current bid",
    "The auction shows the minimum next bid: the current price plus one increment.",
  ],
  ["Monitor", "Prices move live. Set a maximum and auto-bidding answers for you, up to that amount."],
  [
    "Win and pay",
    "The highest bid when the clock stops wins, if any reserve price is met. Pay within 3 business days.",
  ],
];

const sections: [id: string, title: string, body: ReactNode][] = [
  [
    "before",
    "Before you bid",
    <>
      <p>Your email address must be verified.</p>
      <p>
        Your account balance must be at least <b>20% of the current price</b>. For an auto-bid it must be at least{" "}
        <b>20% of your maximum</b>. For an auction in dollars the amount is converted to naira.
      </p>
    </>,
  ],
  [
    "payment",
    "Paying when you win",
    <>
      <p>
        Payment is due within <b>3 business days</b> of the end of the auction.
      </p>
      <p>
        If the remaining 80% is not paid by then, a forfeit of <b>10% of the winning bid</b> is deducted from your
        balance.
      </p>
    </>,
  ],
  [
    "notice",
    "How winners are told",
    <p key="notice">
      You are notified by email or messaging app, with the steps for payment and pickup. My Bids shows every auction you
      won.
    </p>,
  ],
  [
    "buy-it-now",
    "Buy It Now",
    <>
      <p>
        Some auctions have a fixed price. A fee of <b>5%</b> is added to it, and you need <b>20%</b> of the Buy It Now
        price as balance.
      </p>
      <p>
        Payment is due <b>1 hour</b> after you confirm; the auction is paused meanwhile. If it is not paid, a penalty of{" "}
        <b>10% of the Buy It Now price</b> is deducted and the auction goes on.
      </p>
      <p>Buy It Now is not available in the last hour of an auction.</p>
    </>,
  ],
  [
    "selling",
    "How to list an item",
    <>
      <p>Write to us by email or messaging app with:</p>
      <ul>
        <li>the item's name, description, age and condition, and for electronics and automobiles whether it works</li>
        <li>at least 10 photos and at least 1 video</li>
        <li>a photo of the receipt, if you have it</li>
        <li>your estimate of its retail value</li>
      </ul>
      <p>
        We review every item. If yours is approved you get a link to the seller's agreement before the auction goes
        live.
      </p>
    </>,
  ],
  [
    "balance",
    "Topping up your balance",
    <p key="balance">
      By bank transfer: send the receipt by messaging app or email to{" "}
      <a href={`mailto:${contactEmail}`}>{contactEmail}</a>, and we add the amount once it is validated.
    </p>,
  ],
  [
    "notes",
    "Important notes",
    <ul key="notes">
      <li>All bids are binding.</li>
      <li>Your balance is checked in real time before each bid.</li>
      <li>Penalties are deducted automatically.</li>
      <li>For any issue, contact support.</li>
    </ul>,
  ],
];

const prose =
  "grid max-w-prose gap-3 [&_a]:font-semibold [&_a]:text-brand [&_a]:underline [&_a]:underline-offset-4 [&_b]:font-semibold [&_ul]:grid [&_ul]:list-disc [&_ul]:gap-2 [&_ul]:pl-5";

export const Component = () => {
  usePageTitle("Bidding & Buying Guide");
  return (
    <div className="grid gap-12">
      <div className="grid gap-2 pt-2 md:pt-4">
        <h1 className="font-bold text-xl lg:text-2xl">Bidding & Buying Guide</h1>
        <p className="max-w-prose text-ink-soft">How an auction works here, what it costs, and what you commit to.</p>
      </div>
      <section aria-labelledby="steps" className="grid gap-4">
        <h2 id="steps" className="font-bold text-lg">
          Five steps from bid to pickup
        </h2>
        <ol className="grid gap-px overflow-hidden rounded-box border border-line bg-line lg:grid-cols-5">
          {steps.map(([title, text], index) => (
            <li key={title} className="grid content-start gap-2 bg-surface p-4">
              <span aria-hidden className="tabular font-bold text-brand text-lg">
                {index + 1}
              </span>
              <h3 className="font-semibold">{title}</h3>
              <p className="text-ink-soft text-sm">{text}</p>
            </li>
          ))}
        </ol>
      </section>
      <div className="grid border-line border-t">
        {sections.map(([id, title, body]) => (
          <section
            key={id}
            aria-labelledby={id}
            className="grid gap-x-8 gap-y-3 border-line border-b py-8 md:grid-cols-[16rem_1fr]"
          >
            <h2 id={id} className="font-bold text-lg">
              {title}
            </h2>
            <div className={prose}>{body}</div>
          </section>
        ))}
      </div>
      <Link to="/" className={`${buttonClass("primary", "lg")} justify-self-start`}>
        Browse Auctions
      </Link>
    </div>
  );
};
