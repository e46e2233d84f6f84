// Names a maximum that bids no more, the money that it still holds, and the way to free it. In any other state it shows
// nothing.
import type { Auction } from "@jara/shared/auction";
import type { LotState } from "@jara/shared/lot-state";
import { OwnMoney } from "../ui/money.tsx";
import { Notice } from "../ui/notice.tsx";
import { useHeld } from "./balance-needed.tsx";
import { type CancelQuestion, useCancelQuestion } from "./cancel-maximum.tsx";
import { SET_BEFORE } from "./state-words.ts";
import type { Cancelling } from "./use-cancel-maximum.ts";

interface UsedUpMaximumProps {
  state: Pick<LotState, "usedUpMaximum" | "isTied" | "name">;
  auction: Pick<Auction, "status" | "currency" | "currentPrice" | "isLeading">;
  /** The screen says already that it is used up. */
  isSaid?: boolean;
  /** The title of the lot, in a list of several lots. */
  title?: string | undefined;
  /** Left out: the maximum is cancelled elsewhere on the screen. */
  cancelling?: Cancelling;
}

export const UsedUpMaximum = ({ state: { usedUpMaximum, isTied, name }, ...props }: UsedUpMaximumProps) =>
  usedUpMaximum === null ? null : <UsedUp {...props} maximum={usedUpMaximum} isTieUnsaid={isTied && name !== "tied"} />;

const UsedUp = ({
  maximum,
  auction,
  isSaid = false,
  isTieUnsaid,
  title,
  cancelling,
}: Omit<UsedUpMaximumProps, "state"> & { maximum: number; isTieUnsaid: boolean }) => {
  const { status, currency } = auction;
  const held = useHeld(auction, maximum);
  return (
    <>
      {/* No paragraph, because it has the dialog with the question. */}
      <div className="text-sm">
        {isTieUnsaid && `${SET_BEFORE} `}
        {!isSaid && (
          <>
            Your maximum of <OwnMoney amount={maximum} currency={currency} /> is used up.{" "}
          </>
        )}
        Your <OwnMoney amount={held} currency="NGN" /> stays held until the end, in case the leading bid is cancelled.{" "}
        {status === "active" && cancelling && (
          <>
            <CancelIt lot={auction} maximum={maximum} title={title} {...cancelling} /> to free it now.
          </>
        )}
      </div>
      {cancelling?.problem && <Notice tone="error">{cancelling.problem}</Notice>}
    </>
  );
};

const CancelIt = ({ isPending, ...cancelling }: Cancelling & Pick<CancelQuestion, "lot" | "maximum" | "title">) => {
  const { ask, question } = useCancelQuestion(cancelling);
  return (
    <>
      <button
        type="button"
        className="text-left font-semibold underline underline-offset-4"
        disabled={isPending}
        onClick={ask}
      >
        Cancel the maximum
      </button>
      {question}
    </>
  );
};
