// The forms of the actions that need no more than a reason: payment received, waive, pardon.
import { REASON_MAX, WAIVE_NOTE_MAX } from "@jara/shared/rest/settlements";
import { useState } from "react";
import { AskForm } from "../../../ui/ask.tsx";
import { OwnMoney } from "../../../ui/money.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { Effects, type FormProps, Owed, REASON_NEEDED } from "./action-form.tsx";

export const ReceivedForm = ({ settlement, isPending, send, close }: FormProps<"payment-received">) => (
  <AskForm yes="Payment received" no="Not yet" isPending={isPending} onNo={close} onYes={() => send(undefined)}>
    <p>
      <Owed settlement={settlement} amount={settlement.remaining} /> has arrived, and nothing remains due. The lot is
      then sold.
    </p>
    <p className="text-ink-soft text-sm">
      To record how it was paid, or to record a part of it, use “Record payment” instead. A payment can be reversed
      later.
    </p>
  </AskForm>
);

export const WaiveForm = ({ settlement, isPending, send, close }: FormProps<"waive">) => {
  const { kind, penalty, remaining, deposit, paid, auction, buyer } = settlement;
  const [note, setNote] = useState("");
  return (
    <AskForm
      yes="Waive"
      no="Keep it open"
      isDanger
      isPending={isPending}
      onNo={close}
      onYes={() => send(note.trim() ? { note: note.trim() } : {})}
    >
      <p>
        <Owed settlement={settlement} amount={remaining} /> is then no longer owed.
      </p>
      <Effects
        effects={[
          <>
            No penalty is taken (<OwnMoney amount={penalty} currency={auction.currency} />
            ).
          </>,
          ...(deposit + paid > 0 ? [`The deposit and the payments go back to ${buyer.username}'s balance.`] : []),
          kind === "buy-it-now"
            ? "The purchase is void and the auction resumes, with the time that was left."
            : "The auction stays ended.",
          "This cannot be undone.",
        ]}
      />
      <TextField
        label="Note (optional)"
        hint="The reason. It is kept with the settlement."
        max={WAIVE_NOTE_MAX}
        value={note}
        isLocked={isPending}
        onChange={setNote}
      />
    </AskForm>
  );
};

export const PardonForm = (props: FormProps<"pardon">) => (
  <ReasonForm {...props} yes="Pardon" no="Leave it">
    <p>
      The unpaid win of <strong className="[overflow-wrap:anywhere]">{props.settlement.auction.title}</strong> no longer
      counts against <strong>{props.settlement.buyer.username}</strong>, so that it does not keep them from bidding. The
      penalty is not returned.
    </p>
  </ReasonForm>
);

interface ReasonFormProps extends Pick<FormProps<"pardon" | "reverse">, "isPending" | "close"> {
  send: (body: { reason: string }) => void;
  yes: string;
  no: string;
  hint?: string;
  isDanger?: boolean;
  isDisabled?: boolean;
  children: React.ReactNode;
}

export const ReasonForm = ({
  yes,
  no,
  hint,
  isDanger = false,
  isDisabled = false,
  isPending,
  send,
  close,
  children,
}: ReasonFormProps) => {
  const [reason, setReason] = useState("");
  const [isChecked, setIsChecked] = useState(false);
  const submit = () => {
    setIsChecked(true);
    if (reason.trim() && !isPending && !isDisabled) send({ reason: reason.trim() });
  };
  return (
    <AskForm
      yes={yes}
      no={no}
      isDanger={isDanger}
      isDisabled={isDisabled}
      isPending={isPending}
      onNo={close}
      onYes={submit}
    >
      {children}
      <TextField
        label="Reason"
        hint={hint}
        error={isChecked && !reason.trim() ? REASON_NEEDED : null}
        max={REASON_MAX}
        value={reason}
        isLocked={isPending}
        onChange={setReason}
      />
    </AskForm>
  );
};

export const RemindForm = ({ settlement, isPending, send, close }: FormProps<"remind">) => (
  <AskForm yes="Remind" no="Cancel" isPending={isPending} onNo={close} onYes={() => send(undefined)}>
    <p className="text-sm">
      <Owed settlement={settlement} amount={settlement.remaining} /> is due. The buyer gets an email about it, at most
      one a day.
    </p>
  </AskForm>
);
