// Says, without an account in force, whom to ask for one and which reference to name.
import { askToTransfer } from "@jara/shared/transfer-words";
import { readableNumber } from "../../../lib/contact.ts";
import { useSite } from "../../../lib/site.ts";
import { Reference } from "../../../money/reference.tsx";
import { MailLink, textLinkClass, WhatsAppLink } from "../../../ui/text-link.tsx";

export const AskToTransfer = ({ reference }: { reference: string }) => {
  const contact = useSite()?.contact;
  const [before, after] = askToTransfer(reference).split(reference);
  const words = `I want to pay ${reference} by bank transfer or in cash.`;
  return (
    <li>
      <details>
        <summary className="min-h-11 cursor-pointer p-3">
          <span className="font-semibold">Bank transfer or cash</span>
          <span className="block text-ink-soft text-sm">
            {before}
            <Reference>{reference}</Reference>
            {after}
          </span>
        </summary>
        {contact && (
          <p className="flex flex-wrap items-center gap-x-4 p-3 pt-0 text-sm">
            {contact.phone && (
              <a href={`tel:${contact.phone}`} className={textLinkClass}>
                Call {readableNumber(contact.phone)}
              </a>
            )}
            <WhatsAppLink number={contact.whatsapp} text={words} />
            <MailLink address={contact.email} subject={`Payment ${reference}`} body={words} />
          </p>
        )}
      </details>
    </li>
  );
};
