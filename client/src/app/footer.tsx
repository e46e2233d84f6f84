// The footer on every page: contact details, quick links, the explanatory pages and the button of the data saver.
import { Suspense, useState } from "react";
import { Link } from "#router";
import { useAuth } from "../features/session/auth-context.tsx";
import { brandName } from "../lib/brand.ts";
import { useSite } from "../lib/site.ts";
import { useSaver } from "../store/saver.ts";
import { lateDialog } from "../ui/late.tsx";
import { MailLink, WhatsAppLink } from "../ui/text-link.tsx";
import { useWayBack } from "./use-way-back.ts";

const forAll = [
  { to: "/", label: "Home" },
  { to: "/bidding-info", label: "Bidding Guide" },
  { to: "/watchlist", label: "Watchlist" },
  { to: "/sales", label: "Sales" },
  { to: "/sell", label: "Sell an item" },
];
const forVisitors = [
  { to: "/login", label: "Login" },
  { to: "/register", label: "Register" },
];
const forMembers = [
  { to: "/purchases", label: "Purchases" },
  { to: "/profile", label: "Profile" },
];
const legalLinks = [
  { to: "/terms", label: "Terms of service" },
  { to: "/privacy", label: "Privacy policy" },
  { to: "/buyer-protection", label: "Buyer protection" },
  { to: "/refunds", label: "Payments and refunds" },
  { to: "/support", label: "Support and complaints" },
];

export const Footer = () => (
  <footer className="mt-16 bg-sunken print:hidden text-sm">
    {!useSaver() && <div aria-hidden className="ankara h-5" />}
    <div className="page grid grid-cols-2 gap-x-8 gap-y-6 py-8 md:grid-cols-[2fr_1fr_1fr]">
      <section aria-labelledby="footer-contact" className="grid content-start max-md:col-span-2">
        <h2 id="footer-contact" className="mb-2 font-bold text-base">
          Contact
        </h2>
        <p className="max-w-sm text-ink-soft">
          {brandName} runs live auctions for buyers in Nigeria. Write to us to add money to your balance or ask about a
          win.
        </p>
        <Contact />
      </section>
      <QuickLinks />
      <Links id="footer-legal" title="Legal and help" links={legalLinks} />
    </div>
    <div className="page flex flex-wrap items-center justify-between gap-x-4 border-line border-t py-2 text-ink-soft">
      <p>
        © {new Date().getFullYear()} {brandName}. Times are shown in Lagos time (WAT).
      </p>
      <DataSaver />
    </div>
  </footer>
);

const DataSaverSheet = lateDialog(
  () => import("../features/data-saver/data-saver-sheet.tsx"),
  ({ DataSaverSheet }) => DataSaverSheet,
);

const DataSaver = () => {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" aria-haspopup="dialog" className="min-h-11 underline" onClick={() => setIsOpen(true)}>
        Data saver
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <DataSaverSheet onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
};

const QuickLinks = () => {
  const { isAuthenticated } = useAuth();
  const state = useWayBack();
  const links = isAuthenticated ? forMembers : forVisitors.map((link) => ({ ...link, state }));
  return <Links id="footer-links" title="Quick links" links={[...forAll, ...links]} />;
};

/** Reserves two lines while the contact details are loading. */
const Contact = () => {
  const site = useSite();
  return (
    <div className="grid min-h-22 content-start">
      {site && (
        <>
          <MailLink address={site.contact.email} />
          <WhatsAppLink number={site.contact.whatsapp} />
        </>
      )}
    </div>
  );
};

interface LinksProps {
  id: string;
  title: string;
  links: { to: string; label: string; state?: { from: string } | undefined }[];
}

const Links = ({ id, title, links }: LinksProps) => (
  <nav aria-labelledby={id} className="grid content-start">
    <h2 id={id} className="mb-2 font-bold text-base">
      {title}
    </h2>
    <ul>
      {links.map(({ to, label, state }) => (
        <li key={to}>
          <Link to={to} state={state} className="inline-flex min-h-11 min-w-11 items-center hover:underline md:min-h-8">
            {label}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
);
