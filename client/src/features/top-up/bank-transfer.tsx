// Payment by bank transfer: the account, the payment reference and where to send the receipt.
import type { Site } from "@jara/shared/rest/site";
import type { User } from "@jara/shared/users";
import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { toast } from "../../lib/toast.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { MailLink, WhatsAppLink } from "../../ui/text-link.tsx";

interface BankTransferProps {
  account: NonNullable<Site["bankAccount"]>;
  contact: Site["contact"];
  user: Pick<User, "username" | "email">;
}

export const BankTransfer = ({ account, contact, user }: BankTransferProps) => {
  const words = `I have transferred money to top up my balance. Username: ${user.username}. Email: ${user.email}. The receipt is attached.`;
  return (
    <section aria-labelledby="bank-transfer" className="grid content-start gap-4">
      <h3 id="bank-transfer" className="font-semibold text-base">
        Bank transfer
      </h3>
      <dl className="divide-y divide-line rounded-box border border-line">
        <Copied label="Bank" value={account.bank} />
        <Copied label="Account number" value={account.number} />
        <Copied label="Account name" value={account.name} />
        <Copied label="Reference" value={user.username} hint="Identifies your payment" />
      </dl>
      <p className="text-sm">
        Then send us the receipt. We add the money as soon as the transfer is validated, and you see it here.
      </p>
      <div className="grid gap-2 sm:grid-cols-2">
        <WhatsAppLink number={contact.whatsapp} text={words} className={buttonClass("secondary")}>
          Send by WhatsApp
        </WhatsAppLink>
        <MailLink
          address={contact.email}
          subject={`Top-up of ${user.username}`}
          body={words}
          className={buttonClass("secondary")}
        >
          Send by email
        </MailLink>
      </div>
    </section>
  );
};

const SAID_MS = 2000;

const Copied = ({ label, value, hint }: { label: string; value: string; hint?: string }) => {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), SAID_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setIsCopied(true);
    } catch {
      toast.error("It could not be copied. Please select the text.", { id: "copy-failed" });
    }
  };
  const Icon = isCopied ? Check : Copy;
  return (
    <div className="grid grid-cols-[1fr_auto] items-center gap-x-3 py-2 pr-1 pl-4">
      <dt className="text-ink-soft text-sm">{hint ? `${label}: ${hint.toLowerCase()}` : label}</dt>
      <dd className="tabular col-start-1 font-semibold">{value}</dd>
      <dd className="col-start-2 row-span-2 row-start-1">
        <Button variant="ghost" size="sm" onClick={() => void copy()} aria-label={`Copy ${label.toLowerCase()}`}>
          <Icon aria-hidden className="size-4" />
          <span aria-live="polite">{isCopied ? "Copied" : "Copy"}</span>
        </Button>
      </dd>
    </div>
  );
};
