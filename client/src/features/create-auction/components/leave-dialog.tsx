// Asks before data of the creation form that are not saved are discarded by a link, the back button or closing the tab.
import { useEffect } from "react";
import { useBlocker } from "react-router-dom";
import { Ask } from "../../../ui/ask.tsx";

interface LeaveDialogProps {
  /** Whether leaving the screen would lose data; called at the moment of leaving. */
  wouldLose: () => boolean;
  /** Whether closing the tab would, which leaves no time to save. */
  isUnsaved: () => boolean;
  uploading: boolean;
  /** Called when the question appears, and when the person stays. */
  onAsk: (isLeaving: boolean) => void;
  onLeave: () => void;
}

export const LeaveDialog = ({ wouldLose, isUnsaved, uploading, onAsk, onLeave }: LeaveDialogProps) => {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && wouldLose(),
  );

  const isLeaving = blocker.state !== "unblocked";
  useEffect(() => onAsk(isLeaving), [isLeaving, onAsk]);

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (isUnsaved()) event.preventDefault();
    };
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isUnsaved]);

  const stay = () => blocker.reset?.();
  return (
    <Ask
      open={blocker.state === "blocked"}
      title="Leave without creating the auction?"
      no="Keep editing"
      yes="Leave"
      isDanger
      onNo={stay}
      onYes={() => {
        onLeave();
        blocker.proceed?.();
      }}
    >
      <p className="text-sm">
        {uploading ? "The upload stops, and what is not saved yet is lost." : "What is not saved yet is lost."}
      </p>
    </Ask>
  );
};
