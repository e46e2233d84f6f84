// The steps of the Buy It Now dialog: confirmation, processing, success, and back to confirmation with the error. One
// confirmation makes one command: while its outcome is unknown, confirming again repeats it under the same id. A command
// names the price that the user saw when the dialog opened, so that nobody buys at another price.
import type { ErrorBody } from "@jara/shared/errors";
import type { BuyItNowAnswer } from "@jara/shared/rest/buy-it-now";
import { useRef, useState } from "react";
import { newCommandId } from "../../../connection/command-id.ts";
import { sendCommand } from "../../../connection/connection.ts";
import { FAILED } from "../buy-it-now-rules.ts";

export type Step =
  | { name: "closed" }
  | { name: "confirmation"; error: string | null; seen: number | null }
  | { name: "processing" }
  | { name: "success"; answer: BuyItNowAnswer };

export interface BuyItNowSteps {
  step: Step;
  open: () => void;
  /** Does nothing while processing. */
  close: () => void;
  confirm: () => void;
}

/** `price`: the price that the page shows now. `startsOpen`: the user comes back with the money that was missing. */
export const useBuyItNow = (
  auctionId: string,
  price: number | null,
  onBought: (answer: BuyItNowAnswer) => void,
  startsOpen = false,
): BuyItNowSteps => {
  const opened: Step = { name: "confirmation", error: null, seen: price };
  const [step, setStep] = useState<Step>(startsOpen ? opened : { name: "closed" });
  const unanswered = useRef<{ commandId: string; price?: number } | null>(null);

  const buy = async (seen: number | null) => {
    setStep({ name: "processing" });
    unanswered.current ??= { commandId: newCommandId(), ...(seen !== null && { price: seen }) };
    const answer = await sendCommand("buy-it-now", { auctionId, ...unanswered.current });
    if (answer.ok) {
      unanswered.current = null;
      const { auction, paymentInstructions } = answer;
      setStep({ name: "success", answer: { auction, paymentInstructions } });
      onBought({ auction, paymentInstructions });
      return;
    }
    if (answer.error.code !== "UNAVAILABLE") unanswered.current = null;
    setStep({ name: "confirmation", error: answer.error.message || FAILED, seen: priceIn(answer.error) ?? seen });
  };

  return {
    step,
    open: () => setStep(opened),
    close: () => setStep((now) => (now.name === "processing" ? now : { name: "closed" })),
    confirm: () => {
      if (step.name === "confirmation") void buy(step.seen);
    },
  };
};

/** The new price, if the refusal says that it changed. */
const priceIn = ({ changes = [] }: ErrorBody): number | null => {
  const after = changes.find(({ field }) => field === "buyItNowPrice")?.after;
  return typeof after === "number" ? after : null;
};
