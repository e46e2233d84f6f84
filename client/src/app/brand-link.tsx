// The logo and the name of the site, as a link to Home. The mark is a trader's measure with a little extra on top.
import { Link } from "#router";
import { brandName } from "../lib/brand.ts";

export const BrandLink = () => (
  <Link
    to="/"
    className="inline-flex min-h-11 items-center gap-2 rounded-box font-bold font-display text-ink text-lg tracking-tight"
  >
    <svg viewBox="0 0 24 24" aria-hidden="true" className="size-7 text-brand">
      <path d="M2 11.5h20a10 10 0 0 1-20 0Z" fill="currentColor" />
      <circle cx="12" cy="5.5" r="3.25" fill="var(--amber-mark)" />
    </svg>
    {brandName}
  </Link>
);
