// The user's name, role and balance. The balance updates live.

import type { User } from "@jara/shared/users";
import type { ReactNode } from "react";
import { Link } from "#router";
import { buttonClass } from "../../ui/button.tsx";
import { ExactMoney, Money } from "../../ui/money.tsx";
import { RoleBadge } from "../../ui/role-badge.tsx";
import { displayName } from "./profile-fields.ts";

interface ProfileHeaderProps {
  user: User;
  /** The line below the balance. */
  children?: ReactNode;
}

export const ProfileHeader = ({ user, children }: ProfileHeaderProps) => (
  <header className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4 pt-2 md:pt-4">
    <div className="grid min-w-0 gap-1">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h1 className="font-bold text-xl">{displayName(user)}</h1>
        <RoleBadge role={user.role} />
      </div>
      <p className="text-ink-soft [overflow-wrap:anywhere]">{user.email}</p>
    </div>
    <div className="flex flex-wrap items-start gap-x-6 gap-y-3">
      <div className="grid" role="status" aria-label="Account balance">
        <span className="text-ink-soft text-sm">Account Balance</span>
        <Money
          amount={user.balance}
          currency="NGN"
          className={user.balance < 0 ? "font-bold text-danger text-xl" : "font-bold text-xl"}
        />
        <ExactMoney amount={user.balance} currency="NGN" className="text-ink-soft text-sm" />
        {children}
      </div>
      <div className="flex flex-wrap gap-2">
        <Link to="/profile/money#add-money" className={buttonClass("primary")}>
          Add money
        </Link>
        <Link to="/profile/withdraw" className={buttonClass("secondary")}>
          Withdraw
        </Link>
      </div>
    </div>
  </header>
);
