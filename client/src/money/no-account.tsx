// Tells staff that buyers cannot pay by bank transfer, because no account is in force to which they can pay.
import { isRealAccount } from "@jara/shared/demo-account";
import { Link } from "#router";
import { useSite } from "../lib/site.ts";
import { buttonClass } from "../ui/button.tsx";
import { May } from "../ui/may.tsx";
import { Notice } from "../ui/notice.tsx";

export const NoAccount = () => {
  const site = useSite();
  if (!site || isRealAccount(site.bankAccount)) return null;
  return (
    <Notice
      tone="muted"
      title="Buyers cannot pay by bank transfer"
      action={
        <May use="house:settings">
          <Link to="/admin/settings#bank-account" className={buttonClass("secondary", "sm")}>
            Add the bank account
          </Link>
        </May>
      }
    >
      The house has no bank account here. Invoices tell buyers to ask for it. An administrator adds it under Settings;
      once the site has users, that waits for a second person or a day.
    </Notice>
  );
};
