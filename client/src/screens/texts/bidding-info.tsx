// The Bidding & Buying Guide: its text and pictures, with the figures of the rules (spec sections 1, 2 and 9). It is long,
// because it is one text.
import { REQUIRED_BALANCE_PERCENT } from "@jara/shared/bidding-rules";
import { buyersPremiumOf, type PercentRules, paymentDaysWords, percentsOf } from "@jara/shared/payment-rules";
import { totalInWords } from "@jara/shared/premium-words";
import type { Site } from "@jara/shared/rest/site";
import type { SiteDetails } from "@jara/shared/rest/site-settings";
import { WITHDRAWAL_COST, WITHDRAWAL_TIME } from "@jara/shared/withdrawal-words";
import { type ReactNode, useEffect, useState } from "react";
import { Link, useLocation } from "#router";
import { Contents } from "../../features/legal/contents.tsx";
import { cx } from "../../lib/cx.ts";
import { usePageTitle } from "../../lib/page-title.ts";
import { useSite } from "../../lib/site.ts";
import { restInWords } from "../../lots/rest-in-words.ts";
import { useSiteDetails } from "../../lots/site-details.ts";
import { useHeldWords } from "../../money/held-words.ts";
import { buttonClass } from "../../ui/button.tsx";
import { MailLink, WhatsAppLink } from "../../ui/text-link.tsx";
import { prose } from "../../ui/text-page.tsx";
import {
  AutoBidFigure,
  BalanceFigure,
  BuyItNowFigure,
  PaymentFigure,
  SoftCloseFigure,
} from "./bidding-info/figures.tsx";
import { HoursList } from "./bidding-info/hours-list.tsx";
import { stepPictures } from "./bidding-info/step-pictures.tsx";

/** The settings that the text depends on. */
interface Facts {
  contact: Site["contact"] | undefined;
  /** The rules that a lot takes if it opens now. */
  rules: PercentRules;
  details: SiteDetails | undefined;
}

/** What the premium of the site adds to a bid of ₦100,000.00; null on a site without one. */
const premiumSentence = (rules: PercentRules): string | null => {
  const premium = buyersPremiumOf({ rules });
  if (!premium) return null;
  const { percent, vatPercent } = premium;
  return (
    `A buyer's premium of ${percent}% is added to the winning bid of each lot that opens now${vatPercent > 0 ? `, and ${vatPercent}% VAT to the premium` : ""}. ` +
    `${totalInWords(100_000, "NGN", premium)}. The page of a lot says it beside the price, and each bid shows its total. ` +
    "A lot that opened before may have no premium: then nothing is added."
  );
};

const stepsOf = (rules: PercentRules): [title: string, text: string][] => [
  ["Verify your email", "Open the link we send when you register. It expires in 24 hours; you can ask for a new one."],
  ["Check your balance", "You need at least 20% of the amount you bid in your balance."],
  [
    "Place a bid higher than the current bid",
    "The lot's page shows the minimum next bid: the current price plus the bid increment, the smallest step.",
  ],
  ["Follow the price", "Prices change live. Set a maximum, and we bid for you up to that amount."],
  [
    "Win and pay",
    `The highest bid at the end wins, if it reaches the reserve, the lowest price at which the lot is sold. We take a deposit of ${rules.depositPercent}%; pay the rest within ${paymentDaysWords(rules)}.`,
  ],
];

/** The words of docs/glossary.md that a bidder must know. */
const words: [word: string, meaning: string][] = [
  ["Lot", "The thing that is sold."],
  ["Auction", "The bidding on a lot, from its start to its end."],
  [
    "Bid increment",
    "The smallest step by which the price rises. The next bid is the current price plus this step, or more.",
  ],
  ["Maximum", "The most that you would pay. Nobody else sees it. We bid for you up to it."],
  ["Auto-bid", "A bid that we place for you, because you set a maximum."],
  ["Leading", "You have the highest bid at the moment."],
  ["Outbid", "Somebody else bid more than you."],
  [
    "Reserve",
    "The lowest price at which the lot is sold. It is hidden. “Reserve not met”: the price is still below it.",
  ],
  ["Deposit", "The first part of the price. We take it from your balance when you win or buy."],
  ["Penalty, forfeit fee", "What you lose if you win or buy and do not pay in time."],
  [
    "Public log",
    "The record of each price, bid and end of a lot. “Check this auction” on a lot's page checks it on your device.",
  ],
  [
    "Receipt of a bid, proof",
    "Our signed answer to your bid, which shows that we accepted it. The device with which you bid keeps it: see My Bids.",
  ],
  ["Second chance", "The winner did not pay, so the lot is offered to you as the next bidder."],
];

