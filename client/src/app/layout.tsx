// The frame around every screen: skip link, header, verification banner and footer. It also opens the live connection,
// and loads the late parts once the browser is idle.
import { type ReactNode, Suspense, useEffect } from "react";
import { useNavigation } from "#router";
import { useAuth } from "../features/session/auth-context.tsx";
import { VerificationBanner } from "../features/session/components/verification-banner.tsx";
import { ScrollRestoration } from "../lib/router/scroll-restoration.ts";
import { whenIdle } from "../lib/when-idle.ts";
import { getLive } from "../live/live.ts";
import { useSaver } from "../store/saver.ts";
import { late } from "../ui/late.tsx";
import { SkipLink } from "../ui/skip-link.tsx";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import { LateAdminLinks } from "./late-admin-links.tsx";
import { useIsStaffPage } from "./staff-pages.ts";

const LateParts = late(
  () => whenIdle().then(() => import("./late-parts.tsx")),
  ({ LateParts }) => LateParts,
);

/** The part of them that a visitor with data saver needs. */
const WatchlistAlone = late(
  () => whenIdle().then(() => import("../lots/watchlist/watchlist-changes.ts")),
  ({ WatchlistFollower }) => WatchlistFollower,
);

export const Layout = ({ children }: { children?: ReactNode }) => {
  const { isAuthenticated } = useAuth();
  const Late = useSaver() && !isAuthenticated ? WatchlistAlone : LateParts;
  const isStaffPage = useIsStaffPage();
  // Connects on the first page, so that events about the user's account are followed too.
  useEffect(() => void getLive(), []);
  return (
    <div className="flex min-h-dvh flex-col">
      {/* Screens add their own skip links here. */}
      <div id="skip">
        <SkipLink href="#main">Skip to content</SkipLink>
      </div>
      <Header />
      <LateAdminLinks className="hidden lg:block print:hidden" />
      <NavigationBar />
      <VerificationBanner />
      <main id="main" tabIndex={-1} className="page flex-1 py-4 outline-none md:py-6">
        {children}
      </main>
      {!isStaffPage && <Footer />}
      <Suspense fallback={null}>
        <Late />
      </Suspense>
      <ScrollRestoration />
    </div>
  );
};

/** A thin bar shown while the next screen's code is loading. */
const NavigationBar = () => {
  const { state } = useNavigation();
  if (state === "idle") return null;
  return <div aria-hidden className="fixed inset-x-0 top-0 z-50 h-0.5 animate-pulse bg-brand" />;
};
