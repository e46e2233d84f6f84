// Tips for people who wait for a mail that does not come.
import type { ReactNode } from "react";
import { useSite } from "../../../lib/site.ts";
import { MailLink } from "../../../ui/text-link.tsx";

/** `children`: more advice, as items of the list. */
export const NoMail = ({ children }: { children?: ReactNode }) => {
  const site = useSite();
  return (
    <section
      aria-labelledby="no-mail"
      className="grid w-full gap-2 rounded-box border border-line bg-surface p-4 text-left"
    >
      <h2 id="no-mail" className="font-semibold text-base">
        No email after some minutes?
      </h2>
      <ul className="grid list-disc gap-2 pl-5 text-sm">
        <li>Look in the folder for spam or advertising.</li>
        {children}
        {site && (
          <li>
            Still nothing? Write to{" "}
            <MailLink address={site.contact.email} className="font-semibold text-brand underline underline-offset-4" />.
          </li>
        )}
      </ul>
    </section>
  );
};
