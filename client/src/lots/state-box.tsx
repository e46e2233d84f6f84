// The one box that tells a person how they stand on a lot: the sentence of its state in the state's colour, and below it
// what the screen offers. It is computed live, so that it can never contradict the price beside it.
import type { Auction } from "@jara/shared/auction";
import type { LotState } from "@jara/shared/lot-state";
import { ArrowUp, Check, CircleAlert, Info } from "lucide-react";
import { type ReactNode, type Ref, useState } from "react";
import { cx } from "../lib/cx.ts";
import { type StateTone, sentenceOf, stateWords } from "./state-words.ts";

const looks: Record<StateTone, { box: string; mark: string }> = {
  calm: { box: "border-brand bg-brand-soft", mark: "text-brand" },
  act: { box: "border-amber-mark bg-amber-soft", mark: "text-amber" },
  still: { box: "border-line bg-sunken", mark: "text-ink-soft" },
};

const iconOf = ({ position }: LotState, tone: StateTone) => {
  if (tone === "act") return position === "outbid" ? ArrowUp : CircleAlert;
  return tone === "calm" ? Check : Info;
};

interface StateBoxProps {
  state: LotState;
  auction: Pick<Auction, "currency" | "currentPrice" | "minimumBid">;
  /** The sentence about what the person has just done, as long as it is true. */
  done?: ReactNode;
  /** The sentence, which can take the focus. */
  title?: Ref<HTMLParagraphElement>;
  /**
   * True while a form with an amount is below it. A box that comes then stands after the form on a desktop, and on a
   * phone, whose sheet grows upwards, before it, so that the form's button stays where it is.
   */
  yieldsToForm?: boolean;
  /** True if a form below it needs the height of the window. */
  isCompact?: boolean;
  children?: ReactNode;
}

/** The sentence may be above the visible part of a sheet. */
const showDone = (element: HTMLElement | null) => element?.scrollIntoView({ block: "nearest" });

export const StateBox = ({
  state,
  auction,
  done = null,
  title,
  yieldsToForm = false,
  isCompact = false,
  children,
}: StateBoxProps) => {
  const { tone } = stateWords[state.name];
  const { box, mark } = looks[tone];
  const [isLate, setIsLate] = useState(yieldsToForm);
  if (isLate && !yieldsToForm) setIsLate(false);
  const Icon = iconOf(state, tone);
  return (
    <div
      className={cx(
        "grid animate-slide-in rounded-box border",
        isCompact ? "gap-1 px-3 py-2" : "gap-2 p-4",
        box,
        isLate && "min-[769px]:order-last",
      )}
    >
      {/* With very large text the icon stands above the sentence, so that an amount does not break. */}
      <div className="flex flex-wrap items-start gap-x-2">
        <Icon aria-hidden className={cx("size-5 shrink-0", !isCompact && "mt-0.5", mark)} />
        <p
          ref={title}
          tabIndex={-1}
          className={cx("grow basis-[8em] font-bold outline-none", isCompact ? "text-sm" : "text-base")}
        >
          {sentenceOf(state, auction)}
        </p>
      </div>
      {done && (
        <p ref={showDone} className="scroll-mt-18 text-sm">
          {done}
        </p>
      )}
      {children}
    </div>
  );
};