/** The section that is left out on sites where staff may bid. */
const STAFF = "who";
/** Left out until the hours are known. */
const OFFICE = "office";

const sections: [id: string, title: string, body: (facts: Facts) => ReactNode][] = [
  [
    "before",
    "Verification and balance",
    () => (
      <>
        <p>
          <b>Email.</b> Your email address must be verified before you bid, set a maximum or use Buy It Now. The link we
          send expires in 24 hours. If you ask for a new one, the earlier one no longer works.
        </p>
        <p>
          <b>Balance for a bid.</b> At least <b>20% of the amount you bid</b>, which becomes the current price. For a
          bid of ₦100,000.00 that is ₦20,000.00.
        </p>
        <BalanceFigure />
        <p>
          <b>Balance for an auto-bid.</b> At least <b>20% of your maximum</b>.
        </p>
        <p>
          <b>Held.</b>{" "}
          <span>That part is held while you lead, and for a maximum until you cancel it or the auction ends.</span>{" "}
          <HeldWords />
        </p>
        <p>
          Your balance is kept in naira. For an auction in dollars we convert the amount you need at the rate of the
          day.
        </p>
      </>
    ),
  ],
  [
    "auto-bids",
    "How an auto-bid works",
    () => (
      <>
        <p>
          Set a maximum: the most that you would pay. We then bid for you, <b>only as much as needed to lead</b>, and
          never more than your maximum. Each of these bids is an auto-bid. If two maximums are equal, the one that was
          set first leads.
        </p>
        <AutoBidFigure />
        <p>
          Nobody else sees your maximum while the auction is open. You can raise, lower or cancel it at any time. Bids
          that it has already placed still count. <Link to="/my-max-bids">My Auto-Bids</Link> lists your maximums.
        </p>
      </>
    ),
  ],
  [
    "soft-close",
    "Bids in the last moments",
    () => (
      <>
        <p>
          Most auctions end later if somebody bids in the last minutes: such a bid moves the end, for example to{" "}
          <b>2 minutes after that bid</b>. Each lot's page says by how much, and the latest time at which it ends. Your
          maximum bids until then, so you do not need to bid in the last second.
        </p>
        <SoftCloseFigure />
      </>
    ),
  ],
  [
    "changed",
    "If a lot changes",
    () => (
      <>
        <p>
          If a lot's text or terms change while it has bids, all bidders are notified, and the lot's page shows the old
          and the new text with the time of the change.
        </p>
        <ul>
          <li>
            <b>Your maximum is suspended.</b> It does not bid until you have read the change and confirmed it with one
            tap, on the lot's page or under <Link to="/my-max-bids">My Auto-Bids</Link>.
          </li>
          <li>
            <b>You may withdraw your bids</b> because of the change, for <b>24 hours</b> or until the auction ends,
            whichever comes first. They then no longer count. If you bid after the change, you accept it.
          </li>
          <li>
            <b>There is time to decide.</b> Such a change moves the end to at least two hours from then.
          </li>
        </ul>
      </>
    ),
  ],
  [
    "voided",
    "Bids that no longer count",
    () => (
      <>
        <p>
          We remove a person's bids for one of these reasons: a mistaken amount, fraud, a suspended account, or another
          reason, which we state. The price and the leader become what they would be without those bids, so{" "}
          <b>the price can fall</b>. The bids stay in the history, struck through, with the reason.
        </p>
        <p>
          When an auction is cancelled, all bids and maximums on it are cancelled, and you pay nothing. If we remove the
          winner's bids after the end, nobody else becomes the winner.
        </p>
      </>
    ),
  ],
  [STAFF, "Who may bid", () => <p>Staff do not bid on this site, because they see reserves and bidders' names.</p>],
  [
    "payment",
    "Payment and penalty",
    ({ rules }) => (
      <>
        <p>
          When you win, a <b>deposit of {rules.depositPercent}%</b> of the winning bid is taken from your balance at the
          end of the auction. It is the first part of the price.
        </p>
        {premiumSentence(rules) && <p>{premiumSentence(rules)}</p>}
        <PaymentFigure rules={rules} />
        <p>
          Payment is due within <b>{paymentDaysWords(rules)}</b> of the end of the auction. Weekends and Nigerian public
          holidays do not count. You pay the rest from your balance, online or by bank transfer, on the lot's page or
          under <Link to="/purchases">Purchases</Link>.
        </p>
        <p>
          If <b>{restInWords(rules)}</b> is not paid by then, you pay a penalty (forfeit fee) of{" "}
          <b>{rules.forfeitPercent}% of the winning bid</b>. We keep it from the deposit, and the rest of the deposit
          goes back to your balance. The lot is not yours.
        </p>
        <p>Each lot keeps the percentages and the days of payment that it opened with. Its page shows them.</p>
      </>
    ),
  ],
  [
    "notice",
    "If you win",
    () => (
      <p>
        We notify you by email or WhatsApp, with the steps for payment and pickup.{" "}
        <Link to="/purchases">Purchases</Link> shows every auction you won, what is to be paid, and the code that you
        show at the pickup.
      </p>
    ),
  ],
  [
    "buy-it-now",
    "Buy It Now",
    ({ rules }) => (
      <>
        <p>Some auctions have a fixed price at which you can buy at once.</p>
        <BuyItNowFigure rules={rules} />
        <ul>
          <li>
            A fee of <b>{rules.feePercent}%</b> of the Buy It Now price is added to the total
            {premiumSentence(rules) ? ", and no buyer's premium" : ""}.
          </li>
          <li>
            You need <b>20%</b> of the Buy It Now price in your balance.{" "}
            {rules.depositPercent === REQUIRED_BALANCE_PERCENT ? "It" : <b>{rules.depositPercent}% of the price</b>} is
            taken as a deposit when you buy. It is the first part of the total.
          </li>
          <li>
            Payment is due <b>1 hour</b> after you confirm. During this time the auction is paused, and nobody can bid.
          </li>
          <li>
            If you do not pay in time, a penalty of <b>{rules.forfeitPercent}% of the Buy It Now price</b> is deducted
            from your balance: we keep it from your deposit, and the rest of the deposit goes back to your balance. The
            auction continues with the time it had left.
          </li>
          <li>
            It is not available when the auction ends in <b>1 hour or less</b>, or once bids have reached its price.
          </li>
          <li>
            You can have <b>one purchase open</b> at a time: pay it before you buy something else. After an unpaid
            purchase you cannot use Buy It Now for <b>30 days</b>.
          </li>
        </ul>
        <p>
          You pay from your balance, online or by bank transfer. You see how as soon as you confirm. Write to us by
          WhatsApp or email if you need help.
        </p>
      </>
    ),
  ],
  [
    "selling",
    "How to list an item",
    ({ contact, details }) => (
      <>
        <p>
          <Link to="/sell">Offer the item here</Link>, from your phone: it is saved while you type. Or write to us by
          email or WhatsApp. Our team creates every listing, and needs:
        </p>
        <ul>
          <li>
            the item's name, description, age and condition; for electronics and automobiles also its working condition
          </li>
          <li>
            at least <b>10 photos</b> and at least <b>1 video</b>
          </li>
          <li>a photo of the receipt, if you have it</li>
          <li>your estimate of its retail value</li>
        </ul>
        <Contacts contact={contact} subject="An item to list" />
        <p>
          We review every item. If yours is approved you get a link to the agreement with the seller's terms before the
          auction goes live.
        </p>
        <Note text={details?.notes.seller} />
      </>
    ),
  ],
  [
    "balance",
    "Adding money to your balance",
    ({ contact }) => (
      <>
        <p>
          <b>Online.</b> Choose “Add Money to My Balance” in your <Link to="/profile/money#add-money">profile</Link>.
        </p>
        <p>
          <b>By bank transfer.</b> The account is shown in your profile. Write your username as the reference and send
          the receipt by WhatsApp or email; we add the amount once we have checked it.
        </p>
        <Contacts contact={contact} subject="Receipt of a transfer" />
      </>
    ),
  ],
  [
    "withdrawing",
    "Taking money out",
    () => (
      <>
        <p>
          <Link to="/profile/withdraw">Withdraw money</Link> sends it to a bank account in your own name. You can take
          out what is not held for your bids and not still to be paid. A new bank account can be used after{" "}
          <b>24 hours</b>.
        </p>
        <p>
          {WITHDRAWAL_TIME} {WITHDRAWAL_COST}
        </p>
      </>
    ),
  ],
  [
    "words",
    "Words on our pages",
    () => (
      <dl className="grid gap-2 [&_dt]:font-semibold">
        {words.map(([word, meaning]) => (
          <div key={word}>
            <dt>{word}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    ),
  ],
  [
    OFFICE,
    "Office and pickup",
    ({ contact, details }) => (
      <>
        {details?.hours.place && <p>{details.hours.place}</p>}
        {details && <HoursList days={details.hours.days} />}
        {contact?.phone && (
          <p>
            Phone: <a href={`tel:${contact.phone}`}>{contact.phone}</a>
          </p>
        )}
        <Note text={details?.notes.pickup} />
      </>
    ),
  ],
  [
    "notes",
    "Important notes",
    ({ details }) => (
      <ul>
        <li>All bids are binding. If you win, you must pay.</li>
        <li>Your balance is checked in real time before each bid.</li>
        <li>Penalties are deducted automatically.</li>
        <li>
          For any issue, <Link to="/support">contact support</Link>.
        </li>
        {details?.notes.bidding && (
          <li className="whitespace-pre-line [overflow-wrap:anywhere]">{details.notes.bidding}</li>
        )}
      </ul>
    ),
  ],
];

const HeldWords = () => <span>{useHeldWords()}</span>;

/** A text of the administrators, as they typed it. */
const Note = ({ text }: { text: string | undefined }) =>
  text ? <p className="whitespace-pre-line [overflow-wrap:anywhere]">{text}</p> : null;

const Contacts = ({ contact, subject }: { contact: Facts["contact"]; subject: string }) =>
  contact ? (
    <div className="flex flex-wrap gap-x-8">
      <MailLink address={contact.email} subject={subject} />
      <WhatsAppLink number={contact.whatsapp} />
    </div>
  ) : null;

/** Sections that are always open at first. The others are folded on a phone, and open if the address names them. */
const OPEN = new Set(["notes"]);

const Section = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => {
  const { hash, key } = useLocation();
  const [isOpen, setIsOpen] = useState(() => OPEN.has(id) || matchMedia("(min-width: 64rem)").matches);
  // The key, so that a second click on the same link opens it again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (hash === `#${id}`) setIsOpen(true);
  }, [hash, key, id]);
  return (
    <section aria-labelledby={id} className="border-line max-lg:border-t">
      <details open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary className="min-h-12 content-center py-2">
          <h2 id={id} className="inline scroll-mt-20 font-bold text-lg">
            {title}
          </h2>
        </summary>
        <div className={cx(prose, "pt-1 pb-6")}>{children}</div>
      </details>
    </section>
  );
};

export const Component = () => {
  usePageTitle("Bidding & Buying Guide");
  const site = useSite();
  const { details } = useSiteDetails();
  const rules = percentsOf(site ?? {});
  const facts: Facts = { contact: site?.contact, rules, details };
  const shown = sections.filter(
    ([id]) => (id !== STAFF || !site?.staffMayBid) && (id !== OFFICE || details !== undefined),
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-12">
      <div className="grid gap-2 pt-2 md:pt-4">
        <h1 className="font-bold text-xl lg:text-2xl">Bidding & Buying Guide</h1>
        <p className="max-w-prose text-ink-soft">
          How an auction works here, what it costs, and what you commit to. The{" "}
          <Link to="/terms" className="font-semibold text-brand underline underline-offset-4">
            terms
          </Link>{" "}
          have the same rules in full.
        </p>
      </div>
      <section aria-labelledby="steps" className="grid gap-4">
        <h2 id="steps" className="font-bold text-lg">
          Five steps to win and pay
        </h2>
        <ol className="grid grid-cols-[minmax(0,1fr)] gap-px overflow-hidden rounded-box border border-line bg-line sm:grid-cols-2 lg:grid-cols-5 sm:max-lg:[&>li:last-child]:col-span-2">
          {stepsOf(rules).map(([title, text], index) => {
            const Picture = stepPictures[index];
            return (
              <li key={title} className="flex items-start gap-3 bg-surface p-4 sm:grid sm:content-start sm:gap-2">
                {Picture && <Picture />}
                <div className="grid min-w-0 gap-1">
                  <div className="flex gap-2 font-semibold">
                    <span aria-hidden className="tabular text-brand">
                      {index + 1}
                    </span>
                    <h3>{title}</h3>
                  </div>
                  <p className="text-ink-soft text-sm">{text}</p>
                </div>
              </li>
            );
          })}
        </ol>
      </section>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-6 lg:grid-cols-[minmax(0,1fr)_16rem]">
        <Contents
          sections={shown.map(([id, title]) => ({ id, title }))}
          className="max-lg:hidden lg:col-start-2 lg:row-start-1"
        />
        <div className="grid grid-cols-[minmax(0,1fr)] lg:gap-4">
          {shown.map(([id, title, body]) => (
            <Section key={id} id={id} title={title}>
              {body(facts)}
            </Section>
          ))}
        </div>
      </div>
      <Link to="/" className={`${buttonClass("primary", "lg")} justify-self-start`}>
        Browse Auctions
      </Link>
    </div>
  );
};
