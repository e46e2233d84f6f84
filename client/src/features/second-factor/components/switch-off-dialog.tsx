// Asks before two-step verification is switched off.
import { failureWords } from "../../../lib/failure-words.ts";
import { toast } from "../../../store/toast.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { useRemoveFactor } from "../use-second-factor.ts";

export const SwitchOffDialog = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => {
  const remove = useRemoveFactor(() => {
    toast.success("Two-step verification is off.");
    onClose();
  });
  const close = () => {
    remove.reset();
    onClose();
  };
  return (
    <Dialog open={isOpen} onClose={close} title="Switch two-step verification off?">
      <p>Your password alone will then open your account. Your recovery codes stop working, and we tell you by mail.</p>
      {remove.isError && <Notice tone="error">{failureWords(remove.error, "It could not be switched off.")}</Notice>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={close}>
          Keep it on
        </Button>
        <Button variant="danger" pending={remove.isPending} onClick={() => remove.mutate()}>
          Switch off
        </Button>
      </div>
    </Dialog>
  );
};
