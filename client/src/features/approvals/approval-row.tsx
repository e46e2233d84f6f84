// A row of Approvals: a change of money with its state, and the buttons to approve it, refuse it or take it back.
import type { Approval } from "@jara/shared/rest/approvals";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "#router";
import { messageOf } from "../../lib/api.ts";
import { lagosDateTime } from "../../lib/lagos-moment.ts";
import { toast } from "../../store/toast.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { textLinkClass } from "../../ui/text-link.tsx";
import { changeWords, factsOf, statusLabels, statusTones } from "./approval-words.ts";
import { approvalsFilter, takeBack } from "./queries.ts";

export type Decision = "approve" | "refuse";

interface ApprovalRowProps {
  approval: Approval;
  onDecide: (decision: Decision) => void;
}

export const ApprovalRow = ({ approval, onDecide }: ApprovalRowProps) => {
  const { _id, status, reason, askedBy, askedAt, decidedBy, decidedAt, message, lot, user } = approval;
  const words = changeWords(approval);
  return (
    <li className="grid gap-3 py-4 first:pt-0 last:pb-0 md:grid-cols-[minmax(0,1fr)_auto] md:items-center">
      <div className="grid min-w-0 gap-1">
        <p className="font-semibold [overflow-wrap:anywhere]">{words}</p>
        <ApprovalFacts approval={approval} />
        {reason && <q className="text-ink-soft text-sm [overflow-wrap:anywhere]">{reason}</q>}
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-soft text-sm">
          <Badge tone={statusTones[status]}>{statusLabels[status]}</Badge>
          <span>
            Asked for by {askedBy.username}, <time dateTime={askedAt}>{lagosDateTime(askedAt)}</time>
          </span>
          <Link
            to={lot ? `/admin/settlements/${lot.settlementId}` : `/admin/users/${user._id}`}
            className={textLinkClass}
          >
            {lot ? "The settlement" : "The account"}
          </Link>
        </p>
        {decidedBy && decidedAt && status !== "taken-back" && (
          <p className="text-ink-soft text-sm">
            {status === "refused" ? "Refused" : "Approved"} by {decidedBy.username},{" "}
            <time dateTime={decidedAt}>{lagosDateTime(decidedAt)}</time>
            {message && <>: {message}</>}
          </p>
        )}
      </div>
      {approval.mayDecide && (
        <div className="grid grid-cols-2 gap-2 md:flex">
          <Button size="sm" aria-label={`Approve: ${words}`} onClick={() => onDecide("approve")}>
            Approve
          </Button>
          <Button size="sm" variant="secondary" aria-label={`Refuse: ${words}`} onClick={() => onDecide("refuse")}>
            Refuse
          </Button>
        </div>
      )}
      {approval.mayTakeBack && <TakeBack id={_id} words={words} />}
    </li>
  );
};

export const ApprovalFacts = ({ approval }: { approval: Approval }) =>
  factsOf(approval).map((fact) => (
    <p key={fact} className="text-sm [overflow-wrap:anywhere]">
      {fact}
    </p>
  ));

const TakeBack = ({ id, words }: { id: string; words: string }) => {
  const client = useQueryClient();
  const taking = useMutation({
    mutationFn: takeBack,
    onSuccess: () => toast.success("Taken back"),
    onError: (error) => toast.error(messageOf(error, "It could not be taken back")),
    onSettled: () => client.invalidateQueries(approvalsFilter),
  });
  return (
    <Button
      size="sm"
      variant="secondary"
      pending={taking.isPending}
      aria-label={`Take back: ${words}`}
      onClick={() => taking.mutate(id)}
      className="justify-self-start"
    >
      Take back
    </Button>
  );
};
