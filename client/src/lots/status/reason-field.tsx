// The form field for the reason that staff may give for a change of a lot's status.
import type { AuctionStatus } from "@jara/shared/auction";
import { STATUS_REASON_MAX } from "@jara/shared/status-reason";
import { Check } from "../../ui/check.tsx";
import { Field, Input } from "../../ui/field.tsx";

/** The parts of the call that say why. A reason is for everybody or for staff alone. */
export interface StatusReasons {
  reason?: string;
  publicReason?: string;
}

/** The statuses with which a lot's page shows the reason for everybody. */
export const showsReason: ReadonlySet<AuctionStatus> = new Set(["paused", "ended", "cancelled"]);

interface ReasonFieldProps {
  value: string;
  isPublic?: boolean;
  onChange: (reason: string) => void;
  /** Given where the lot's page can show the reason. */
  onPublic?: ((isPublic: boolean) => void) | undefined;
}

export const ReasonField = ({ value, isPublic = false, onChange, onPublic }: ReasonFieldProps) => (
  <div className="grid">
    <Field
      label="Reason (optional)"
      hint={isPublic ? "Everybody reads it on the lot's page." : "For the lot's history. Only staff read it."}
    >
      <Input
        value={value}
        maxLength={STATUS_REASON_MAX}
        autoComplete="off"
        onChange={({ target }) => onChange(target.value)}
      />
    </Field>
    {onPublic && <Check label="Show it on the lot's page" checked={isPublic} onChange={onPublic} />}
  </div>
);
