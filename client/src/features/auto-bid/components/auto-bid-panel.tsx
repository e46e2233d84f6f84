// The auto-bid panel: sets, changes or cancels the max bid up to which bids are placed for its owner. While the auction
// is open, only the owner sees a max bid. The screen must not show the panel to visitors, to the seller, or when the
// auction is not active.
import type { Auction, MaxBid } from "@jara/shared/auction";
import { type LotState, type LotStateName, nobody } from "@jara/shared/lot-state";
import { writtenAmount } from "@jara/shared/typed-amount";
import { EyeOff } from "lucide-react";
import { useId, useState } from "react";
import { useHeld } from "../../../lots/balance-needed.tsx";
import { RaiseTo } from "../../../lots/raise-to.tsx";
import { StateBox } from "../../../lots/state-box.tsx";
import { actionOf } from "../../../lots/state-words.ts";
import { UsedUpMaximum } from "../../../lots/used-up-maximum.tsx";
import { WholePrice } from "../../../lots/whole-price.tsx";
import { Button } from "../../../ui/button.tsx";
import { OtherMoney, OwnMoney } from "../../../ui/money.tsx";
import type { AutoBid } from "../hooks/use-auto-bid.ts";
import { AutoBidAnswerNotice, beatenWords, setWords, spokenAnswer } from "./auto-bid-answer.tsx";
import { CancelButton, MaximumForm } from "./maximum-form.tsx";
import { MaximumQuestion } from "./maximum-question.tsx";

interface AutoBidPanelProps {
  auction: Auction;
  maxBid: MaxBid | null;
  autoBid: AutoBid;
  state: LotState;
  /** False while the other way to bid is shown, which has the box of the state then. */
  isShown?: boolean;
  disabledReason: string | null;
  /** The field takes the focus when this becomes true. */
  takesFocus?: boolean | undefined;
}

export const AutoBidPanel = (props: AutoBidPanelProps) => {
  const { auction, maxBid, autoBid, state, isShown = true, disabledReason, takesFocus = false } = props;
  const titleId = useId();
  // The maximum in whose place the owner wants to type another one.
  const [replaced, setReplaced] = useState<number | null>(null);
  const done = setWords(autoBid.answer, auction, maxBid);
  // Above, the note about a suspended maximum says so, and the price that the user leads.
  const isQuiet = ["free", "maximum-suspended"].includes(state.name) || (state.name === "leading" && done === null);
  const isBoxed = isShown && !isQuiet;
  const least = maxBid ? actionOf(state, auction, { ...nobody, maximum: maxBid })?.amount : undefined;
  const showsForm = least === undefined || replaced === maxBid?.maxAmount || autoBid.typed !== "";
  const own = { auction, maxBid, autoBid, isDisabled: disabledReason !== null };
  // A used-up and a suspended maximum are cancelled above.
  const cancels = state.usedUpMaximum === null && !state.isSuspended;
  if (state.name === "closing") return isShown && <StateBox state={state} auction={auction} />;
  return (
    <section aria-labelledby={titleId} className="grid min-h-60 content-start gap-2">
      {isBoxed && (
        <StateBox
          state={state}
          auction={auction}
          done={
            done && (
              <Done
                success={done}
                beaten={beatenWords(autoBid.answer, auction, state)}
                isQuiet={state.usedUpMaximum !== null}
              />
            )
          }
          isCompact
          yieldsToForm={autoBid.typed !== ""}
        >
          <UsedUpMaximum state={state} auction={auction} cancelling={{ ...autoBid.cancelling, problem: null }} />
          {!showsForm && (
            <RaiseTo
              auction={auction}
              state={state}
              maximum={maxBid?.maxAmount ?? null}
              amount={least}
              isDisabled={own.isDisabled}
              isPending={autoBid.pending === "set"}
              takesFocus={takesFocus}
              onRaise={autoBid.ask}
            />
          )}
        </StateBox>
      )}
      <h2 id={titleId} className="font-bold text-base">
        {headingOf(maxBid, state)}
      </h2>
      {maxBid ? (
        <CurrentMaximum maxBid={maxBid} auction={auction} isSaid={isBoxed && state.usedUpMaximum !== null} />
      ) : (
        !isBoxed && (
          <p className="text-sm">Set the most you would pay. We bid for you, only as much as needed to lead.</p>
        )
      )}
      {showsForm ? (
        <MaximumForm {...own} cancels={cancels} takesFocus={takesFocus || replaced !== null} />
      ) : (
        <div className="flex flex-wrap gap-1 *:flex-auto">
          <Button
            variant={isBoxed ? "secondary" : "ghost"}
            size="sm"
            className="px-1!"
            onClick={() => {
              setReplaced(maxBid?.maxAmount ?? null);
              autoBid.type(writtenAmount(least));
            }}
          >
            Change maximum
          </Button>
          {maxBid && cancels && <CancelButton {...own} maxBid={maxBid} />}
        </div>
      )}
      <MaximumQuestion
        auction={auction}
        maximum={maxBid?.maxAmount ?? null}
        autoBid={autoBid}
        onNo={() => setReplaced(maxBid?.maxAmount ?? null)}
      />
      <p role="status" className="sr-only">
        {spokenAnswer(autoBid.answer, done !== null)}
      </p>
      {autoBid.answer && (
        <div ref={showAnswer} className="empty:hidden">
          <AutoBidAnswerNotice
            answer={autoBid.answer}
            auction={auction}
            maxBid={maxBid}
            done={isBoxed ? null : done}
            onSetOnChanged={autoBid.setOnChanged}
          />
        </div>
      )}
      <NobodySees />
    </section>
  );
};

