// Says, without an account in force, whom to ask for one and which reference to name.
import { askToTransfer } from "@jara/shared/transfer-words";
import { readableNumber } from "../../../lib/contact.ts";
import { useSite } from "../../../lib/site.ts";
import { MailLink, textLinkClass, WhatsAppLink } from "../../../ui/text-link.tsx";

interface AskToTransferProps {
  reference: string;
  /** Whether the contacts are shown at first. */
  isOpen?: boolean;
}

export const AskToTransfer = ({ reference, isOpen = false }: AskToTransferProps) => {
  const contact = useSite()?.contact;
  const words = `I want to pay ${reference} by bank transfer or in cash.`;
  return (
    <li>
      <details open={isOpen}>
        <summary className="min-h-11 cursor-pointer p-3">
          <span className="font-semibold">Bank transfer or cash</span>
          <span className="block text-ink-soft text-sm [overflow-wrap:anywhere]">{askToTransfer(reference)}</span>
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
