// Asks before two-step verification is switched off.
import { failureWords } from "../../../lib/failure-words.ts";
import { toast } from "../../../store/toast.ts";
import { Ask } from "../../../ui/ask.tsx";
import { useRemoveFactor } from "../use-second-factor.ts";

export const SwitchOffDialog = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => {
  const remove = useRemoveFactor(() => {
    toast.success("Two-step verification is off.");
    onClose();
  });
  return (
    <Ask
      open={isOpen}
      title="Switch two-step verification off?"
      no="Keep it on"
      yes="Switch off"
      isDanger
      of={remove}
      failed={(error) => failureWords(error, "It could not be switched off.")}
      onNo={onClose}
      onYes={() => remove.mutate()}
    >
      <p>
        Your password alone will then open your account. Your recovery codes stop working, and we tell you by email.
      </p>
    </Ask>
  );
};
