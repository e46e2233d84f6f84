// Links for staff: a thin row below the header that scrolls away with the page; on a phone, a titled group in
// the menu. It contains links only. The server and the screens check the rights.
import { may } from "@jara/shared/permissions";
import { NavLink } from "react-router-dom";
import { useAuth } from "../features/session/auth-context.tsx";
import { cx } from "../lib/cx.ts";
import { useApprovalsCount } from "../store/approvals-count.ts";
import { Badge } from "../ui/badge.tsx";
import { linkClass, staffLinks } from "./nav-links.ts";

const APPROVALS = "/admin/approvals";

export const AdminLinks = ({ className }: { className: string }) => {
  const role = useAuth().user?.role;
  const open = useApprovalsCount((count) => count.open);
  const links = staffLinks.filter(({ use }) => may(role, use));
  if (links.length === 0) return null;
  return (
    <nav aria-label="Administration" className={cx("border-line border-t lg:border-t-0 lg:border-b", className)}>
      <div className="py-2 lg:page lg:flex lg:items-center lg:gap-2 lg:py-0.5">
        <p aria-hidden className="px-3 py-1 text-ink-soft text-sm lg:pl-0 lg:max-xl:hidden">
          Administration
        </p>
        <ul className="grid grid-cols-2 lg:flex lg:gap-1">
          {links.map(({ to, label }) => (
            <li key={to}>
              <NavLink to={to} end className={(state) => cx(linkClass(state), "text-sm pointer-fine:lg:min-h-9")}>
                {label}
                {to === APPROVALS && open > 0 && (
                  <Badge tone="amber">
                    {open}
                    <span className="sr-only"> waiting</span>
                  </Badge>
                )}
              </NavLink>
            </li>
          ))}
        </ul>
      </div>
    </nav>
  );
};
