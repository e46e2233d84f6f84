// "Add Money to My Balance": online if the site takes payments, and by bank transfer if the site has an account.
import type { Site } from "@jara/shared/rest/site";
import type { User } from "@jara/shared/users";
import { PayInContact } from "../../money/pay-in-contact.tsx";
import { BankTransfer } from "./bank-transfer.tsx";
import { OnlineTopUp } from "./online-top-up.tsx";
import { TopUpList } from "./top-up-list.tsx";

const ADD_MONEY_ID = "add-money";

interface AddMoneyProps {
  site: Site;
  user: User;
  /** Checks a pending payment again. */
  onCheck: (reference: string) => void;
}

export const AddMoney = ({ site, user, onCheck }: AddMoneyProps) => {
  const online = site.onlineTopUp !== "off";
  return (
    <section
      id={ADD_MONEY_ID}
      aria-labelledby={`${ADD_MONEY_ID}-title`}
      className="grid scroll-mt-20 grid-cols-[minmax(0,1fr)] gap-6 rounded-box border border-line bg-surface p-4 md:p-6"
    >
      <div className="grid gap-1">
        <h2 id={`${ADD_MONEY_ID}-title`} className="font-bold text-lg">
          Add Money to My Balance
        </h2>
        <p className="max-w-prose text-ink-soft text-sm">
          A bid needs 20% of its amount as balance, an auto-bid 20% of your maximum. Your balance is kept in naira.
        </p>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-8 lg:grid-cols-2">
        {online && <OnlineTopUp sandbox={site.onlineTopUp === "sandbox"} balance={user.balance} />}
        {site.bankAccount && <BankTransfer account={site.bankAccount} contact={site.contact} user={user} />}
        {!online && !site.bankAccount && <PayInContact contact={site.contact} username={user.username} />}
      </div>
      {online && <TopUpList onCheck={onCheck} />}
    </section>
  );
};
