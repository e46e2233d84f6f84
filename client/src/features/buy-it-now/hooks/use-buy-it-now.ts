// The steps of the Buy It Now dialog: confirmation, processing, success, and back to confirmation with the error. One
// confirmation makes one command: while its outcome is unknown, confirming again repeats it under the same id.
import type { BuyItNowAnswer } from "@jara/shared/rest/buy-it-now";
import { useRef, useState } from "react";
import { newCommandId } from "../../../connection/command-id.ts";
import { sendCommand } from "../../../connection/connection.ts";
import { FAILED } from "../buy-it-now-rules.ts";

export type Step =
  | { name: "closed" }
  | { name: "confirmation"; error: string | null }
  | { name: "processing" }
  | { name: "success"; answer: BuyItNowAnswer };

export interface BuyItNowSteps {
  step: Step;
  open: () => void;
  /** Does nothing while processing. */
  close: () => void;
  confirm: () => void;
}

/** `startsOpen`: the user comes back with the money that was missing. */
export const useBuyItNow = (
  auctionId: string,
  onBought: (answer: BuyItNowAnswer) => void,
  startsOpen = false,
): BuyItNowSteps => {
  const [step, setStep] = useState<Step>(startsOpen ? { name: "confirmation", error: null } : { name: "closed" });
  const unanswered = useRef<string | null>(null);

  const buy = async () => {
    setStep({ name: "processing" });
    unanswered.current ??= newCommandId();
    const answer = await sendCommand("buy-it-now", { auctionId, commandId: unanswered.current });
    if (answer.ok) {
      unanswered.current = null;
      const { auction, paymentInstructions } = answer;
      setStep({ name: "success", answer: { auction, paymentInstructions } });
      onBought({ auction, paymentInstructions });
      return;
    }
    if (answer.error.code !== "UNAVAILABLE") unanswered.current = null;
    setStep({ name: "confirmation", error: answer.error.message || FAILED });
  };

  return {
    step,
    open: () => setStep({ name: "confirmation", error: null }),
    close: () => setStep((now) => (now.name === "processing" ? now : { name: "closed" })),
    confirm: () => {
      if (step.name === "confirmation") void buy();
    },
  };
};
