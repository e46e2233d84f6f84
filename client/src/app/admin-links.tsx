// Links for staff: a thin row below the header that scrolls away with the page; on a phone, a titled group in
// the menu. It contains links only. The server and the screens check the rights.
import { NavLink } from "#router";
import { useAuth } from "../features/session/auth-context.tsx";
import { cx } from "../lib/cx.ts";
import { useStaffCounts } from "../store/staff-counts.ts";
import { Badge } from "../ui/badge.tsx";
import { linkClass } from "./nav-links.ts";
import { staffLinksOf } from "./staff-links.ts";

/** A larger number would cover the next link. */
const MOST_SHOWN = 99;

export const AdminLinks = ({ className }: { className: string }) => {
  const links = staffLinksOf(useAuth().user?.role);
  const counts = useStaffCounts();
  if (links.length === 0) return null;
  return (
    <nav aria-label="Administration" className={cx("border-line border-t lg:border-t-0 lg:border-b", className)}>
      <div className="py-2 lg:page lg:flex lg:items-center lg:gap-2 lg:py-0.5">
        <p aria-hidden className="px-3 py-1 text-ink-soft text-sm lg:pl-0 lg:max-2xl:hidden">
          Administration
        </p>
        <ul className="grid grid-cols-2 lg:flex xl:gap-1">
          {links.map(({ to, label }) => (
            <li key={to} className="relative">
              <NavLink
                to={to}
                end
                className={(state) =>
                  cx(linkClass(state), "text-sm lg:max-xl:text-[0.8125rem] pointer-fine:lg:min-h-9")
                }
              >
                {label}
                {counts[to] ? (
                  // It arrives later than the links. In the row it stands above the gap, so that it moves none of them.
                  <Badge
                    tone="amber"
                    className="tabular lg:absolute lg:top-0 lg:left-[calc(100%-0.5rem)] lg:min-w-4 lg:justify-center lg:px-1 lg:py-0 lg:text-[0.6875rem] lg:leading-4"
                  >
                    {counts[to] > MOST_SHOWN ? `${MOST_SHOWN}+` : counts[to]}
                    <span className="sr-only"> waiting</span>
                  </Badge>
                ) : null}
              </NavLink>
            </li>
          ))}
        </ul>
      </div>
    </nav>
  );
};
