// Shows the steps of a paid lot on its way to the buyer: paid, in preparation, ready for pickup with place, hours and
// code, handed over.
import { formatMoney } from "@jara/shared/money";
import type { Win } from "@jara/shared/rest/settlements";
import { formatLagosTime } from "@jara/shared/time";
import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "#router";
import { cx } from "../../../lib/cx.ts";
import { textLinkClass } from "../../../ui/text-link.tsx";
import { SlotOfLot, SlotTime, usePickupOfLot } from "./pickup-slots.tsx";

type State = "done" | "now" | "later";

export const PaidCard = ({ win }: { win: Win }) => {
  const { auction, total, closedAt, pickup } = win;
  const status = pickup?.status ?? "waiting";
  const isOver = status === "handed-over";
  const heading = isOver ? "The lot is yours" : status === "ready" ? "Ready for pickup" : "Your payment is confirmed";
  return (
    // A page has one of these for each paid lot.
    <section aria-label={`${heading}: ${auction.title}`} className="@container grid gap-3">
      <h3 className="font-bold text-base">{heading}</h3>
      {status === "ready" && pickup && <ReadyBox auctionId={auction._id} pickup={pickup} />}
      {status === "waiting" && <SlotOfLot auctionId={auction._id} />}
      <ol className="grid">
        <Step state="done" title={`Paid: ${formatMoney(total, auction.currency)}`}>
          {closedAt && <time dateTime={closedAt}>{formatLagosTime(closedAt)}</time>}{" "}
          <Link to="/profile/statement?tab=receipts" className={textLinkClass}>
            Receipt
          </Link>
        </Step>
        <Step state={status === "waiting" ? "now" : "done"} title="In preparation">
          {status === "waiting" && (
            <>
              {auction.location && (
                <>
                  It is in <bdi>{auction.location}</bdi>.{" "}
                </>
              )}
              Our team prepares it. When it is ready, we tell you here and by email, with the place, the hours and your
              pickup code.
            </>
          )}
        </Step>
        <Step state={status === "ready" ? "now" : isOver ? "done" : "later"} title="Ready for pickup" />
        <Step state={isOver ? "done" : "later"} title="Handed over" isLast>
          {pickup?.handedOverAt && <time dateTime={pickup.handedOverAt}>{formatLagosTime(pickup.handedOverAt)}</time>}
        </Step>
      </ol>
    </section>
  );
};

interface ReadyBoxProps {
  auctionId: string;
  pickup: NonNullable<Win["pickup"]>;
}

/** Names the slot that the buyer chose, else the place and the hours of the staff. */
const ReadyBox = ({ auctionId, pickup: { place, hours, code } }: ReadyBoxProps) => {
  const pickup = usePickupOfLot(auctionId);
  const slot = pickup?.slot;
  return (
    <div className="grid gap-3 rounded-box border border-brand bg-brand-soft p-4">
      <dl className="grid gap-2 text-sm">
        <div>
          <dt className="text-ink-soft">Where</dt>
          <dd className="font-semibold [overflow-wrap:anywhere]">{slot?.place ?? place}</dd>
        </div>
        <div>
          <dt className="text-ink-soft">{slot ? "You come" : "When"}</dt>
          <dd className="font-semibold [overflow-wrap:anywhere]">{slot ? <SlotTime slot={slot} /> : hours}</dd>
        </div>
      </dl>
      {pickup && !slot && pickup.offered.length > 0 && (
        <Link to="/purchases" className="justify-self-start text-sm underline underline-offset-4">
          Choose when you come
        </Link>
      )}
      {code && <PickupCode code={code} />}
    </div>
  );
};

const PickupCode = ({ code }: { code: string }) => (
  <div>
    <p className="text-ink-soft text-sm">Your pickup code</p>
    <p translate="no" className="tabular font-bold text-2xl tracking-widest">
      {code.slice(0, 3)} {code.slice(3)}
    </p>
    <p className="text-sm">
      It is for all of your lots that are ready together. Show it when you have them in your hands, not before.
    </p>
  </div>
);

interface StepProps {
  state: State;
  title: string;
  isLast?: boolean;
  children?: ReactNode;
}

const words: Record<State, string> = { done: "Done: ", now: "Now: ", later: "Later: " };

const Step = ({ state, title, isLast = false, children }: StepProps) => (
  <li
    aria-current={state === "now" ? "step" : undefined}
    className={cx("relative grid grid-cols-[1.5rem_1fr] gap-x-3", !isLast && "pb-3")}
  >
    {!isLast && <span aria-hidden className="absolute top-6 bottom-0 left-3 w-px bg-line-strong" />}
    <span
      aria-hidden
      className={cx(
        "grid size-6 place-items-center rounded-full border",
        state === "done" && "border-brand bg-brand text-on-brand",
        state === "now" && "border-2 border-brand",
        state === "later" && "border-line-strong",
      )}
    >
      {state === "done" && <Check className="size-4" />}
      {state === "now" && <span className="size-2 rounded-full bg-brand" />}
    </span>
    <div>
      <p className={cx(state === "now" && "font-semibold", state === "later" && "text-ink-soft")}>
        <span className="sr-only">{words[state]}</span>
        {title}
      </p>
      <div className="text-ink-soft text-sm">{children}</div>
    </div>
  </li>
);
