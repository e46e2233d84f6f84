// The buyer who owes a payment, with links to contact them.

import type { Settlement } from "@jara/shared/rest/settlements";
import { Link } from "#router";
import { PhoneLink } from "../../../ui/phone-link.tsx";
import { MailLink } from "../../../ui/text-link.tsx";
import { fullNameOf } from "../settlement-words.ts";

const link =
  "inline-flex min-h-11 items-center underline decoration-line-strong underline-offset-4 hover:decoration-ink pointer-fine:min-h-6";

interface BuyerContactProps extends Pick<Settlement, "buyer"> {
  auction: { title: string };
}

export const BuyerContact = ({ buyer, auction }: BuyerContactProps) => {
  const name = fullNameOf(buyer);
  return (
    <>
      <Link to={`/admin/users/${buyer._id}`} className={`font-semibold ${link}`}>
        {buyer.username}
      </Link>
      <Link to={`/admin/settlements?buyer=${buyer._id}`} className={`ml-2 text-xs ${link}`}>
        All lots
      </Link>
      {name && <span className="text-ink-soft"> · {name}</span>}
      <span className="flex flex-wrap gap-x-4 xl:grid xl:justify-items-start">
        <MailLink address={buyer.email} subject={`Your payment for ${auction.title}`} className={link} />
        {buyer.phone && <PhoneLink number={buyer.phone} className={link} />}
      </span>
    </>
  );
};
