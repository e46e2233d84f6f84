// The links between the pages of a list; each page has its own address.
import type { Pagination } from "@jara/shared/rest/common";
import { Link } from "#router";
import { buttonClass } from "./button.tsx";

interface PagerProps {
  pagination: Pagination;
  addressOf: (page: number) => string;
}

export const Pager = ({ pagination: { current, pages, total }, addressOf }: PagerProps) => {
  if (pages <= 1 && current <= 1) return null;
  return (
    <nav aria-label="Pages" className="flex items-center justify-between gap-2">
      <Step to={current > 1 ? addressOf(Math.min(current - 1, pages)) : null}>Previous</Step>
      <p className="tabular min-w-0 text-center text-ink-soft text-sm">
        Page {current} of {pages} ({total} total)
      </p>
      <Step to={current < pages ? addressOf(current + 1) : null}>Next</Step>
    </nav>
  );
};

const Step = ({ to, children }: { to: string | null; children: string }) =>
  to === null ? (
    <span aria-disabled className={`${buttonClass("secondary", "sm")} opacity-50`}>
      {children}
    </span>
  ) : (
    <Link to={to} className={buttonClass("secondary", "sm")}>
      {children}
    </Link>
  );
