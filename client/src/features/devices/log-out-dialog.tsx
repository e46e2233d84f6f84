// Asks for confirmation before one device, or all others, are logged out.
import type { DeviceSession } from "@jara/shared/rest/sessions";
import { failureWords } from "../../lib/failure-words.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { networkWords } from "./device-words.ts";

/** The device to log out, or all other devices. */
export type Asked = DeviceSession | "others";

interface LogOutDialogProps {
  /** Null while the dialog is closed. */
  asked: Asked | null;
  others: number;
  isPending: boolean;
  error: unknown;
  onConfirm: () => void;
  onClose: () => void;
}

export const LogOutDialog = ({ asked, others, isPending, error, onConfirm, onClose }: LogOutDialogProps) => (
  <Dialog open={asked !== null} onClose={onClose} closable={!isPending} title={titleOf(asked)}>
    {asked && <Question asked={asked} others={others} />}
    {error !== null && <Notice tone="error">{failureWords(error, "That did not work.")}</Notice>}
    <div className="flex flex-wrap justify-end gap-2 *:flex-auto sm:*:flex-none">
      <Button variant="secondary" disabled={isPending} onClick={onClose}>
        Cancel
      </Button>
      <Button variant="danger" pending={isPending} onClick={onConfirm}>
        Log out
      </Button>
    </div>
  </Dialog>
);

const titleOf = (asked: Asked | null): string => {
  if (asked === "others") return "Log out all other devices?";
  return asked?.isCurrent ? "Log out here?" : "Log out this device?";
};

const Question = ({ asked, others }: { asked: Asked; others: number }) => {
  if (asked === "others") {
    return (
      <p>{others === 1 ? "One device has" : `${others} devices have`} to log in again. This one stays logged in.</p>
    );
  }
  if (asked.isCurrent) return <p>You have to log in again to bid on this device.</p>;
  return (
    <p>
      <strong>{asked.device}</strong>, {networkWords(asked)}, has to log in again. Its open pages are logged out at
      once.
    </p>
  );
};
