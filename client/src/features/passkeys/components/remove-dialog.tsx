// Asks for confirmation before a passkey is removed.
import type { Passkey } from "@jara/shared/rest/passkeys";
import { failureWords } from "../../../lib/failure-words.ts";
import { Ask } from "../../../ui/ask.tsx";
import { useRemovePasskey } from "../use-passkeys.ts";

interface RemoveDialogProps {
  /** Null while the dialog is closed. */
  passkey: Passkey | null;
  isLast: boolean;
  onRemoved: () => void;
  onClose: () => void;
}

export const RemoveDialog = ({ passkey, isLast, onRemoved, onClose }: RemoveDialogProps) => {
  const remove = useRemovePasskey(() => {
    onRemoved();
    onClose();
  });
  return (
    <Ask
      open={passkey !== null}
      title="Remove this passkey?"
      yes="Remove"
      isDanger
      of={remove}
      failed={(error) => failureWords(error, "The passkey could not be removed.")}
      onNo={onClose}
      onYes={() => passkey && remove.mutate(passkey)}
    >
      <p>
        <strong className="[overflow-wrap:anywhere]">{passkey?.name}</strong> will no longer log you in.{" "}
        {isLast && "Afterwards you log in with your password. "}
        Your device may still show it until you delete it there.
      </p>
    </Ask>
  );
};
