// A link on its own line of the text, tall enough for a thumb; and the links to contact the team.
import type { ReactNode } from "react";
import { mailUrl, readableNumber, whatsappUrl } from "../lib/contact.ts";
import { cx } from "../lib/cx.ts";

export const textLinkClass =
  "inline-flex min-h-11 items-center justify-self-start font-semibold text-brand underline underline-offset-4";

interface MailLinkProps {
  address: string;
  subject?: string;
  body?: string;
  className?: string;
  children?: ReactNode;
}

export const MailLink = ({ address, subject, body, className = textLinkClass, children }: MailLinkProps) => (
  <a
    href={mailUrl(address, { ...(subject && { subject }), ...(body && { body }) })}
    className={cx(className, "[overflow-wrap:anywhere]")}
  >
    {children ?? address}
  </a>
);

interface WhatsAppLinkProps {
  number: string;
  text?: string;
  className?: string;
  children?: ReactNode;
}

export const WhatsAppLink = ({ number, text, className = textLinkClass, children }: WhatsAppLinkProps) => (
  <a href={whatsappUrl(number, text)} target="_blank" rel="noopener noreferrer" className={className}>
    {children ?? `WhatsApp ${readableNumber(number)}`}
  </a>
);

interface ContactLinksProps {
  contact: { whatsapp: string; email: string };
  /** The beginning of the WhatsApp message. */
  text: string;
  subject: string;
}

/** Both ways to ask the team. The text before them says what about. */
export const ContactLinks = ({ contact, text, subject }: ContactLinksProps) => (
  <>
    <WhatsAppLink number={contact.whatsapp} text={text}>
      WhatsApp
    </WhatsAppLink>
    <MailLink address={contact.email} subject={subject}>
      Email
    </MailLink>
  </>
);
