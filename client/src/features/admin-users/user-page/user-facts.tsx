// The user's identity and contact details.

import type { UserPage } from "@jara/shared/rest/user-page";
import type { ReactNode } from "react";
import { lagosDateTime } from "../../../lib/lagos-moment.ts";
import { Badge } from "../../../ui/badge.tsx";
import { PhoneLink } from "../../../ui/phone-link.tsx";
import { MailLink } from "../../../ui/text-link.tsx";
import { fullName } from "../user-search.ts";

const link =
  "inline-flex min-h-11 items-center underline decoration-line-strong underline-offset-4 hover:decoration-ink pointer-fine:min-h-6";

export const UserFacts = ({ user, facts }: Pick<UserPage, "user" | "facts">) => {
  const { street, city, state, zipCode, country } = user.address;
  const town = [zipCode, city].filter(Boolean).join(" ");
  const address = [street, town, state, country].filter(Boolean).join(", ");
  const ways = [facts.hasPassword && "password", facts.usesGoogle && "Google"].filter(Boolean).join(" and ");
  return (
    <dl className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-2">
      <Fact name="Full name">{fullName(user)}</Fact>
      <Fact name="Email">
        <span className="flex flex-wrap items-center gap-x-2">
          <MailLink address={user.email} subject="Your account" className={`${link} [overflow-wrap:anywhere]`} />
          <Badge tone={user.isEmailVerified ? "success" : "amber"}>
            {user.isEmailVerified ? "Verified" : "Not verified"}
          </Badge>
        </span>
      </Fact>
      <Fact name="Phone">{user.phone && <PhoneLink number={user.phone} className={link} />}</Fact>
      <Fact name="Address">{address}</Fact>
      <Fact name="Member since">
        <time dateTime={user.createdAt}>{lagosDateTime(user.createdAt)}</time>
      </Fact>
      <Fact name="Last seen">
        {facts.lastSeenAt && <time dateTime={facts.lastSeenAt}>{lagosDateTime(facts.lastSeenAt)}</time>}
      </Fact>
      <Fact name="Logs in with">{ways}</Fact>
      <Fact name="User ID">
        <span translate="no" className="tabular [overflow-wrap:anywhere]">
          {user._id}
        </span>
      </Fact>
    </dl>
  );
};

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="grid content-start">
    <dt className="text-ink-soft">{name}</dt>
    <dd className="[overflow-wrap:anywhere]">{children || <span className="text-ink-soft">Not provided</span>}</dd>
  </div>
);
