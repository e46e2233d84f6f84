// A link that calls a person. The number is shown in groups.
import { readableNumber } from "../lib/contact.ts";

interface PhoneLinkProps {
  number: string;
  className: string;
}

export const PhoneLink = ({ number, className }: PhoneLinkProps) => (
  <a href={`tel:${number.replace(/[^\d+]/g, "")}`} className={`tabular ${className}`}>
    {readableNumber(number)}
  </a>
);
