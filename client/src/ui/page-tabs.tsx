// Tabs of which each is a page with an address, so Back works.
import { Link } from "#router";
import { cx } from "../lib/cx.ts";

interface PageTabsProps {
  label: string;
  tabs: readonly { readonly to: string; readonly label: string; readonly isCurrent: boolean }[];
}

export const PageTabs = ({ label, tabs }: PageTabsProps) => (
  <nav aria-label={label} className="flex flex-wrap gap-x-2 border-line border-b">
    {tabs.map(({ to, label, isCurrent }) => (
      <Link
        key={to}
        to={to}
        aria-current={isCurrent ? "page" : undefined}
        className={cx(
          "-mb-px inline-flex min-h-11 items-center border-b-2 px-3 font-semibold",
          isCurrent ? "border-brand text-brand" : "border-transparent text-ink-soft hover:text-ink",
        )}
      >
        {label}
      </Link>
    ))}
  </nav>
);
