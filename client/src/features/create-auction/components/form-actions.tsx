// The last part of the form of a new auction: a bar publishes it and says what is saved; buttons review, keep or cancel it.
import { Button } from "../../../ui/button.tsx";
import type { DraftSaver } from "../draft-saver.ts";
import type { useCreateAuction } from "../hooks/use-create-auction.ts";
import { SaveState, SaveTrouble } from "./save-state.tsx";

interface FormActionsProps {
  saver: DraftSaver;
  step: ReturnType<typeof useCreateAuction>["step"];
  /** True while the form is locked. */
  busy: boolean;
  onReload: () => void;
  onReview: () => void;
  onKeep: () => void;
  onKeepAndNext: () => void;
  onCancel: () => void;
}

export const FormActions = ({ saver, step, busy, ...on }: FormActionsProps) => (
  <>
    <div className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t bg-paper px-4 py-3 sm:mx-0 sm:px-0">
      <SaveTrouble saver={saver} onReload={on.onReload} />
      <Button type="submit" size="lg" pending={busy} className="order-2 flex-auto sm:order-none sm:flex-none">
        {step === "uploading" ? "Uploading…" : step === "creating" ? "Creating…" : "Create Auction"}
      </Button>
      <div className="w-full sm:w-auto">
        <SaveState saver={saver} />
      </div>
    </div>
    <div className="flex flex-wrap gap-2 *:flex-auto sm:*:flex-none">
      <Button variant="secondary" onClick={on.onReview} disabled={busy}>
        Review
      </Button>
      <Button variant="secondary" onClick={on.onKeep} disabled={busy}>
        Save as draft
      </Button>
      <Button variant="secondary" onClick={on.onKeepAndNext} disabled={busy}>
        Save and next
      </Button>
      <Button variant="secondary" onClick={on.onCancel}>
        Cancel
      </Button>
    </div>
  </>
);
