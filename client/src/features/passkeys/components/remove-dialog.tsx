// Asks for confirmation before a passkey is removed.
import type { Passkey } from "@jara/shared/rest/passkeys";
import { failureWords } from "../../../lib/failure-words.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
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
  const close = () => {
    remove.reset();
    onClose();
  };
  return (
    <Dialog open={passkey !== null} onClose={close} closable={!remove.isPending} title="Remove this passkey?">
      <p>
        <strong className="[overflow-wrap:anywhere]">{passkey?.name}</strong> will no longer log you in.{" "}
        {isLast && "Afterwards you log in with your password. "}
        Your device may still show it until you delete it there.
      </p>
      {remove.error && <Notice tone="error">{failureWords(remove.error, "The passkey could not be removed.")}</Notice>}
      <div className="flex flex-wrap justify-end gap-2 *:flex-auto sm:*:flex-none">
        <Button variant="secondary" disabled={remove.isPending} onClick={close}>
          Cancel
        </Button>
        <Button variant="danger" pending={remove.isPending} onClick={() => passkey && remove.mutate(passkey)}>
          Remove
        </Button>
      </div>
    </Dialog>
  );
};
