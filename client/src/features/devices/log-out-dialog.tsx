// Asks for confirmation before one device, or all others, are logged out.
import type { DeviceSession } from "@jara/shared/rest/sessions";
import { failureWords } from "../../lib/failure-words.ts";
import { Ask } from "../../ui/ask.tsx";
import { networkWords } from "./device-words.ts";

/** The device to log out, or all other devices. */
export type Asked = DeviceSession | "others";

interface LogOutDialogProps {
  /** Null while the dialog is closed. */
  asked: Asked | null;
  others: number;
  ending: { isPending: boolean; error: unknown; reset: () => void };
  onConfirm: () => void;
  onClose: () => void;
}

export const LogOutDialog = ({ asked, others, ending, onConfirm, onClose }: LogOutDialogProps) => (
  <Ask
    open={asked !== null}
    title={titleOf(asked)}
    yes="Log out"
    isDanger
    of={ending}
    failed={(error) => failureWords(error, "That did not work.")}
    onNo={onClose}
    onYes={onConfirm}
  >
    {asked && <Question asked={asked} others={others} />}
  </Ask>
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
