// Gives the winner or buyer more time. The time is typed in Lagos time.
import { REASON_MAX } from "@jara/shared/rest/settlements";
import { formatLagosTime } from "@jara/shared/time";
import { useState } from "react";
import { serverNow } from "../../../connection/connection.ts";
import { isoToLagos, lagosToIso } from "../../../lib/lagos-input.ts";
import { AskForm } from "../../../ui/ask.tsx";
import { Button } from "../../../ui/button.tsx";
import { Field, Input } from "../../../ui/field.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { type FormProps, Owed, REASON_NEEDED } from "./action-form.tsx";

const DAY = 24 * 60 * 60 * 1000;
const PRESETS = [1, 3];

export const ExtendForm = ({ settlement, isPending, send, close }: FormProps<"extend">) => {
  const { dueAt, remaining } = settlement;
  const later = (days: number) =>
    isoToLagos(new Date(Math.max(Date.parse(dueAt), serverNow()) + days * DAY).toISOString());
  const [typed, setTyped] = useState(() => later(1));
  const [reason, setReason] = useState("");
  const [isChecked, setIsChecked] = useState(false);
  const chosen = lagosToIso(typed);
  const problem =
    chosen === null
      ? "Please choose a date and a time"
      : Date.parse(chosen) <= Date.parse(dueAt)
        ? "It must be later than the current deadline"
        : null;
  const submit = () => {
    setIsChecked(true);
    if (chosen !== null && problem === null && reason.trim() && !isPending)
      send({ dueAt: chosen, reason: reason.trim() });
  };
  return (
    <AskForm yes="Extend deadline" no="Cancel" isPending={isPending} onNo={close} onYes={submit}>
      <p className="text-sm">
        <Owed settlement={settlement} amount={remaining} /> is due by{" "}
        <time dateTime={dueAt} className="tabular whitespace-nowrap">
          {formatLagosTime(dueAt)}
        </time>
        . The payer gets an email with the new deadline.
      </p>
      <Field label="New deadline (Lagos time)" error={isChecked ? problem : null}>
        <Input
          type="datetime-local"
          readOnly={isPending}
          min={isoToLagos(dueAt)}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </Field>
      <div className="-mt-2 flex flex-wrap gap-2">
        {PRESETS.map((days) => (
          <Button key={days} size="sm" variant="secondary" disabled={isPending} onClick={() => setTyped(later(days))}>
            {days === 1 ? "+1 day" : `+${days} days`}
          </Button>
        ))}
      </div>
      <TextField
        label="Reason"
        error={isChecked && !reason.trim() ? REASON_NEEDED : null}
        max={REASON_MAX}
        value={reason}
        isLocked={isPending}
        onChange={setReason}
      />
    </AskForm>
  );
};
