// Shows the steps of a paid lot on its way to the buyer: paid, in preparation, ready for pickup with place, time and code,
// handed over.
import { collectWords } from "@jara/shared/collect-words";
import { formatMoney } from "@jara/shared/money";
import type { Pickup } from "@jara/shared/rest/pickups";
import type { Win } from "@jara/shared/rest/settlements";
import { formatLagosTime } from "@jara/shared/time";
import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "#router";
import { cx } from "../../../lib/cx.ts";
import { buttonClass } from "../../../ui/button.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { textLinkClass } from "../../../ui/text-link.tsx";
import { usePickupOfLot } from "../hooks/use-pickups.ts";
import { PickupCode } from "./pickup-code.tsx";
import { addressOf, SlotTime } from "./pickup-slots.tsx";

type State = "done" | "now" | "later";

export const PaidCard = ({ win }: { win: Win }) => {
  const { auction, pickup } = win;
  const status = pickup?.status ?? "waiting";
  const heading =
    status === "handed-over"
      ? "The lot is yours"
      : status === "ready"
        ? "Ready for pickup"
        : "Your payment is confirmed";
  return (
    // A page has one of these for each paid lot.
    <section aria-label={`${heading}: ${auction.title}`} className="@container grid gap-3">
      <h3 className="font-bold text-base">{heading}</h3>
      {status === "handed-over" ? <Steps win={win} status={status} pickup={undefined} /> : <OnItsWay win={win} />}
    </section>
  );
};

/** Waits for the slots, because a chosen one replaces the hours of the staff. */
const OnItsWay = ({ win }: { win: Win }) => {
  const { pickup, isKnown } = usePickupOfLot(win.auction._id);
  if (!isKnown) return <Skeleton className="h-60" />;
  const status = win.pickup?.status ?? "waiting";
  return (
    <>
      {status === "ready" && win.pickup && <ReadyBox own={win.pickup} pickup={pickup} />}
      <Steps win={win} status={status} pickup={pickup} />
    </>
  );
};

interface StepsProps {
  win: Win;
  status: NonNullable<Win["pickup"]>["status"];
  /** Undefined once the lot was handed over. */
  pickup: Pickup | undefined;
}

const Steps = ({ win, status, pickup }: StepsProps) => {
  const { auction, total, closedAt } = win;
  const isOver = status === "handed-over";
  const isToChoose = pickup !== undefined && pickup.slot === null && pickup.hasSlots;
  const ready = status === "ready" ? "now" : isOver ? "done" : "later";
  return (
    <ol className="grid">
      <Step state="done" title={`Paid: ${formatMoney(total, auction.currency)}`}>
        {closedAt && <time dateTime={closedAt}>{formatLagosTime(closedAt)}</time>}{" "}
        <Link to={`/profile/statement?tab=receipts&auction=${auction._id}`} className={textLinkClass}>
          Receipt
        </Link>
      </Step>
      <Step state={status === "waiting" ? "now" : "done"} title="In preparation">
        {status === "waiting" && <Preparation win={win} pickup={pickup} />}
      </Step>
      <Step state={isToChoose && ready === "now" ? "done" : ready} title="Ready for pickup" />
      {isToChoose && <Step state={ready} title="Choose when you collect" />}
      <Step state={isOver ? "done" : "later"} title="Handed over" isLast>
        {win.pickup?.handedOverAt && (
          <time dateTime={win.pickup.handedOverAt}>{formatLagosTime(win.pickup.handedOverAt)}</time>
        )}
      </Step>
    </ol>
  );
};

const TOLD = "When it is ready, we tell you by email and at the bell at the top of the page.";

const Preparation = ({ win, pickup }: Pick<StepsProps, "win" | "pickup">) => {
  const { _id, auction, places = [] } = win;
  const slot = pickup?.slot;
  if (pickup && slot) {
    const isAdded = pickup.lots.some((lot) => lot._id === _id && lot.isAdded);
    return (
      <>
        <p className="text-ink">
          You come <SlotTime slot={slot} />, <span className="[overflow-wrap:anywhere]">{slot.place}</span>
          {isAdded ? "; this lot is added to that pickup if it is ready by then. " : ". "}
          <Link to={addressOf(pickup)} className={textLinkClass}>
            See or change it
          </Link>
        </p>
        <p>{TOLD}</p>
      </>
    );
  }
  return (
    <p>
      <span className="[overflow-wrap:anywhere]">{collectWords({ places, location: auction.location })}</span> {TOLD}{" "}
      {pickup?.hasSlots ? "Then you choose when you collect, and get" : "With that come the hours and"} your pickup
      code.
    </p>
  );
};

interface ReadyBoxProps {
  own: NonNullable<Win["pickup"]>;
  pickup: Pickup | undefined;
}

/** Names the slot that the buyer chose, else the place and the hours of the staff. */
const ReadyBox = ({ own: { place, hours, code }, pickup }: ReadyBoxProps) => {
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
        <Link to={addressOf(pickup)} className={cx(buttonClass("primary"), "justify-self-start")}>
          Choose when you collect
        </Link>
      )}
      {code && <PickupCode code={code} />}
    </div>
  );
};

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
