// Support and complaints: where answers are, how to reach the team, what to prepare, and how a complaint goes on.
import type { ReactNode } from "react";
import { Link } from "#router";
import { useSite } from "../../lib/site.ts";
import { MailLink, WhatsAppLink } from "../../ui/text-link.tsx";
import { prose, TextPage } from "../../ui/text-page.tsx";

const answers: [question: string, to: string, where: string][] = [
  ["How do bids, maximums and payments work?", "/bidding-info", "Bidding Guide"],
  ["Where is my money, and when does it come back?", "/refunds", "Payments and refunds"],
  ["What if the lot is not as described?", "/buyer-protection", "Buyer protection"],
  ["What do I still have to pay?", "/purchases", "Purchases"],
  ["How do I delete my account?", "/profile/privacy", "Your data"],
];

export const Component = () => {
  const site = useSite();
  return (
    <TextPage title="Support and complaints" intro="Most answers are a click away. For everything else, write to us.">
      <div className="grid gap-6 lg:grid-cols-2 lg:items-start">
        <Card id="answers" title="Find an answer">
          <ul className="divide-y divide-line">
            {answers.map(([question, to, where]) => (
              <li key={to} className="grid py-2">
                <span className="text-ink-soft text-sm">{question}</span>
                <Link
                  to={to}
                  className="inline-flex min-h-11 items-center justify-self-start font-semibold text-brand underline underline-offset-4 md:min-h-8"
                >
                  {where}
                </Link>
              </li>
            ))}
          </ul>
        </Card>
        <Card id="contact" title="Write to us">
          <div className="grid min-h-22 content-start">
            {site && (
              <>
                <MailLink address={site.contact.email} subject="Support" />
                <WhatsAppLink number={site.contact.whatsapp} />
              </>
            )}
          </div>
          <div className={prose}>
            <p>So that we can help at once, tell us:</p>
            <ul>
              <li>your username, but never your password</li>
              <li>the auction's title or address, if it is about one</li>
              <li>the time it happened, and the message you saw</li>
              <li>for a payment, its reference or the transfer's receipt</li>
            </ul>
          </div>
        </Card>
        <Card id="complaint" title="Make a complaint">
          <div className={prose}>
            <ol>
              <li>
                Write to us with the word <b>Complaint</b> in the subject, what went wrong, and what you want us to do.
              </li>
              <li>A member of our team who was not involved checks the records, which nobody can change.</li>
              <li>You get a decision with its reasons. If we were wrong, we say so and correct it.</li>
            </ol>
            {site && <MailLink address={site.contact.email} subject="Complaint" className="w-fit" />}
          </div>
        </Card>
        <Card id="elsewhere" title="If you do not agree with us">
          <div className={prose}>
            <ul>
              <li>
                About goods and payments: the Federal Competition and Consumer Protection Commission,{" "}
                <a href="https://fccpc.gov.ng" target="_blank" rel="noopener noreferrer">
                  fccpc.gov.ng
                </a>
              </li>
              <li>
                About your data: the Nigeria Data Protection Commission,{" "}
                <a href="https://ndpc.gov.ng" target="_blank" rel="noopener noreferrer">
                  ndpc.gov.ng
                </a>
              </li>
            </ul>
            <p>You can go there at any time, even without asking us first.</p>
          </div>
        </Card>
      </div>
    </TextPage>
  );
};

const Card = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <section aria-labelledby={id} className="grid gap-3 rounded-box border border-line bg-surface p-4 md:p-6">
    <h2 id={id} className="scroll-mt-20 font-bold text-lg">
      {title}
    </h2>
    {children}
  </section>
);
