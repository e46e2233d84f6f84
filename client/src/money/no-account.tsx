// Tells staff that buyers cannot pay by bank transfer, because no account is in force to which they can pay, and from
// when the account counts that waits.
import * as calls from "@jara/shared/calls/site-settings";
import { isRealAccount } from "@jara/shared/demo-account";
import { useQuery } from "@tanstack/react-query";
import { Link } from "#router";
import { ask } from "../lib/api.ts";
import { lagosMoment } from "../lib/lagos-moment.ts";
import { useSite } from "../lib/site.ts";
import { buttonClass } from "../ui/button.tsx";
import { May } from "../ui/may.tsx";
import { Notice } from "../ui/notice.tsx";

export const WAITING_ACCOUNT = ["settings", "waiting-account"] as const;

export const NoAccount = () => {
  const site = useSite();
  return site && !isRealAccount(site.bankAccount) ? <WhatBuyersAreTold /> : null;
};

const WhatBuyersAreTold = () => {
  const { data } = useQuery({
    queryKey: WAITING_ACCOUNT,
    queryFn: ({ signal }) => ask(calls.getWaitingAccount, { signal }),
  });
  if (!data) return null;
  const { waiting } = data;
  return (
    <Notice
      tone="muted"
      title={waiting?.bank ? "Buyers cannot pay by bank transfer yet" : "Buyers cannot pay by bank transfer"}
      action={
        <May use="house:settings">
          <Link to="/admin/settings#bank-account" className={buttonClass("secondary", "sm")}>
            {waiting ? "See the change" : "Add the bank account"}
          </Link>
        </May>
      }
    >
      No bank account is in force. Invoices tell buyers to ask for it.{" "}
      {waiting?.bank
        ? `${waiting.bank} counts ${waiting.dueAt ? `from ${lagosMoment(waiting.dueAt)} on (Lagos)` : "once another administrator approves it"}.`
        : "An administrator adds it under Settings; once the site has users, that waits for a second person or a day."}
    </Notice>
  );
};
