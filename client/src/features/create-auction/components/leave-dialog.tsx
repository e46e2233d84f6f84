// Asks before the data entered in the creation form are discarded by a link, the back button or closing the tab.
import { useEffect } from "react";
import { useBlocker } from "react-router-dom";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";

interface LeaveDialogProps {
  /** Whether data would be lost; called at the moment of leaving. */
  isUnsaved: () => boolean;
  uploading: boolean;
  onLeave: () => void;
}

export const LeaveDialog = ({ isUnsaved, uploading, onLeave }: LeaveDialogProps) => {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && isUnsaved(),
  );

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (isUnsaved()) event.preventDefault();
    };
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isUnsaved]);

  const stay = () => blocker.reset?.();
  return (
    <Dialog open={blocker.state === "blocked"} onClose={stay} title="Leave without creating the auction?">
      <p className="text-sm">
        {uploading ? "The upload stops, and what you entered is lost." : "What you entered is lost."}
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={stay}>
          Keep editing
        </Button>
        <Button
          variant="danger"
          onClick={() => {
            onLeave();
            blocker.proceed?.();
          }}
        >
          Leave
        </Button>
      </div>
    </Dialog>
  );
};
