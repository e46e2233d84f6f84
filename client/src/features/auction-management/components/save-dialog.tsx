// Asks before an edit is saved that has effects at once. If bidders rely on what changes, asks why it changes, and whether
// it is only a correction.
import type { Auction } from "@jara/shared/auction";
import type { UpdateAuctionBody } from "@jara/shared/rest/auctions";
import { STATUS_REASON_MAX } from "@jara/shared/status-reason";
import { useState } from "react";
import { serverNow } from "../../../connection/connection.ts";
import { AskForm } from "../../../ui/ask.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field, Input } from "../../../ui/field.tsx";
import { editQuestion, mayBeCorrection } from "../edit-effects.ts";

interface SaveDialogProps {
  auction: Auction;
  body: UpdateAuctionBody;
  /** True if bids rely on what the edit changes. */
  asksReason: boolean;
  onClose: () => void;
  onConfirm: (body: UpdateAuctionBody) => void;
}

export const SaveDialog = ({ auction, body, asksReason, onClose, onConfirm }: SaveDialogProps) => {
  const [isCorrection, setIsCorrection] = useState(false);
  const [reason, setReason] = useState("");
  const [isMissing, setIsMissing] = useState(false);
  const wanted = isCorrection ? { ...body, isCorrection } : body;
  const question = editQuestion(auction, wanted, serverNow());
  const submit = () => {
    setIsMissing(reason.trim() === "");
    if (asksReason && reason.trim() === "") return;
    onConfirm(asksReason ? { ...wanted, reason: reason.trim() } : wanted);
    onClose();
  };
  return (
    <Dialog open onClose={onClose} title="Save these changes?">
      <AskForm
        label="Save these changes"
        no="Back"
        yes={question?.yes}
        isDanger={question?.danger}
        onNo={onClose}
        onYes={submit}
      >
        {asksReason && mayBeCorrection(body) && (
          <label className="flex min-h-11 items-center gap-3 text-sm">
            <input
              type="checkbox"
              className="size-6 shrink-0 accent-brand"
              checked={isCorrection}
              onChange={({ target }) => setIsCorrection(target.checked)}
            />
            This is a correction: nothing that matters to bidders changes
          </label>
        )}
        <ul className="grid gap-2 text-sm">
          {question?.effects.map((effect) => (
            <li key={effect}>{effect}</li>
          ))}
        </ul>
        {asksReason && (
          <Field
            label="Why the lot changes"
            hint="Everybody reads it beside the change."
            error={isMissing && reason.trim() === "" ? "Please write why the lot changes" : null}
          >
            <Input
              dir="auto"
              maxLength={STATUS_REASON_MAX}
              autoComplete="off"
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
          </Field>
        )}
      </AskForm>
    </Dialog>
  );
};
