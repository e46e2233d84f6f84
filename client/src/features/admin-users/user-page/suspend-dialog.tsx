// Suspends an account: reason, duration, and whether the bids on open auctions become void, with what that does to each.
import { SUSPENSION_REASON_MAX, type SuspendAnswer, type SuspendBody } from "@jara/shared/rest/suspensions";
import type { AdminUser } from "@jara/shared/rest/users";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Link } from "#router";
import { serverNow } from "../../../connection/connection.ts";
import { isUnknown, useCommand } from "../../../connection/use-command.ts";
import { AskForm } from "../../../ui/ask.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field, Textarea } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { textLinkClass } from "../../../ui/text-link.tsx";
import { sentenceOf } from "../hooks/use-user-edits.ts";
import { type Duration, durations, untilOf } from "./durations.ts";
import { PagedList } from "./paged-list.tsx";
import { suspendPreviewQuery, suspendUser } from "./queries.ts";
import { VoidEffectLine } from "./void-effect-line.tsx";

interface SuspendDialogProps {
  user: AdminUser;
  open: boolean;
  onClose: () => void;
  onDone: (answer: SuspendAnswer) => void;
}

export const SuspendDialog = ({ user, open, onClose, onDone }: SuspendDialogProps) => (
  <Dialog
    open={open}
    onClose={onClose}
    title={`Suspend ${user.username}?`}
    className="max-w-[min(36rem,calc(100vw-2rem))]"
  >
    <SuspendForm user={user} onClose={onClose} onDone={onDone} />
  </Dialog>
);

interface Typed {
  reason: string;
  duration: Duration;
  voidBids: boolean;
}

const SuspendForm = ({ user, onClose, onDone }: Omit<SuspendDialogProps, "open">) => {
  const [typed, setTyped] = useState<Typed>({ reason: "", duration: "7", voidBids: false });
  const [problem, setProblem] = useState<string | null>(null);
  const { mutate, isPending, error } = useCommand(
    // Another try names the first end, however late it is sent.
    (_asked: SuspendBody & Typed, key, { reason, until, voidBids }) =>
      suspendUser(user._id, { reason, until, voidBids }, key),
    {
      nameOf: ({ reason, duration, voidBids }) => JSON.stringify([reason, duration, voidBids]),
      onSuccess: onDone,
    },
  );
  const change = (part: Partial<Typed>) => {
    setTyped({ ...typed, ...part });
    setProblem(null);
  };
  const submit = () => {
    const reason = typed.reason.trim();
    if (reason === "") setProblem("Please give a reason. The person reads it.");
    else mutate({ ...typed, reason, until: untilOf(typed.duration, serverNow()) });
  };
  return (
    <AskForm
      label="Suspend the account"
      yes={isPending ? "Suspending..." : "Suspend"}
      isDanger
      isPending={isPending}
      problem={error && <Failure error={error} />}
      onNo={onClose}
      onYes={submit}
    >
      <p className="text-sm">
        {user.username} is logged out everywhere within a second, cannot log in, and gets an email with the reason.
        Balance, deposits and debts stay as they are; withdrawals wait.
      </p>
      <Field label="Reason" hint="The person reads it at the next login and in the email." error={problem}>
        <Textarea
          maxLength={SUSPENSION_REASON_MAX}
          value={typed.reason}
          onChange={({ target }) => change({ reason: target.value })}
          className="min-h-20"
        />
      </Field>
      <DurationChoice duration={typed.duration} onChange={(duration) => change({ duration })} />
      <label className="flex items-start gap-3 text-sm">
        <input
          type="checkbox"
          checked={typed.voidBids}
          onChange={({ target }) => change({ voidBids: target.checked })}
          className="mt-0.5 size-6 shrink-0 accent-brand"
        />
        <span>
          <strong className="font-semibold">Void all bids and maximums on open auctions.</strong> This cannot be undone,
          even if the suspension is lifted.
        </span>
      </label>
      {typed.voidBids && <Outcomes userId={user._id} />}
    </AskForm>
  );
};

const Failure = ({ error }: { error: unknown }) => (
  <Notice tone={isUnknown(error) ? "warning" : "error"}>
    {isUnknown(error)
      ? `We do not know whether the account was suspended. ${sentenceOf(error)} Try again: it cannot be done twice.`
      : `Failed to suspend the account: ${sentenceOf(error)}`}
  </Notice>
);

interface DurationChoiceProps {
  duration: Duration;
  onChange: (duration: Duration) => void;
}

const DurationChoice = ({ duration, onChange }: DurationChoiceProps) => {
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1 font-semibold text-sm">For how long</legend>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        {(Object.keys(durations) as Duration[]).map((one) => (
          <label
            key={one}
            className="flex min-h-11 cursor-pointer items-center justify-center rounded-box border border-line-strong px-3 font-semibold text-sm has-checked:border-brand has-checked:bg-brand-soft has-checked:text-brand has-focus-visible:outline-2 has-focus-visible:outline-offset-2"
          >
            <input
              type="radio"
              name={name}
              className="sr-only"
              checked={one === duration}
              onChange={() => onChange(one)}
            />
            {durations[one]}
          </label>
        ))}
      </div>
    </fieldset>
  );
};

const Outcomes = ({ userId }: { userId: string }) => {
  const [page, setPage] = useState(1);
  const preview = useQuery(suspendPreviewQuery(userId, page));
  return (
    <section aria-label="What becomes void" className="grid gap-2 rounded-box border border-line bg-paper p-3 text-sm">
      <PagedList
        of="auctions"
        query={preview}
        none="No valid bids on open auctions. Maximums that placed no bid become void too."
        onPage={setPage}
      >
        {({ lots, pagination }) => (
          <>
            <p className="font-semibold">
              {pagination.total} open {pagination.total === 1 ? "auction" : "auctions"}, as they are now
            </p>
            <ul className="divide-y divide-line">
              {lots.map(({ auctionId, title, currency, effect, message }) => (
                <li key={auctionId} className="grid gap-1 py-2">
                  <Link
                    to={`/auction/${auctionId}`}
                    target="_blank"
                    className={`${textLinkClass} justify-self-start [overflow-wrap:anywhere]`}
                  >
                    {title}
                  </Link>
                  {effect ? (
                    <VoidEffectLine effect={effect} currency={currency} />
                  ) : (
                    <span className="text-danger">{message}</span>
                  )}
                </li>
              ))}
            </ul>
          </>
        )}
      </PagedList>
    </section>
  );
};
