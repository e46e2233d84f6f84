// The screen for withdrawing money: what a withdrawal costs and when it arrives, the amount that can be withdrawn, the
// form, the bank accounts, and past withdrawals.

import type { BankAccount, Withdrawable, Withdrawals } from "@jara/shared/rest/withdrawals";
import { WITHDRAWAL_COST, WITHDRAWAL_TIME } from "@jara/shared/withdrawal-words";
import { type ReactNode, useState } from "react";
import { Link } from "#router";
import { NameDialog } from "../features/profile/name-dialog.tsx";
import { useAuth } from "../features/session/auth-context.tsx";
import { ToLogin } from "../features/session/components/to-login.tsx";
import { AddBankAccount } from "../features/withdrawals/components/add-bank-account.tsx";
import { BankAccountList } from "../features/withdrawals/components/bank-account-list.tsx";
import { NameLine } from "../features/withdrawals/components/name-line.tsx";
import { WithdrawForm } from "../features/withdrawals/components/withdraw-form.tsx";
import { WithdrawalList } from "../features/withdrawals/components/withdrawal-list.tsx";
import { useNextStep } from "../features/withdrawals/hooks/use-next-step.ts";
import { useBankAccounts, useWithdrawals } from "../features/withdrawals/hooks/use-withdrawals.ts";
import { WITHDRAWAL_MIN } from "../features/withdrawals/withdrawal-min.ts";
import { messageOf } from "../lib/api.ts";
import { lagosDateTime } from "../lib/lagos-moment.ts";
import { usePageTitle } from "../lib/page-title.ts";
import { useSite } from "../lib/site.ts";
import { SandboxBadge } from "../money/sandbox-badge.tsx";
import { toast } from "../store/toast.ts";
import { Button } from "../ui/button.tsx";
import { Loaded, Loading } from "../ui/loaded.tsx";
import { Notice } from "../ui/notice.tsx";
import { Panel } from "../ui/panel.tsx";
import { ProfilePart } from "./account/profile-part.tsx";
import { YourMoney } from "./account/your-money.tsx";

export const Component = () => {
  usePageTitle("Withdraw money");
  const { isAuthenticated, isLoading } = useAuth();
  if (isLoading) return null;
  if (!isAuthenticated) return <ToLogin />;
  return <Withdraw />;
};

const Withdraw = () => {
  const money = useWithdrawals();
  const accounts = useBankAccounts();
  return (
    <ProfilePart of="money" title="Withdraw money">
      {money.data?.isSandbox && <SandboxBadge className="justify-self-start" />}
      <p className="max-w-prose text-ink-soft text-sm">
        {WITHDRAWAL_COST} {WITHDRAWAL_TIME}
      </p>
      <Loaded
        query={{
          data: money.data && accounts.data && { money: money.data, accounts: accounts.data },
          error: money.error ?? accounts.error,
          refetch: () => Promise.all([money.refetch(), accounts.refetch()]),
        }}
        failed={(error) => messageOf(error, "Failed to load your withdrawals")}
        loading={<Loading shapes={["h-40", "h-64"]}>Loading your balance...</Loading>}
      >
        {(loaded) => <Parts {...loaded} />}
      </Loaded>
    </ProfilePart>
  );
};

const Parts = ({ money, accounts }: { money: Withdrawals; accounts: readonly BankAccount[] }) => {
  const { withdrawals, withdrawable, obstacle, isSandbox } = money;
  const [added, setAdded] = useState(0);
  const [requested, setRequested] = useState(0);
  const list = useNextStep<HTMLDivElement>(requested);
  const bankAccounts = (
    <Accounts key="accounts" accounts={accounts} isSandbox={isSandbox} onAdded={() => setAdded(added + 1)} />
  );
  const amount = (
    <Panel key="amount" title="Amount">
      <AmountPart
        accounts={accounts}
        withdrawable={withdrawable}
        step={added}
        onDone={() => setRequested(requested + 1)}
      />
    </Panel>
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:gap-6 lg:grid-cols-2 lg:grid-rows-[auto_1fr]">
      <YourMoney withdrawable={withdrawable} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:gap-6 lg:row-span-2">
        {/* The first account comes before the amount, and later the amount is what people come for. */}
        {obstacle ? (
          <Obstacle obstacle={obstacle} />
        ) : accounts.length > 0 ? (
          [amount, bankAccounts]
        ) : (
          [bankAccounts, amount]
        )}
      </div>
      <div ref={list} tabIndex={-1} className="outline-none">
        <Panel title="Your withdrawals">
          {withdrawals.length === 0 ? (
            <p className="text-ink-soft text-sm">You have not withdrawn anything yet.</p>
          ) : (
            <WithdrawalList withdrawals={withdrawals} />
          )}
        </Panel>
      </div>
    </div>
  );
};

