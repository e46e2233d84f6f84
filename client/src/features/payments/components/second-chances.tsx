// The lots that are offered to the user as the runner-up: accept with the amounts said once more, or decline.

import { toBasisPoints } from "@jara/shared/basis-points";
import { REQUIRED_BALANCE_PERCENT } from "@jara/shared/bidding-rules";
import { formatMoney, toMajor, toMinor } from "@jara/shared/money";
import { shareInNaira } from "@jara/shared/naira";
import { buyersPremiumOf, paymentDaysWords, percentsOf } from "@jara/shared/payment-rules";
import type { SecondChance } from "@jara/shared/rest/settlements";
import { formatCountdown, formatLagosTime } from "@jara/shared/time";
import { useState } from "react";
import { useServerNow } from "../../../connection/use-server-now.ts";
import { cx } from "../../../lib/cx.ts";
import { type PremiumLot, WholePrice } from "../../../lots/whole-price.tsx";
import { useCurrency } from "../../../store/currency.ts";
import { Ask } from "../../../ui/ask.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { OtherMoney, OwnMoney } from "../../../ui/money.tsx";
import { useAnswerOffer, useSecondChances } from "../hooks/use-second-chances.ts";
import { LotHeading } from "./lot-heading.tsx";
import { PayError } from "./pay-error.tsx";

export const SecondChances = () => {
  const { data } = useSecondChances();
  if (!data?.length) return null;
  return (
    <section aria-label="Second chances" className="grid gap-4">
      {data.map((offer) => (
        <Offer key={offer._id} offer={offer} />
      ))}
    </section>
  );
};

const lotOf = (offer: SecondChance): PremiumLot => ({
  currency: offer.auction.currency,
  buyersPremium: buyersPremiumOf(offer),
});

const HOUR_MS = 3_600_000;

const Offer = ({ offer }: { offer: SecondChance }) => {
  const [asking, setAsking] = useState<"accept" | "decline" | null>(null);
  const leftMs = Date.parse(offer.expiresAt) - useServerNow(1000);
  const isOver = leftMs <= 0;
  return (
    <article className="grid gap-3 rounded-box border border-brand bg-surface p-4 md:p-6">
      <LotHeading auction={offer.auction}>
        <Badge tone="success" className="justify-self-start">
          Second chance
        </Badge>
      </LotHeading>
      <p className="text-sm">The winner did not buy it. You were next, so it is offered to you first.</p>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <div>
          <p className="text-ink-soft text-sm">Your price</p>
          <p className="flex flex-wrap items-baseline gap-x-3">
            <OwnMoney amount={offer.price} currency={offer.auction.currency} className="font-bold text-xl" />
            <OtherMoney amount={offer.price} currency={offer.auction.currency} className="text-ink-soft" />
          </p>
          <WholePrice amount={offer.price} lot={lotOf(offer)} what="price" className="text-sm" />
        </div>
        <p className="text-sm">
          Until <time dateTime={offer.expiresAt}>{formatLagosTime(offer.expiresAt)}</time>
          <span role="timer" className={cx("tabular block font-semibold", leftMs < HOUR_MS && "text-amber")}>
            {isOver ? "The deadline has passed" : `${formatCountdown(leftMs)} left`}
          </span>
        </p>
      </div>
      <div className="grid grid-cols-2 gap-2 md:flex">
        <Button aria-haspopup="dialog" disabled={isOver} onClick={() => setAsking("accept")}>
          Accept
        </Button>
        <Button variant="secondary" aria-haspopup="dialog" disabled={isOver} onClick={() => setAsking("decline")}>
          Decline
        </Button>
      </div>
      {asking && <Question offer={offer} answer={asking} onClose={() => setAsking(null)} />}
    </article>
  );
};

interface QuestionProps {
  offer: SecondChance;
  answer: "accept" | "decline";
  onClose: () => void;
}

const Question = ({ offer, answer, onClose }: QuestionProps) => {
  const { rates } = useCurrency();
  const answering = useAnswerOffer(offer, answer);
  const { price, auction } = offer;
  const rules = percentsOf(offer);
  const wholeDeposit = toMajor(
    shareInNaira(toMinor(price), auction.currency, rates, toBasisPoints(rules.depositPercent)),
  );
  const isAccept = answer === "accept";
  return (
    <Ask
      open
      title={isAccept ? "Buy this lot?" : "Decline this lot?"}
      no="Not yet"
      yes={isAccept ? `Buy for ${formatMoney(price, auction.currency)}` : "Decline"}
      isDanger={!isAccept}
      of={answering}
      failed={(error) => <PayError error={error} />}
      onNo={onClose}
      onYes={() => answering.mutate(undefined)}
    >
      <p dir="auto" className="line-clamp-2 font-semibold">
        {auction.title}
      </p>
      {isAccept ? (
        <ul className="grid list-disc gap-1 pl-5 text-sm">
          <li>
            The price is <strong>{formatMoney(price, auction.currency)}</strong>. If you accept, you must pay, as after
            a winning bid.
            <WholePrice amount={price} lot={lotOf(offer)} what="price" className="font-semibold" />
          </li>
          <li>
            A deposit of <strong>{formatMoney(wholeDeposit, "NGN")}</strong> ({rules.depositPercent}%) is taken from
            your balance now. You need at least {REQUIRED_BALANCE_PERCENT}% of the price in your balance.
          </li>
          <li>
            The rest is due within {paymentDaysWords(rules)}. If you do not pay, we keep {rules.forfeitPercent}% of the
            price.
          </li>
        </ul>
      ) : (
        <p className="text-sm">Declining costs nothing. You will not get this offer again.</p>
      )}
    </Ask>
  );
};
