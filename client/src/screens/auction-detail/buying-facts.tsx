// "Before you bid": where the lot can be seen and collected, what a buyer pays in all, and what happens if it is not as
// described.
import type { Auction } from "@jara/shared/auction";
import { shareOfMinor, toBasisPoints } from "@jara/shared/basis-points";
import { toMajor, toMinor } from "@jara/shared/money";
import { buyersPremiumOf, paymentDaysWords, percentsOf } from "@jara/shared/payment-rules";
import { totalDueOf } from "@jara/shared/total-due";
import { MapPin, ReceiptText, ShieldCheck } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "#router";
import { useSite } from "../../lib/site.ts";
import { isBuyItNowAhead } from "../../lots/buy-it-now-ahead.ts";
import { restInWords } from "../../lots/rest-in-words.ts";
import { SoldBy } from "../../lots/seller-name.tsx";
import { WholePrice } from "../../lots/whole-price.tsx";
import { OwnMoney } from "../../ui/money.tsx";
import { MailLink, WhatsAppLink } from "../../ui/text-link.tsx";
import { useCollectWords } from "./use-collect-words.ts";

const linkClass = "font-semibold text-brand underline underline-offset-4";

/** The lot with the rules that it would take if it opened now. A lot that has opened keeps its own. */
const useRulesToTake = (auction: Auction): Auction => {
  const rules = useSite()?.rules;
  return auction.status === "draft" && rules
    ? { ...auction, rules, buyersPremium: buyersPremiumOf({ rules }) }
    : auction;
};

export const BuyingFacts = ({ auction }: { auction: Auction }) => (
  <section aria-labelledby="buying-title" className="grid gap-3">
    <h2 id="buying-title" className="font-bold text-lg">
      Before you bid
    </h2>
    <div className="grid divide-y divide-line border-line border-y">
      <Part icon={<MapPin aria-hidden className="size-5" />} title="See it and collect it">
        <Seeing auction={auction} />
      </Part>
      <Part icon={<ReceiptText aria-hidden className="size-5" />} title="What you pay in all">
        <Paying auction={useRulesToTake(auction)} />
      </Part>
      <Part icon={<ShieldCheck aria-hidden className="size-5" />} title="If it is not as described">
        <p>
          Look at the lot before you take it, and tell us at once if it differs from this page.{" "}
          <Link to="/buyer-protection" className={linkClass}>
            Buyer protection
          </Link>
        </p>
      </Part>
    </div>
  </section>
);

const Part = ({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) => (
  <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 py-3 text-sm">
    <span className="text-brand">{icon}</span>
    <div className="grid gap-1">
      <h3 className="font-semibold text-sm">{title}</h3>
      {children}
    </div>
  </div>
);

const Seeing = ({ auction }: { auction: Auction }) => {
  const contact = useSite()?.contact;
  const subject = `Viewing of ${auction.title}`;
  return (
    <>
      <p className="[overflow-wrap:anywhere] empty:hidden">{useCollectWords(auction)}</p>
      <p>
        <SoldBy auction={auction} /> To see it first, ask for an appointment.
        {contact && (
          <>
            {" "}
            Write to us by{" "}
            <WhatsAppLink number={contact.whatsapp} className={linkClass}>
              WhatsApp
            </WhatsAppLink>{" "}
            or{" "}
            <MailLink address={contact.email} subject={subject} className={linkClass}>
              email
            </MailLink>
            .
          </>
        )}
      </p>
      <p>When it is paid, this page shows when to collect it, and the code to show there.</p>
    </>
  );
};

const payingInWords = ({ buyersPremium, ...auction }: Auction): string => {
  const rules = percentsOf(auction);
  const vat =
    buyersPremium && buyersPremium.vatPercent > 0 ? `, and ${buyersPremium.vatPercent}% VAT on the premium` : "";
  const price = buyersPremium
    ? `Your winning bid, our fee of ${buyersPremium.percent}% of it, called the premium${vat}.`
    : "Your winning bid, without an extra fee.";
  const deposit = `${rules.depositPercent}%${buyersPremium ? " of the bid" : ""} is taken from your balance when you win`;
  const rest = `${restInWords(rules)} is due within ${paymentDaysWords(rules)}`;
  const fee = ` Buy It Now adds a fee of ${rules.feePercent}%${buyersPremium ? " instead of the premium" : ""}.`;
  return (
    `${price} ${deposit}; ${rest}. If you do not pay, ${rules.forfeitPercent}% of the bid is kept.` +
    (isBuyItNowAhead(auction) ? fee : "")
  );
};

const Paying = ({ auction }: { auction: Auction }) => {
  const { isLeading, currentPrice, minimumBid, currency, buyersPremium } = auction;
  // The leader wins at the price; everybody else has to bid.
  const price = isLeading ? currentPrice : minimumBid;
  const rules = percentsOf(auction);
  const deposit = toMajor(shareOfMinor(toMinor(price), toBasisPoints(rules.depositPercent)));
  const total = buyersPremium ? totalDueOf(price, buyersPremium).total : price;
  return (
    <>
      <p>{payingInWords(auction)}</p>
      <p className="text-ink-soft">
        If you win with <OwnMoney amount={price} currency={currency} className="font-semibold" />:{" "}
        <OwnMoney amount={deposit} currency={currency} /> at the end of the auction, and{" "}
        <OwnMoney amount={toMajor(toMinor(total) - toMinor(deposit))} currency={currency} /> after it.
        <WholePrice amount={price} lot={auction} />
      </p>
    </>
  );
};
