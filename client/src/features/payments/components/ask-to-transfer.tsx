// Says, without an account in force, whom to ask for one and which reference to name.
import { askToTransfer } from "@jara/shared/transfer-words";
import { readableNumber } from "../../../lib/contact.ts";
import { useSite } from "../../../lib/site.ts";
import { MailLink, textLinkClass, WhatsAppLink } from "../../../ui/text-link.tsx";
import { Way } from "./way.tsx";

export const AskToTransfer = ({ reference }: { reference: string }) => {
  const contact = useSite()?.contact;
  const words = `I want to pay ${reference} by bank transfer or in cash.`;
  return (
    <Way title="Bank transfer or cash" detail={askToTransfer(reference)}>
      {contact && (
        <p className="flex flex-wrap items-center gap-x-4 text-sm">
          {contact.phone && (
            <a href={`tel:${contact.phone}`} className={textLinkClass}>
              Call {readableNumber(contact.phone)}
            </a>
          )}
          <WhatsAppLink number={contact.whatsapp} text={words} />
          <MailLink address={contact.email} subject={`Payment ${reference}`} body={words} />
        </p>
      )}
    </Way>
  );
};
