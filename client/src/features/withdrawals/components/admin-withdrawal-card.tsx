// One withdrawal for the staff who decide about it: the person, the bank account, the amount and what became of it,
// with the two verdicts.
import { formatMoney } from "@jara/shared/money";
import type { AdminWithdrawal } from "@jara/shared/rest/withdrawals";
import type { ReactNode } from "react";
import { Link } from "#router";
import { cx } from "../../../lib/cx.ts";
import { lagosDateTime } from "../../../lib/lagos-moment.ts";
import { Shares } from "../../../lots/shares.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { OwnMoney } from "../../../ui/money.tsx";
import { MailLink } from "../../../ui/text-link.tsx";
import { isOpen, stateWords } from "../state-words.ts";

interface AdminWithdrawalCardProps {
  withdrawal: AdminWithdrawal;
  onAsk: (verdict: "approve" | "refuse") => void;
}

export const AdminWithdrawalCard = ({ withdrawal, onAsk }: AdminWithdrawalCardProps) => {
  const { amount, status, bank, person, balance, isSandbox, isOwn } = withdrawal;
  const { label, tone } = stateWords[status];
  const name = [person.firstName, person.lastName].filter(Boolean).join(" ");
  const named = `${formatMoney(amount, "NGN")} of ${person.username}`;
  return (
    <li
      className={cx(
        "grid content-start gap-4 rounded-box border border-line p-4 text-sm",
        isOpen(status) ? "bg-surface" : "bg-paper",
      )}
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <OwnMoney amount={amount} currency="NGN" className="font-bold text-lg" />
        <span className="flex flex-wrap gap-2">
          {isSandbox && <Badge tone="amber">Sandbox</Badge>}
          {person.isBanned && <Badge tone="danger">Suspended</Badge>}
          <Badge tone={tone}>{label}</Badge>
        </span>
      </div>
      <dl className="grid grid-cols-[minmax(0,1fr)] gap-3 sm:grid-cols-2">
        <Fact name="Person">
          <Link
            to={`/admin/users/${person._id}`}
            className="inline-flex min-h-11 items-center font-semibold underline decoration-line-strong underline-offset-4 pointer-fine:min-h-6"
          >
            {person.username}
          </Link>
          {name && <span className="text-ink-soft"> · {name}</span>}
          <MailLink
            address={person.email}
            subject={`Your withdrawal of ${formatMoney(amount, "NGN")}`}
            className="flex min-h-11 items-center underline decoration-line-strong underline-offset-4 pointer-fine:min-h-6"
          />
        </Fact>
        <Fact name="To">
          {bank.bankName}
          <span className="tabular block">{bank.accountNumber}</span>
          <span className="block font-semibold">{bank.accountName}</span>
        </Fact>
        <Fact name="Balance that stays">
          <OwnMoney amount={balance} currency="NGN" className={balance < 0 ? "text-danger" : undefined} />
        </Fact>
        <Fact name="Requested">
          <time dateTime={withdrawal.createdAt}>{lagosDateTime(withdrawal.createdAt)}</time>
        </Fact>
      </dl>
      <History withdrawal={withdrawal} />
      <Shares shares={withdrawal.shares} />
      {status === "requested" &&
        (isOwn ? (
          <p className="text-ink-soft">This is your own withdrawal. Another administrator must decide about it.</p>
        ) : (
          <div className="flex flex-wrap gap-2 *:flex-auto sm:*:flex-none">
            <Button size="sm" aria-label={`Approve ${named}`} onClick={() => onAsk("approve")}>
              Approve
            </Button>
            <Button size="sm" variant="secondary" aria-label={`Refuse ${named}`} onClick={() => onAsk("refuse")}>
              Refuse
            </Button>
          </div>
        ))}
    </li>
  );
};

const History = ({
  withdrawal: { status, decidedAt, decidedBy, closedAt, reason, problem },
}: {
  withdrawal: AdminWithdrawal;
}) => (
  <>
    {decidedAt && (
      <p className="text-ink-soft">
        {status === "refused" ? "Refused" : "Approved"}
        {decidedBy && ` by ${decidedBy.username}`}, <time dateTime={decidedAt}>{lagosDateTime(decidedAt)}</time>
        {closedAt && status !== "refused" && (
          <>
            . {stateWords[status].label} <time dateTime={closedAt}>{lagosDateTime(closedAt)}</time>
          </>
        )}
      </p>
    )}
    {reason && <p className="[overflow-wrap:anywhere]">{status === "refused" ? `“${reason}”` : reason}</p>}
    {problem && <p className="text-danger [overflow-wrap:anywhere]">Last problem: {problem}</p>}
  </>
);

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-ink-soft">{name}</dt>
    <dd className="[overflow-wrap:anywhere]">{children}</dd>
  </div>
);
