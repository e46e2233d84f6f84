// A question about the live lot: nobody can agree while the price may be old.
import type { ComponentProps } from "react";
import { useWaitReason } from "../connection/wait-reason.ts";
import { Ask } from "../ui/ask.tsx";
import { HeldNote } from "./held-note.tsx";

export const LiveAsk = ({ problem, ...ask }: ComponentProps<typeof Ask>) => {
  const waiting = useWaitReason();
  return (
    <Ask
      {...ask}
      isDisabled={ask.isDisabled === true || waiting !== null}
      problem={waiting === null ? problem : <HeldNote>{waiting}</HeldNote>}
    />
  );
};
