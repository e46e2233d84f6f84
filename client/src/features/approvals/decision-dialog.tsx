// Asks for confirmation before a change of money is approved, and for the reason before it is refused.
import type { Approval } from "@jara/shared/rest/approvals";
import { APPROVAL_REASON_MAX } from "@jara/shared/rest/approvals";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "../../store/toast.ts";
import { AskForm } from "../../ui/ask.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, Textarea } from "../../ui/field.tsx";
import { ApprovalFacts, type Decision } from "./approval-row.tsx";
import { changeWords } from "./approval-words.ts";
import { approvalsFilter, approve, refuse, takeApproval } from "./queries.ts";

export interface DecisionQuestion {
  approval: Approval;
  decision: Decision;
}

interface DecisionDialogProps {
  question: DecisionQuestion | null;
  onClose: () => void;
}

export const DecisionDialog = ({ question, onClose }: DecisionDialogProps) => (
  <Dialog
    open={question !== null}
    onClose={onClose}
    title={question?.decision === "refuse" ? "Refuse this change?" : "Approve this change?"}
  >
    {question && <Decide key={`${question.approval._id} ${question.decision}`} {...question} onClose={onClose} />}
  </Dialog>
);

const Decide = ({ approval, decision, onClose }: DecisionQuestion & { onClose: () => void }) => {
  const [reason, setReason] = useState("");
  const [isMissing, setIsMissing] = useState(false);
  const client = useQueryClient();
  const isRefusal = decision === "refuse";
  const deciding = useMutation({
    mutationFn: () => (isRefusal ? refuse({ id: approval._id, reason: reason.trim() }) : approve(approval._id)),
    onSuccess: (answer) => {
      takeApproval(client, answer);
      toast.success(isRefusal ? "Refused" : "Approved and carried out");
      onClose();
    },
    onSettled: () => client.invalidateQueries(approvalsFilter),
  });
  const submit = () => {
    if (isRefusal && !reason.trim()) return setIsMissing(true);
    deciding.mutate();
  };
  return (
    <AskForm
      yes={isRefusal ? "Refuse" : "Approve"}
      isDanger={isRefusal}
      of={deciding}
      failed="We do not know whether it was done."
      onNo={onClose}
      onYes={submit}
    >
      <p className="font-semibold [overflow-wrap:anywhere]">{changeWords(approval)}</p>
      <ApprovalFacts approval={approval} />
      <p className="text-sm">
        {approval.askedBy.username} asked for it{approval.reason ? ": " : "."}
        {approval.reason && <q className="[overflow-wrap:anywhere]">{approval.reason}</q>}
      </p>
      {isRefusal ? (
        <Field
          label="Reason"
          hint={`${approval.askedBy.username} reads it.`}
          error={isMissing && !reason.trim() ? "Please give a reason" : undefined}
        >
          <Textarea
            maxLength={APPROVAL_REASON_MAX}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
            className="min-h-20"
          />
        </Field>
      ) : (
        <p className="text-sm">It is carried out at once, in your name.</p>
      )}
    </AskForm>
  );
};