const NobodySees = () => (
  <p className="flex items-start gap-2 text-ink-soft text-xs">
    <EyeOff aria-hidden className="mt-0.5 size-3 shrink-0" />
    Nobody else can see your maximum.
  </p>
);

/** That it was beaten counts more than that it was set. */
const Done = ({ success, beaten, isQuiet }: { success: string; beaten: string | null; isQuiet: boolean }) => (
  <>
    {beaten !== null && <span>{beaten} </span>}
    <span className={isQuiet ? "sr-only" : undefined}>{success}</span>
  </>
);

const usedUp: readonly LotStateName[] = ["tied", "maximum-used-up"];

const headingOf = (maxBid: MaxBid | null, { name, isSuspended }: LotState): string => {
  if (!maxBid) return "Auto-bidding";
  if (isSuspended) return "Auto-bidding Suspended";
  return usedUp.includes(name) ? "Auto-bidding Used Up" : "Auto-bidding Active";
};

interface CurrentMaximumProps {
  maxBid: MaxBid;
  auction: Auction;
  /** The box of the state names the maximum and what it holds. */
  isSaid: boolean;
}

const CurrentMaximum = ({ maxBid, auction, isSaid }: CurrentMaximumProps) => {
  const { maxAmount, currency, autoBidCount } = maxBid;
  const held = useHeld(auction, maxAmount);
  return (
    <dl className="grid gap-1 rounded-box bg-sunken px-3 py-2 text-sm *:flex *:flex-wrap *:items-baseline *:justify-between *:gap-x-3">
      {!isSaid && (
        <>
          <div>
            <dt className="text-ink-soft text-xs">Your maximum</dt>
            <dd className="font-semibold">
              <OwnMoney amount={maxAmount} currency={currency} />{" "}
              <OtherMoney amount={maxAmount} currency={currency} className="font-normal text-ink-soft text-xs" />
              <WholePrice amount={maxAmount} lot={auction} what="maximum" className="font-normal text-xs" />
            </dd>
          </div>
          <div>
            <dt className="text-ink-soft text-xs">Held, not taken</dt>
            <dd className="font-semibold">
              <OwnMoney amount={held} currency="NGN" />
            </dd>
          </div>
        </>
      )}
      <div>
        <dt className="text-ink-soft text-xs">Auto-bids placed</dt>
        <dd className="tabular font-semibold">{autoBidCount}</dd>
      </div>
    </dl>
  );
};

/** Scrolls to the answer, because it may be hidden below the buttons. There is none where the box of the state has it. */
const showAnswer = (element: HTMLElement | null) => element?.firstElementChild?.scrollIntoView({ block: "nearest" });
