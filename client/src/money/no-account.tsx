// Warns staff that buyers are told no bank account with what they owe, because none is in force to which they can pay.
import { isRealAccount } from "@jara/shared/demo-account";
import { useSite } from "../lib/site.ts";
import { Notice } from "../ui/notice.tsx";

export const NoAccount = () => {
  const site = useSite();
  if (!site || isRealAccount(site.bankAccount)) return null;
  return (
    <Notice tone="warning" title="No bank account is in force">
      Buyers of this sale are told to ask for the account if they want to pay by bank transfer. An administrator sets it
      under Settings. Once the site has users, a change waits for a second person or a day.
    </Notice>
  );
};
