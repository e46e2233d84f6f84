// The header on every page. On a phone the links and the currency are behind a menu button; the connection dot is
// always visible.
import { isStaff } from "@jara/shared/is-staff";
import { skipToken, useQuery } from "@tanstack/react-query";
import { Bell, Heart, Menu, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { NavLink, useLocation } from "#router";
import { ConnectionDot } from "../features/connection-status/connection-dot.tsx";
import { CurrencyToggle } from "../features/currency/currency-toggle.tsx";
import { useAuth } from "../features/session/auth-context.tsx";
import { cx } from "../lib/cx.ts";
import { loadRates } from "../lib/shown-money.ts";
import { Badge } from "../ui/badge.tsx";
import { AccountLinks } from "./account-links.tsx";
import { BrandLink } from "./brand-link.tsx";
import { LateAdminLinks } from "./late-admin-links.tsx";
import { linkClass, memberLinks, type NavItem, publicLinks } from "./nav-links.ts";
import { useIsStaffPage } from "./staff-pages.ts";

const bellClass = "relative grid size-11 place-items-center rounded-box hover:bg-sunken aria-[current=page]:text-brand";

/** Shows how many payments are due. Code that loads after the page fetches the number. */
const DueBadge = () => {
  const { data } = useQuery<number>({ queryKey: ["due"], queryFn: skipToken });
  return data ? (
    <Badge tone="amber" className="-my-1 ml-2 align-middle">
      {data} <span className="lg:sr-only">due</span>
    </Badge>
  ) : null;
};

export const Header = () => {
  const { isAuthenticated, user } = useAuth();
  const { open, toggle, button } = useMenu();
  const isStaffPage = useIsStaffPage();
  // The rates are fetched once.
  useEffect(() => void loadRates(), []);
  return (
    <header
      className={cx(
        // Not where it would take much of the window: on a phone on its side, and with very large text.
        "[@media(min-height:27rem)]:sticky top-0 z-40 border-line border-b bg-paper print:hidden",
        // A menu longer than the screen scrolls inside itself.
        open && "max-lg:max-h-dvh max-lg:overflow-y-auto",
      )}
    >
      <div className="page flex min-h-14 flex-wrap items-center gap-x-2 xl:gap-x-4">
        <BrandLink />
        {/* The menu follows its button, so that the keyboard goes from the one into the other. */}
        <button
          ref={button}
          type="button"
          aria-expanded={open}
          aria-controls="site-menu"
          onClick={toggle}
          className="-mr-2 order-2 grid size-11 place-items-center rounded-box hover:bg-sunken lg:hidden"
        >
          {open ? <X aria-hidden className="size-6" /> : <Menu aria-hidden className="size-6" />}
          <span className="sr-only">Menu</span>
        </button>
        <nav
          id="site-menu"
          aria-label="Main"
          className={cx(
            "order-last w-full flex-col border-line border-t py-2 lg:order-none lg:flex lg:w-auto lg:flex-1 lg:flex-row lg:flex-wrap lg:items-center lg:border-0 lg:py-0",
            open ? "flex" : "hidden",
          )}
        >
          <Links
            links={isStaff(user?.role) ? publicLinks.filter(({ to }) => isForStaff(to, isStaffPage)) : publicLinks}
            narrow={isAuthenticated && "/watchlist"}
          />
          {isAuthenticated && !isStaffPage && (
            <Links
              links={memberLinks}
              label="Your bids"
              className="border-line max-lg:mt-2 max-lg:border-t max-lg:pt-2 lg:ml-1 lg:border-l lg:pl-1"
            />
          )}
          {!isStaffPage && (
            <div className="flex min-h-11 items-center justify-between gap-2 px-3 sm:hidden">
              <span>Show prices in</span>
              <CurrencyToggle />
            </div>
          )}
          <AccountLinks />
        </nav>
        <div className="order-1 ml-auto flex min-h-14 items-center gap-2 lg:order-none lg:ml-0">
          {!isStaffPage && <CurrencyToggle className="hidden shrink-0 whitespace-nowrap sm:grid" />}
          {isAuthenticated && (
            // Code that loads after the page adds the number of unread ones.
            <NavLink id="bell" to="/notifications" className={bellClass}>
              <Bell aria-hidden className="size-5" />
              <span className="sr-only">Notifications</span>
            </NavLink>
          )}
          <ConnectionDot />
        </div>
        {open && <LateAdminLinks className="order-last w-full lg:hidden" />}
      </div>
    </header>
  );
};

/** Staff have links of their own to the sales and the offers, and on their pages no watchlist in the way. */
const isForStaff = (to: string, isStaffPage: boolean): boolean =>
  to !== "/sales" && to !== "/sell" && !(isStaffPage && to === "/watchlist");

interface LinksProps {
  links: NavItem[];
  /** The link that is a picture where the header has little room. */
  narrow?: string | false;
  label?: string;
  className?: string;
}

const Links = ({ links, narrow, label, className }: LinksProps) => (
  <ul aria-label={label} className={cx("flex flex-col lg:flex-row lg:flex-wrap xl:gap-1", className)}>
    {links.map(({ to, label }) => (
      <li key={to}>
        <NavLink to={to} end className={linkClass}>
          {to === narrow && <Heart aria-hidden className="hidden size-5 lg:block" />}
          {/* The badge is inside the text, because the underline of the current page is not drawn under it there. */}
          <span className={cx(to === narrow && "lg:sr-only")}>
            {label}
            {to === "/purchases" && <DueBadge />}
          </span>
        </NavLink>
      </li>
    ))}
  </ul>
);

/** The state of the phone's menu, which every navigation and Escape close. */
const useMenu = () => {
  const { pathname } = useLocation();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation closes the menu
  useEffect(() => setOpen(false), [pathname]);

  useEffect(() => {
    if (!open) return;
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      setOpen(false);
      button.current?.focus();
    };
    window.addEventListener("keydown", closeOnEscape);
    return () => window.removeEventListener("keydown", closeOnEscape);
  }, [open]);
  return { open, toggle: () => setOpen(!open), button };
};
