// The part of a check's result that is about the log, its keys and its witnesses.
import type { Verdict } from "@jara/proof/proof-file";
import { CircleCheck, CircleHelp } from "lucide-react";
import { Sentences } from "./sentences.tsx";

export const LogResult = ({ verdict: { logProved, logNotProved } }: { verdict: Verdict }) => (
  <div className="grid gap-4 empty:hidden">
    <Sentences
      title="What is proved of the log"
      of={logProved}
      icon={<CircleCheck aria-hidden className="size-5 text-brand" />}
    />
    <Sentences
      title="What is not proved of the log"
      of={logNotProved}
      icon={<CircleHelp aria-hidden className="size-5 text-ink-soft" />}
    />
  </div>
);
