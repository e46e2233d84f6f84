// Shows the payment that is due for a lot that the user won or bought, with the ways to pay. After the payment it shows
// when and where the buyer can collect the lot. The lot's page and Purchases show the same card.
import { collectWords } from "@jara/shared/collect-words";
import type { Win } from "@jara/shared/rest/settlements";
import { formatCountdown, formatLagosTime } from "@jara/shared/time";
import { useServerNow } from "../../../connection/use-server-now.ts";
import { cx } from "../../../lib/cx.ts";
import { useSite } from "../../../lib/site.ts";
import { OwnMoney } from "../../../ui/money.tsx";
import { ContactLinks } from "../../../ui/text-link.tsx";
import { isUrgent, penaltyWords, remainingLabel } from "../payment-words.ts";
import { ClosedPayment } from "./closed-payment.tsx";
import { DueParts } from "./due-parts.tsx";
import { PaidCard } from "./paid-card.tsx";
import { PaymentAmounts } from "./payment-amounts.tsx";
import { PaymentWays } from "./payment-ways.tsx";

interface PaymentCardProps {
  readonly win: Win;
  /** A card above pays this lot with others: the ways to pay it alone are folded. */
  readonly isJoint?: boolean;
}

export const PaymentCard = ({ win, isJoint = false }: PaymentCardProps) => {
  if (win.status === "open") return <DueCard win={win} isJoint={isJoint} />;
  if (win.status === "paid") {
    return (
      <div className="grid gap-2">
        <PaidCard win={win} />
        {win.pickup?.status !== "handed-over" && (
          <div className="text-ink-soft text-sm">
            <Questions win={win} />
          </div>
        )}
      </div>
    );
  }
  return <ClosedPayment win={win} />;
};

const DueCard = ({ win, isJoint }: Required<PaymentCardProps>) => {
  const { auction, dueAt, remaining, remainingNgn, places = [] } = win;
  const leftMs = Date.parse(dueAt) - useServerNow(1000);
  const urgent = leftMs <= 0 || isUrgent(win, Date.parse(dueAt) - leftMs);
  const ways = <PaymentWays win={win} isOver={leftMs <= 0} />;
  return (
    // Two lots may be due at the same time, so the name has the lot too.
    <section aria-label={`Payment due by ${formatLagosTime(dueAt)}: ${auction.title}`} className="@container">
      <DueParts
        due={
          <>
            <div className="flex flex-wrap items-end justify-between gap-x-4">
              <h3 className="font-bold text-base">
                <span className="block font-normal text-ink-soft text-sm">Payment due by </span>
                <time dateTime={dueAt} className="sm:whitespace-nowrap">
                  {formatLagosTime(dueAt)}
                </time>
              </h3>
              <p className={cx("tabular font-semibold text-sm", urgent && "text-amber")}>
                {leftMs > 0 ? (
                  <>
                    <span role="timer">{formatCountdown(leftMs)}</span> left
                  </>
                ) : (
                  <span role="timer">The deadline has passed</span>
                )}
              </p>
            </div>
            <div>
              <p className="text-ink-soft text-sm">{remainingLabel(win)}</p>
              <p className="flex flex-wrap items-baseline gap-x-3">
                <OwnMoney amount={remaining} currency={auction.currency} className="font-bold text-xl" />
                {auction.currency !== "NGN" && (
                  <span className="text-ink-soft">
                    <OwnMoney amount={remainingNgn} currency="NGN" className="font-semibold" /> today
                  </span>
                )}
              </p>
            </div>
          </>
        }
        ways={
          isJoint ? (
            <details>
              <summary className="min-h-11 cursor-pointer rounded-box border border-line p-3 font-semibold">
                Pay only this lot
              </summary>
              <div className="pt-2">{ways}</div>
            </details>
          ) : (
            ways
          )
        }
        rest={
          <>
            <PaymentAmounts win={win} />
            <div className="grid gap-2 text-ink-soft text-sm">
              <p>{penaltyWords(win)}</p>
              <p>
                <span className="[overflow-wrap:anywhere]">{collectWords({ places, location: auction.location })}</span>{" "}
                When you have paid, we prepare the lot and tell you when it is ready. You show a six-digit code there.
              </p>
              <Questions win={win} />
            </div>
          </>
        }
      />
    </section>
  );
};

const Questions = ({ win: { auction, reference } }: { win: Win }) => {
  const contact = useSite()?.contact;
  if (!contact) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-3">
      Questions?
      <ContactLinks
        contact={contact}
        text={`My payment ${reference} for "${auction.title}": `}
        subject={`Payment ${reference}: ${auction.title}`}
      />
    </p>
  );
};
