// The frame around every screen: skip link, header, verification banner and footer.
import { type ComponentType, lazy, Suspense } from "react";
import { Outlet, ScrollRestoration, useNavigation } from "react-router-dom";
import { LiveNotices } from "../features/connection-status/live-notices.tsx";
import { VerificationBanner } from "../features/session/components/verification-banner.tsx";
import { AdminLinks } from "./admin-links.tsx";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";

const Nothing = () => null;
/** If the code cannot be loaded (a patchy network), the page works without it. */
const LateNotices = lazy<ComponentType>(() =>
  import("../features/connection-status/late-notices.tsx").then(
    (loaded) => ({ default: loaded.LateNotices }),
    () => ({ default: Nothing }),
  ),
);

export const Layout = () => (
  <div className="flex min-h-dvh flex-col">
    <a
      href="#main"
      className="sr-only z-50 rounded-box bg-brand px-4 py-3 font-semibold text-on-brand focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
    >
      Skip to content
    </a>
    <Header />
    <AdminLinks className="hidden lg:block" />
    <NavigationBar />
    <VerificationBanner />
    <main id="main" tabIndex={-1} className="page flex-1 py-4 outline-none md:py-6">
      <Outlet />
    </main>
    <Footer />
    <LiveNotices />
    <Suspense fallback={null}>
      <LateNotices />
    </Suspense>
    <ScrollRestoration />
  </div>
);

/** A thin bar shown while the next screen's code is loading. */
const NavigationBar = () => {
  const { state } = useNavigation();
  if (state === "idle") return null;
  return <div aria-hidden className="fixed inset-x-0 top-0 z-50 h-0.5 animate-pulse bg-brand" />;
};