const Obstacle = ({ obstacle }: { obstacle: NonNullable<Withdrawals["obstacle"]> }) => {
  const site = useSite();
  const mail = site && <span className="[overflow-wrap:anywhere]">{site.contact.email}</span>;
  if (obstacle === "unverified") {
    return (
      <Notice tone="warning" title="Please verify your email address first">
        Open the link in the email that we sent you when you registered.
      </Notice>
    );
  }
  if (obstacle === "no-password") {
    return (
      <Notice tone="warning" title="Your account has no password">
        You sign in with Google, but a withdrawal needs a password. Set one under{" "}
        <Link to="/profile/security" className="font-semibold text-brand underline underline-offset-4">
          Login and security
        </Link>
        .
      </Notice>
    );
  }
  return (
    <Notice tone="warning" title="Withdrawals are not available at the moment">
      Please write to our team{mail && <>: {mail}</>}.
    </Notice>
  );
};

interface AccountsProps {
  accounts: readonly BankAccount[];
  isSandbox: boolean;
  onAdded: () => void;
}

const Accounts = ({ accounts, isSandbox, onAdded }: AccountsProps) => {
  const [isAdding, setIsAdding] = useState(false);
  const [isNaming, setIsNaming] = useState(false);
  const { user } = useAuth();
  if (!user) return null;
  const isEmpty = accounts.length === 0;
  const name = user.firstName?.trim() && user.lastName?.trim() ? `${user.firstName} ${user.lastName}` : null;
  return (
    <Panel
      title="Bank accounts"
      action={
        !isEmpty &&
        !isAdding && (
          <Button variant="secondary" size="sm" onClick={() => setIsAdding(true)}>
            Add
          </Button>
        )
      }
    >
      {!isEmpty && <BankAccountList accounts={accounts} />}
      {(isAdding || isEmpty) &&
        (name === null ? (
          <NameLine name={null} onChange={() => setIsNaming(true)} />
        ) : (
          <AddBankAccount
            name={name}
            onChangeName={() => setIsNaming(true)}
            isSandbox={isSandbox}
            isNext={isAdding}
            onCancel={isEmpty ? null : () => setIsAdding(false)}
            onAdded={() => {
              setIsAdding(false);
              toast.success("The bank account was added.");
              onAdded();
            }}
          />
        ))}
      <NameDialog user={user} open={isNaming} onClose={() => setIsNaming(false)} />
    </Panel>
  );
};

interface AmountPartProps {
  accounts: readonly BankAccount[];
  withdrawable: Withdrawable;
  /** Counts the accounts that were added on this page: the amount comes next. */
  step: number;
  onDone: () => void;
}

const AmountPart = ({ accounts, withdrawable, step, onDone }: AmountPartProps) => {
  const usable = accounts.filter(({ isUsable }) => isUsable);
  const [first] = accounts;
  if (!first) return <NotYet step={step}>Add a bank account first.</NotYet>;
  if (usable.length === 0) {
    return <NotYet step={step}>You can withdraw from {lagosDateTime(first.usableAt)}.</NotYet>;
  }
  if (withdrawable.amount < WITHDRAWAL_MIN) {
    return <NotYet step={step}>There is nothing to withdraw: the smallest withdrawal is ₦100.00.</NotYet>;
  }
  return <WithdrawForm accounts={usable} withdrawable={withdrawable} step={step} onDone={onDone} />;
};

const NotYet = ({ step, children }: { step: number; children: ReactNode }) => {
  const place = useNextStep<HTMLParagraphElement>(step);
  return (
    <p ref={place} tabIndex={-1} className="text-sm">
      {children}
    </p>
  );
};
