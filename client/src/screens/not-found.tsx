// The page for any unknown address.
import { Link } from "#router";
import { usePageTitle } from "../lib/page-title.ts";
import { buttonClass } from "../ui/button.tsx";

export const Component = () => {
  usePageTitle("Page not found");
  return (
    <div className="grid justify-items-start gap-4 py-16">
      <h1 className="font-bold text-xl">Page not found</h1>
      <p className="max-w-prose text-ink-soft">
        There is nothing at this address. The link may be old, or a letter may be missing.
      </p>
      <Link to="/" className={buttonClass("primary")}>
        Browse Auctions
      </Link>
    </div>
  );
};
