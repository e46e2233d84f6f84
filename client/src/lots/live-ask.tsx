// A question about the live lot: nobody can agree while the price may be old.
import type { ComponentProps, ReactNode } from "react";
import { useWaiting } from "../connection/use-waiting.ts";
import { useSettled } from "../lib/use-settled.ts";
import { Ask } from "../ui/ask.tsx";

export const LiveAsk = ({ yes, problem, ...ask }: ComponentProps<typeof Ask>) => {
  const waiting = useWaiting();
  // A lost connection changes no size: a tap that is meant for one button must not meet the other.
  const isSettled = useSettled(waiting);
  return (
    <Ask
      {...ask}
      yes={waiting === null || yes === null ? yes : <InPlaceOf words={waiting.word}>{yes}</InPlaceOf>}
      isDisabled={ask.isDisabled === true || waiting !== null || !isSettled}
      problem={
        waiting === null ? (
          problem
        ) : (
          <p role="status" className="sr-only">
            {waiting.reason}
          </p>
        )
      }
    />
  );
};

const InPlaceOf = ({ words, children }: { words: string; children: ReactNode }) => (
  <span className="grid *:[grid-area:1/1]">
    <span className="invisible">{children}</span>
    <span>{words}</span>
  </span>
);
