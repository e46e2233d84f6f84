// The phone's bar of a person who won or bought the lot and has to pay: what is left to pay, until when, and the way to
// the payment card.
import { formatMoney } from "@jara/shared/money";
import type { Win } from "@jara/shared/rest/settlements";
import { formatCountdown, formatLagosTime } from "@jara/shared/time";
import { useEffect, useState } from "react";
import { useServerNow } from "../../connection/use-server-now.ts";
import { cx } from "../../lib/cx.ts";
import { lagosClock } from "../../lib/lagos-moment.ts";
import { setBottomBar } from "../../store/bottom-bar.ts";
import { buttonClass } from "../../ui/button.tsx";

interface OwedBarProps {
  /** Undefined while the server has not said what a buyer owes. */
  win: Pick<Win, "kind" | "remaining" | "dueAt" | "auction"> | null | undefined;
  /** The deadline of a purchase, which is known at once. */
  deadline: string | undefined;
}

const DAY_MS = 24 * 3_600_000;

/** True while the window shows the payment card from its top third on. */
const useIsCardSeen = (): boolean => {
  const card = document.getElementById("pay");
  const [isSeen, setIsSeen] = useState(false);
  useEffect(() => {
    if (!card) return;
    const observer = new IntersectionObserver((entries) => setIsSeen(entries.at(-1)?.isIntersecting ?? false), {
      rootMargin: "0px 0px -66%",
    });
    observer.observe(card);
    return () => observer.disconnect();
  }, [card]);
  return isSeen;
};

export const OwedBar = ({ win, deadline }: OwedBarProps) => {
  const nowMs = useServerNow(1000);
  // The bar's link leads to the card, so the bar goes while the card is in view.
  const isCardSeen = useIsCardSeen();
  const dueAt = win?.dueAt ?? deadline;
  const leftMs = dueAt ? Date.parse(dueAt) - nowMs : null;
  return (
    <div
      className={cx(
        "-mx-4 sticky bottom-0 z-30 border-line border-t bg-surface px-4 pt-2 md:-mx-6 md:px-6 pb-[max(0.5rem,env(safe-area-inset-bottom))]",
        isCardSeen && "invisible",
      )}
    >
      <div ref={setBottomBar} className="absolute inset-x-0 bottom-full" />
      {/* The bar stays in view, so that its texts grow only as far as they keep their lines. The page has them in full. */}
      <div className="flex min-h-13 flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <p className="grid min-w-0 basis-32 grow-[999] text-sm leading-snug max-md:[font-size:min(0.875rem,4.6vw)]">
          <span className="font-bold text-base leading-snug max-md:[font-size:min(1rem,5.6vw)]">
            {win?.kind === "win" ? "You won" : dueAt && `Pay by ${lagosClock(dueAt, new Date(nowMs).toISOString())}`}
          </span>
          {dueAt && leftMs !== null && (
            <span className="tabular font-semibold text-amber">
              {leftMs <= 0
                ? "The deadline has passed"
                : leftMs < DAY_MS
                  ? `${formatCountdown(leftMs)} left`
                  : `Pay by ${formatLagosTime(dueAt)}`}
            </span>
          )}
        </p>
        <a href="#pay" className={`${buttonClass("primary", "lg")} grow px-4 max-md:[font-size:min(1rem,5.6vw)]`}>
          {win ? `Pay ${formatMoney(win.remaining, win.auction.currency)}` : "Pay"}
        </a>
      </div>
    </div>
  );
};
