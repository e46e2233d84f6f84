// The account part of the header: the signed-in user and Logout, or Login and Register.

import { isStaff } from "@jara/shared/is-staff";
import { LogOut, Plus, UserRound } from "lucide-react";
import { flushSync } from "react-dom";
import { Link, NavLink, useNavigate } from "#router";
import { useAuth } from "../features/session/auth-context.tsx";
import { roleNames } from "../lib/role-names.ts";
import { useSession } from "../store/session.ts";
import { Badge } from "../ui/badge.tsx";
import { Button, buttonClass } from "../ui/button.tsx";
import { Money } from "../ui/money.tsx";
import { linkClass } from "./nav-links.ts";
import { useWayBack } from "./use-way-back.ts";

export const AccountLinks = () => {
  const { isAuthenticated, isLoading, user, logOut } = useAuth();
  const bound = useSession((session) => session.bound);
  const state = useWayBack();
  const navigate = useNavigate();
  const box =
    "mt-2 flex flex-wrap items-center gap-2 border-line border-t pt-2 lg:mt-0 lg:ml-auto lg:flex-nowrap lg:border-0 lg:pt-0";
  if (isLoading) return null;

  if (isAuthenticated && user) {
    return (
      <div className={box}>
        <NavLink to="/profile" className={linkClass}>
          <UserRound aria-hidden className="size-5 shrink-0 text-ink-soft lg:hidden" />
          <span className="grid min-w-0 max-w-52 grid-cols-[minmax(0,1fr)] lg:max-w-28">
            <span className="-mt-2 flex items-center gap-1">
              <UserRound aria-hidden className="mt-2 size-4 shrink-0 text-brand max-lg:hidden" />
              <bdi translate="no" className="truncate pt-2">
                {user.username}
              </bdi>
            </span>
            {/* Staff do not bid, and their header has the most links. */}
            {user.role === "user" && (
              <Money amount={user.balance - bound} currency="NGN" className="text-ink-soft text-xs" />
            )}
          </span>
        </NavLink>
        {user.role === "user" && (
          <Link to="/profile/money#add-money" className={linkClass({ isActive: false })}>
            <Plus aria-hidden className="size-4 text-brand xl:hidden" />
            <span className="text-brand lg:max-xl:sr-only">Add money</span>
          </Link>
        )}
        {isStaff(user.role) && <Badge tone="outline">{roleNames[user.role]}</Badge>}
        <Button
          variant="ghost"
          className="ml-auto px-3 lg:ml-0 lg:px-2 lg:text-sm! xl:px-3"
          onClick={() => {
            // Ending the session sends a screen that needs one to the login page. Log out first, so that navigating
            // home is the later navigation and wins.
            flushSync(logOut);
            navigate("/");
          }}
        >
          <LogOut aria-hidden className="size-5 xl:hidden" />
          <span className="lg:max-xl:sr-only">Logout</span>
        </Button>
      </div>
    );
  }
  return (
    <div className={box}>
      <Link to="/login" state={state} className={`${buttonClass("ghost")} flex-1 lg:flex-none`}>
        Login
      </Link>
      <Link to="/register" state={state} className={`${buttonClass("primary")} flex-1 lg:flex-none`}>
        Register
      </Link>
    </div>
  );
};
