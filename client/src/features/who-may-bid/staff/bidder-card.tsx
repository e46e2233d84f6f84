// One request of a bidder, or one document, with what staff need to decide.
import { currencySymbols, formatMoney } from "@jara/shared/money";
import { BIDDER_REASON_MAX, type BidderEntry } from "@jara/shared/rest/who-may-bid";
import { readPositive } from "@jara/shared/typed-amount";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "#router";
import { messageOf } from "../../../lib/api.ts";
import { lagosMoment } from "../../../lib/lagos-moment.ts";
import { Shares } from "../../../lots/shares.tsx";
import { toast } from "../../../store/toast.ts";
import { AmountInput } from "../../../ui/amount-input.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Field, Textarea } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { BIDDERS, type Decision, decide } from "../queries.ts";
import { Document } from "./document.tsx";

interface BidderCardProps {
  entry: BidderEntry;
  kind: "approval" | "document";
  /** False on the person's own page, which names them already. */
  hasName?: boolean;
}

const tones = { waiting: "amber", approved: "success", declined: "danger" } as const;
const stateWords = { waiting: "Waiting", approved: "Approved", declined: "Declined" } as const;

export const BidderCard = ({ entry, kind, hasName = true }: BidderCardProps) => {
  const [doing, setDoing] = useState<"approve" | "decline" | "read" | null>(null);
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (decision: Decision) => decide(entry.user._id, decision),
    onSuccess: (_, { body }) => {
      setDoing(null);
      toast.success(`${entry.user.username}: ${stateWords[body.status].toLowerCase()}`);
    },
    onSettled: () => client.invalidateQueries({ queryKey: [BIDDERS] }),
  });
  const { user, sale, status, limit, reason, file, revision } = entry;
  const saleId = sale?._id ?? null;
  const send = (body: { status: "approved"; limit: number | null } | { status: "declined"; reason: string }) => {
    if (kind === "approval") return change.mutate({ on: kind, body: { ...body, saleId, revision } });
    const { status } = body;
    change.mutate({ on: kind, body: status === "declined" ? { ...body, revision } : { status, revision } });
  };
  return (
    <article className="grid gap-3 rounded-box border border-line bg-surface p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {hasName && (
          <Link to={`/admin/users/${user._id}`} className="font-semibold underline underline-offset-4">
            {user.username}
          </Link>
        )}
        <Badge tone={tones[status]}>{stateWords[status]}</Badge>
        <span className="text-sm [overflow-wrap:anywhere]">
          {kind === "document" ? "Document" : sale ? sale.title : "The whole site"}
          {limit !== null && `, up to ${formatMoney(limit, "NGN")} for each bid`}
        </span>
      </div>
      <p className="text-ink-soft text-sm [overflow-wrap:anywhere]">
        {hasName && `${user.email}${user.phone ? `, ${user.phone}` : ""} · `}
        {lagosMoment(entry.askedAt)}
        {entry.decidedAt && ` · ${entry.decidedBy ?? "Staff"}, ${lagosMoment(entry.decidedAt)}`}
      </p>
      {reason && <p className="text-sm [overflow-wrap:anywhere]">Reason: {reason}</p>}
      <Shares shares={entry.shares} />
      {doing === "read" && <Document userId={user._id} username={user.username} />}
      {change.error && <Notice tone="error">{messageOf(change.error, "It could not be saved.")}</Notice>}
      {doing === "approve" && (
        <LimitForm
          limit={limit}
          isPending={change.isPending}
          onLimit={(limit) => send({ status: "approved", limit })}
        />
      )}
      {doing === "decline" && (
        <ReasonForm isPending={change.isPending} onReason={(reason) => send({ status: "declined", reason })} />
      )}
      <div className="flex flex-wrap gap-2">
        {file && doing !== "read" && (
          <Button size="sm" variant="secondary" onClick={() => setDoing("read")}>
            Read the document
          </Button>
        )}
        {doing !== "approve" && (kind === "approval" || status !== "approved") && (
          <Button
            size="sm"
            pending={change.isPending && kind === "document" && doing !== "decline"}
            onClick={() => (kind === "approval" ? setDoing("approve") : send({ status: "approved", limit: null }))}
          >
            {status === "approved" ? "Change the limit" : "Approve"}
          </Button>
        )}
        {doing !== "decline" && status !== "declined" && (
          <Button size="sm" variant="secondary" onClick={() => setDoing("decline")}>
            Decline
          </Button>
        )}
      </div>
    </article>
  );
};

interface LimitFormProps {
  limit: number | null;
  isPending: boolean;
  onLimit: (limit: number | null) => void;
}

export const LimitForm = ({ limit, isPending, onLimit }: LimitFormProps) => {
  const [typed, setTyped] = useState(limit === null ? "" : String(limit));
  const amount = readPositive(typed);
  const isWrong = typed.trim() !== "" && (amount === null || !Number.isInteger(amount));
  return (
    <form
      noValidate
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isWrong && !isPending) onLimit(amount);
      }}
    >
      <Field
        label={`Limit for each bid (${currencySymbols.NGN})`}
        hint="Whole naira. Empty: no limit. It bounds each bid, each maximum and Buy It Now."
        error={isWrong ? "Please enter whole naira, or nothing" : null}
      >
        <AmountInput currency="NGN" min={1} typed={typed} onType={setTyped} />
      </Field>
      <Button type="submit" size="sm" pending={isPending} className="justify-self-start">
        {amount === null ? "Approve without a limit" : "Approve with this limit"}
      </Button>
    </form>
  );
};

const ReasonForm = ({ isPending, onReason }: { isPending: boolean; onReason: (reason: string) => void }) => {
  const [reason, setReason] = useState("");
  return (
    <form
      noValidate
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (reason.trim() !== "" && !isPending) onReason(reason.trim());
      }}
    >
      <Field label="Reason" hint="The bidder reads it.">
        <Textarea maxLength={BIDDER_REASON_MAX} value={reason} onChange={({ target }) => setReason(target.value)} />
      </Field>
      <Button
        type="submit"
        size="sm"
        variant="danger"
        pending={isPending}
        disabled={reason.trim() === ""}
        className="justify-self-start"
      >
        Decline
      </Button>
    </form>
  );
};
