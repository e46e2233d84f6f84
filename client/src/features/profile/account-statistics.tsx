// Account Statistics: the registration date, the balance and the role.
import type { User } from "@jara/shared/users";
import type { ReactNode } from "react";
import { Money } from "../../ui/money.tsx";
import { Panel } from "../../ui/panel.tsx";
import { RoleBadge } from "../../ui/role-badge.tsx";

const day = new Intl.DateTimeFormat("en-NG", { dateStyle: "long", timeZone: "Africa/Lagos" });

export const AccountStatistics = ({ user }: { user: User }) => (
  <Panel title="Account Statistics">
    <dl className="grid gap-3">
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
  </Panel>
);

const Row = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-line border-b pb-3 last:border-0 last:pb-0">
    <dt className="text-ink-soft text-sm">{label}</dt>
    <dd className="font-medium">{children}</dd>
  </div>
);
