// Payment by bank transfer: the account, the payment reference and where to send the receipt.
import type { Site } from "@jara/shared/rest/site";
import type { User } from "@jara/shared/users";
import { BankAccount } from "../../money/bank-account.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { MailLink, WhatsAppLink } from "../../ui/text-link.tsx";

interface BankTransferProps {
  account: NonNullable<Site["bankAccount"]>;
  contact: Site["contact"];
  user: Pick<User, "username" | "email">;
}

export const BankTransfer = ({ account, contact, user }: BankTransferProps) => {
  const words = `I have transferred money for my balance. Username: ${user.username}. Email: ${user.email}. The receipt is attached.`;
  return (
    <section aria-labelledby="bank-transfer" className="grid content-start gap-4">
      <h3 id="bank-transfer" className="font-semibold text-base">
        Bank transfer
      </h3>
      <BankAccount account={account} reference={user.username} />
      <p className="text-sm">
        Then send us the receipt. We add the money as soon as we have checked the transfer, and you see it here.
      </p>
      <div className="grid gap-2 sm:grid-cols-2">
        <WhatsAppLink number={contact.whatsapp} text={words} className={buttonClass("secondary")}>
          Send by WhatsApp
        </WhatsAppLink>
        <MailLink
          address={contact.email}
          subject={`Money for the balance of ${user.username}`}
          body={words}
          className={buttonClass("secondary")}
        >
          Send by email
        </MailLink>
      </div>
    </section>
  );
};
