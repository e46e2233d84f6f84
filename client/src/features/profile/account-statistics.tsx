// Account Statistics: the registration date, the balance and the role. It is folded, because the page's header has the
// balance and the role too.
import type { User } from "@jara/shared/users";
import type { ReactNode } from "react";
import { Money } from "../../ui/money.tsx";
import { RoleBadge } from "../../ui/role-badge.tsx";

const day = new Intl.DateTimeFormat("en-NG", { dateStyle: "long", timeZone: "Africa/Lagos" });

export const AccountStatistics = ({ user }: { user: User }) => (
  <details className="rounded-box border border-line bg-surface px-4 md:px-6">
    <summary className="min-h-12 content-center">
      <h2 className="inline font-semibold text-base">Account Statistics</h2>
    </summary>
    <dl className="grid gap-3 pt-2 pb-4">
      <Row label="Member Since">
        <time dateTime={user.createdAt}>{day.format(new Date(user.createdAt))}</time>
      </Row>
      <Row label="Account Balance">
        <Money amount={user.balance} currency="NGN" />
      </Row>
      <Row label="Account Type">
        <RoleBadge role={user.role} />
      </Row>
    </dl>
  </details>
);

const Row = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-line border-b pb-3 last:border-0 last:pb-0">
    <dt className="text-ink-soft text-sm">{label}</dt>
    <dd className="font-medium">{children}</dd>
  </div>
);
