// Asks for confirmation before a maximum is cancelled: says what becomes free, and that placed bids still count.
import type { Auction } from "@jara/shared/auction";
import { formatMoney, toMajor, toMinor } from "@jara/shared/money";
import { useState } from "react";
import { OwnMoney } from "../ui/money.tsx";
import { useHeld } from "./balance-needed.tsx";
import { LiveAsk } from "./live-ask.tsx";
import type { Cancelling } from "./use-cancel-maximum.ts";

type Lot = Pick<Auction, "currency" | "currentPrice" | "isLeading">;

/** Says how much held money becomes free: `will be` before the maximum is cancelled, and `is` after it. */
const useFreedWords = (lot: Lot, maximum: number) => {
  const kept = useHeld(lot, null);
  const freed = toMajor(toMinor(useHeld(lot, maximum)) - toMinor(kept));
  const stays = kept > 0 ? `${formatMoney(kept, "NGN")} stays held while you lead.` : "";
  return (verb: "is" | "will be"): string =>
    freed > 0 ? `${formatMoney(freed, "NGN")} ${verb} free again. ${stays}`.trim() : stays;
};

interface CancelMaximumProps {
  open: boolean;
  lot: Lot;
  maximum: number;
  /** The title of the lot, in a list of several lots. */
  title?: string | undefined;
  onKeep: () => void;
  /** `freed`: what becomes of the money that is held for the maximum. */
  onCancel: (freed: string) => void;
}

const CancelMaximum = ({ open, lot, maximum, title, onKeep, onCancel }: CancelMaximumProps) => {
  const freedWords = useFreedWords(lot, maximum);
  return (
    <LiveAsk
      open={open}
      title="Cancel your maximum?"
      no="Keep it"
      yes="Yes, cancel it"
      isDanger
      onNo={onKeep}
      onYes={() => onCancel(freedWords("is"))}
    >
      <p>
        Your maximum of <OwnMoney amount={maximum} currency={lot.currency} className="font-semibold" />
        {title !== undefined && (
          <>
            {" "}
            on <strong>{title}</strong>
          </>
        )}{" "}
        will no longer bid for you. Bids that it has already placed still count
        {lot.isLeading ? ": you still lead at the current price." : "."}
      </p>
      <p className="font-semibold empty:hidden">{freedWords("will be")}</p>
    </LiveAsk>
  );
};

export interface CancelQuestion extends Pick<CancelMaximumProps, "lot" | "maximum" | "title"> {
  run: Cancelling["run"];
}

/** The question, and `ask`, which opens it. */
export const useCancelQuestion = ({ run, ...maximum }: CancelQuestion) => {
  const [isAsking, setIsAsking] = useState(false);
  const question = (
    <CancelMaximum
      {...maximum}
      open={isAsking}
      onKeep={() => setIsAsking(false)}
      onCancel={(freed) => {
        setIsAsking(false);
        run(freed);
      }}
    />
  );
  return { ask: () => setIsAsking(true), question };
};
