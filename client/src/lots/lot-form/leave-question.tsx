// Asks before what is typed in a lot's form and not saved is lost by a link, the back button or closing the tab. For the
// tab the browser has a question of its own.
import { useEffect } from "react";
import { type BlockerFunction, useBlocker } from "#router";
import { Ask } from "../../ui/ask.tsx";

interface LeaveQuestionProps {
  title: string;
  yes: string;
  /** True if leaving would lose data. Called at the moment of leaving. */
  wouldLose: BlockerFunction;
  /** True if closing the tab would lose data, because it leaves no time to save. */
  isUnsaved: () => boolean;
  /** Called when the question appears, and when the person stays. */
  onAsk?: (isLeaving: boolean) => void;
  onLeave?: () => void;
  children: string;
}

export const LeaveQuestion = ({ wouldLose, isUnsaved, onAsk, onLeave, children, ...asked }: LeaveQuestionProps) => {
  const blocker = useBlocker(wouldLose);
  const isLeaving = blocker.state !== "unblocked";
  useEffect(() => onAsk?.(isLeaving), [isLeaving, onAsk]);
  useEffect(() => {
    const askBeforeUnload = (event: BeforeUnloadEvent) => {
      if (isUnsaved()) event.preventDefault();
    };
    window.addEventListener("beforeunload", askBeforeUnload);
    return () => window.removeEventListener("beforeunload", askBeforeUnload);
  });
  return (
    <Ask
      {...asked}
      open={blocker.state === "blocked"}
      no="Keep editing"
      isDanger
      onNo={() => blocker.reset?.()}
      onYes={() => {
        onLeave?.();
        blocker.proceed?.();
      }}
    >
      <p className="text-sm">{children}</p>
    </Ask>
  );
};
