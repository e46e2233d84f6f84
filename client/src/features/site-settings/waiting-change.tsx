// A change of the bank account that is not in force yet: another administrator approves it, or its time comes.
import { isRealAccount } from "@jara/shared/demo-account";
import type { WaitingChange } from "@jara/shared/rest/site-settings";
import type { SettingValues } from "@jara/shared/site-settings";
import { messageOf } from "../../lib/api.ts";
import { lagosDateTime } from "../../lib/lagos-moment.ts";
import { toast } from "../../store/toast.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { linesOf } from "./forms.ts";
import { useApproveChange, useCancelChange } from "./queries.ts";

interface WaitingChangeNoticeProps {
  change: WaitingChange;
  inForce: SettingValues["bank-account"];
}

const untilWords = ({ waitsFor, dueAt, mayApprove, mayApproveFrom }: WaitingChange): string => {
  if (waitsFor === "time" && dueAt) {
    return `It is carried out on ${lagosDateTime(dueAt)} (Lagos), unless an administrator cancels it.`;
  }
  if (mayApprove) return "It needs your approval. Ask the bank whether the account is right.";
  return mayApproveFrom
    ? `You may approve it from ${lagosDateTime(mayApproveFrom)} (Lagos) on: an administrator of less than 24 hours cannot.`
    : "Another administrator must approve it.";
};

export const WaitingChangeNotice = ({ change, inForce }: WaitingChangeNoticeProps) => {
  const approve = useApproveChange();
  const cancel = useCancelChange();
  const isBusy = approve.isPending || cancel.isPending;
  const error = approve.error ?? cancel.error;
  return (
    <Notice
      tone="warning"
      title={`${change.askedBy.username} asked for this change on ${lagosDateTime(change.askedAt)}`}
    >
      <dl className="my-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4">
        {linesOf("bank-account", change.value).map(([label, text]) => (
          <div key={label} className="contents">
            <dt className="text-ink-soft">{label}</dt>
            <dd className="font-semibold [overflow-wrap:anywhere]">{text}</dd>
          </div>
        ))}
        <dt className="text-ink-soft">Reason</dt>
        <dd className="[overflow-wrap:anywhere]">{change.reason}</dd>
      </dl>
      <p>
        {untilWords(change)}{" "}
        {isRealAccount(inForce)
          ? "Until then invoices and payers' pages name the account that is in force."
          : "Until then invoices and payers' pages name no account: they tell buyers to ask for it."}
      </p>
      {error && (
        <p role="alert" className="mt-2 font-medium text-danger">
          {messageOf(error, "Failed to decide about the change")}
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        {change.mayApprove && (
          <Button
            size="sm"
            pending={approve.isPending}
            disabled={isBusy}
            onClick={() => approve.mutate(change._id, { onSuccess: () => toast.success("The account is in force") })}
          >
            Approve
          </Button>
        )}
        <Button
          size="sm"
          variant="secondary"
          pending={cancel.isPending}
          disabled={isBusy}
          onClick={() => cancel.mutate(change._id, { onSuccess: () => toast.success("The change was cancelled") })}
        >
          Cancel the change
        </Button>
      </div>
    </Notice>
  );
};
