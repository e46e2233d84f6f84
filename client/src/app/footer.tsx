// The footer on every page. Privacy, terms and support are named but lead nowhere yet: plain text, no dead links.
import { Link } from "react-router-dom";
import { brandName, contactEmail } from "../lib/brand.ts";

const quickLinks = [
  { to: "/", label: "Home" },
  { to: "/bidding-info", label: "Bidding Guide" },
  { to: "/login", label: "Login" },
  { to: "/register", label: "Register" },
];

export const Footer = () => (
  <footer className="mt-16 border-line border-t bg-sunken text-sm">
    <div className="page grid gap-8 py-8 md:grid-cols-3">
      <section aria-labelledby="footer-contact" className="grid content-start gap-2">
        <h2 id="footer-contact" className="font-bold text-base">
          Contact
        </h2>
        <p className="max-w-xs text-ink-soft">
          {brandName} runs live auctions for buyers in Nigeria. Write to us by email or messaging app to sell an item,
          top up a balance or ask about a win.
        </p>
        <a
          href={`mailto:${contactEmail}`}
          className="inline-flex min-h-11 items-center justify-self-start font-semibold text-brand underline underline-offset-4"
        >
          {contactEmail}
        </a>
      </section>
      <nav aria-labelledby="footer-links" className="grid content-start">
        <h2 id="footer-links" className="mb-2 font-bold text-base">
          Quick links
        </h2>
        <ul className="grid grid-cols-2 gap-x-4 md:grid-cols-1">
          {quickLinks.map(({ to, label }) => (
            <li key={to}>
              <Link to={to} className="inline-flex min-h-11 min-w-11 items-center hover:underline md:min-h-8">
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <section aria-labelledby="footer-legal" className="grid content-start gap-2">
        <h2 id="footer-legal" className="font-bold text-base">
          Legal and help
        </h2>
        <ul className="grid gap-2 text-ink-soft">
          <li>Privacy policy</li>
          <li>Terms of service</li>
          <li>Support</li>
        </ul>
      </section>
    </div>
    <p className="page border-line border-t py-4 text-ink-soft">
      © {new Date().getFullYear()} {brandName}. Times are shown in Lagos time (WAT).
    </p>
  </footer>
);
