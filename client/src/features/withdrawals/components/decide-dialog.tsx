// Asks before a withdrawal is approved or refused, and says what follows.
import { formatMoney } from "@jara/shared/money";
import type { AdminWithdrawal, WITHDRAWAL_REASON_MAX as Max } from "@jara/shared/rest/withdrawals";
import { useState } from "react";
import { Shares } from "../../../lots/shares.tsx";
import { AskForm } from "../../../ui/ask.tsx";
import { CharCount } from "../../../ui/char-count.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field, Textarea } from "../../../ui/field.tsx";
import { OwnMoney } from "../../../ui/money.tsx";
import { useDecide } from "../hooks/use-admin-withdrawals.ts";

const REASON_MAX: typeof Max = 500;

export interface WithdrawalQuestion {
  withdrawal: AdminWithdrawal;
  verdict: "approve" | "refuse";
}

interface DecideDialogProps {
  question: WithdrawalQuestion | null;
  onClose: () => void;
  onDone: (withdrawal: AdminWithdrawal) => void;
}

export const DecideDialog = ({ question, onClose, onDone }: DecideDialogProps) => {
  const [reason, setReason] = useState("");
  const decide = useDecide((withdrawal) => {
    setReason("");
    onDone(withdrawal);
  });
  const close = () => {
    setReason("");
    decide.reset();
    onClose();
  };
  const refuses = question?.verdict === "refuse";
  const submit = () => {
    if (!question || (refuses && reason.trim() === "")) return;
    const verdict = refuses ? ({ is: "refuse", reason: reason.trim() } as const) : ({ is: "approve" } as const);
    decide.mutate({ id: question.withdrawal._id, verdict });
  };
  return (
    <Dialog
      open={question !== null}
      onClose={close}
      closable={!decide.isPending}
      title={refuses ? "Refuse this withdrawal?" : "Approve this withdrawal?"}
    >
      {question && (
        <AskForm
          label="Decide"
          no="Not yet"
          yes={refuses ? "Refuse" : `Send ${formatMoney(question.withdrawal.amount, "NGN")}`}
          isDanger={refuses}
          isDisabled={refuses && reason.trim() === ""}
          of={decide}
          failed="We could not confirm that this went through. It is safe to try again."
          onNo={close}
          onYes={submit}
        >
          <Subject withdrawal={question.withdrawal} />
          {!refuses && <Shares shares={question.withdrawal.shares} />}
          <ul className="grid list-disc gap-1 pl-5 text-sm">
            {refuses ? (
              <>
                <li>{formatMoney(question.withdrawal.amount, "NGN")} goes back to the balance at once.</li>
                <li>The person reads your reason in an email and on their page.</li>
              </>
            ) : (
              <>
                <li>The amount is sent to this bank account within seconds.</li>
                <li>You cannot call it back. If the bank does not accept it, it comes back to the balance.</li>
              </>
            )}
            <li>This cannot be undone.</li>
          </ul>
          {refuses && (
            <Field label="Reason" aside={<CharCount used={reason.length} max={REASON_MAX} />}>
              <Textarea
                rows={3}
                maxLength={REASON_MAX}
                value={reason}
                onChange={({ target }) => setReason(target.value)}
              />
            </Field>
          )}
        </AskForm>
      )}
    </Dialog>
  );
};

const Subject = ({ withdrawal: { amount, person, bank } }: { withdrawal: AdminWithdrawal }) => (
  <p className="[overflow-wrap:anywhere]">
    <OwnMoney amount={amount} currency="NGN" className="font-bold" /> of <strong>{person.username}</strong> to{" "}
    <strong>{bank.accountName}</strong>, {bank.bankName}, <span className="tabular">{bank.accountNumber}</span>
  </p>
);
