// Links for staff by task: a thin row below the header that scrolls away with the page; on a phone, titled groups in
// the menu. It contains links only. The server and the screens check the rights.
import { NavLink } from "#router";
import { useAuth } from "../features/session/auth-context.tsx";
import { cx } from "../lib/cx.ts";
import { useStaffCounts } from "../store/staff-counts.ts";
import { Badge } from "../ui/badge.tsx";
import { linkClass, type NavItem } from "./nav-links.ts";
import { staffGroupsOf } from "./staff-links.ts";

/** A larger number would cover the next link. */
const MOST_SHOWN = 99;

export const AdminLinks = ({ className }: { className: string }) => {
  const groups = staffGroupsOf(useAuth().user?.role);
  const counts = useStaffCounts();
  if (groups.length === 0) return null;
  return (
    <nav aria-label="Administration" className={cx("border-line border-t lg:border-t-0 lg:border-b", className)}>
      <div className="grid gap-2 py-2 lg:page lg:flex lg:flex-wrap lg:items-end lg:gap-x-1.5 lg:gap-y-0 lg:pt-1 lg:pb-0.5 2xl:gap-x-4">
        {groups.map(({ task, links }) => (
          <div key={task} className="grid lg:gap-0">
            <p
              aria-hidden
              className="px-3 text-ink-soft text-sm empty:hidden lg:px-0.75 lg:text-[0.6875rem] lg:leading-3 2xl:px-2"
            >
              {task}
            </p>
            <ul aria-label={task || "All tasks"} className="grid grid-cols-2 lg:flex">
              {links.map((link) => (
                <StaffLink key={link.to} link={link} count={counts[link.to] ?? 0} />
              ))}
            </ul>
          </div>
        ))}
      </div>
    </nav>
  );
};

const StaffLink = ({ link: { to, label }, count }: { link: NavItem; count: number }) => (
  <li className="relative">
    <NavLink
      to={to}
      end
      className={(state) =>
        cx(
          linkClass(state),
          "text-sm lg:px-0.75! lg:text-xs! min-[1380px]:text-[0.8125rem]! 2xl:px-2! 2xl:text-sm! pointer-fine:lg:min-h-8",
        )
      }
    >
      {label}
      {count > 0 && (
        // It arrives later than the links. In the row it stands above the end of its own link, in the line of the tasks,
        // so that it moves no link and covers no word.
        <Badge
          tone="amber"
          className="tabular lg:absolute lg:-top-3 lg:right-0 lg:min-w-4 lg:justify-center lg:px-1 lg:py-0 lg:text-[0.6875rem] lg:leading-4"
        >
          {count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}
          <span className="sr-only"> waiting</span>
        </Badge>
      )}
    </NavLink>
  </li>
);
