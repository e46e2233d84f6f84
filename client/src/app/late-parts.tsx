// The parts of every page that load after it, because they would make its first load too large and none is urgent:
// notices, the dialogs that any call may need, and the numbers in the header.
import { Suspense, useEffect } from "react";
import { ApprovalsCount } from "../features/approvals/approvals-count.tsx";
import { DeskCount } from "../features/desk/desk-count.tsx";
import { LateNotices } from "../features/live-notices/late-notices.tsx";
import { UnreadCount } from "../features/notifications/unread-count.tsx";
import { useKeepSeenLots } from "../features/offline/use-keep-seen-lots.ts";
import { TermsNotice } from "../features/own-data/terms-notice.tsx";
import { ProveWithPasskey } from "../features/passkeys/components/prove-with-passkey.tsx";
import { DueCount } from "../features/payments/due-count.tsx";
import { ProofDialog } from "../features/proof/proof-dialog.tsx";
import { SaleTermsDialog } from "../features/sales/components/terms-dialog.tsx";
import { useAuth } from "../features/session/auth-context.tsx";
import { keepAccount } from "../features/session/keep-account.ts";
import { followKeeping } from "../features/session/kept-nowhere.ts";
import { DayClosesCount } from "../features/settlements/day-closes/day-closes-count.tsx";
import { ThisDevice } from "../features/this-device/this-device.tsx";
import { BiddersCount } from "../features/who-may-bid/bidders-count.tsx";
import { followOwner } from "../lib/forget-others.ts";
import { followWatchlist } from "../lots/watchlist/watchlist-changes.ts";
import { late } from "../ui/late.tsx";
import { RetryNotice } from "../ui/retry-notice.tsx";
// The other routes load with this file, so that the first tap on such a link does not wait for it.
import "./other-routes.ts";

/** Loaded when it is needed, because few accounts log in with Google alone. */
const GoogleProof = late(
  () => import("../features/google-sign-in/google-proof.tsx"),
  ({ GoogleProof }) => GoogleProof,
  ({ onAgain }) => <RetryNotice onRetry={onAgain}>The Google button could not be loaded.</RetryNotice>,
);

export const LateParts = () => {
  const { isAuthenticated, user } = useAuth();
  useEffect(followOwner, []);
  useEffect(followWatchlist, []);
  useEffect(keepAccount, []);
  useEffect(followKeeping, []);
  useKeepSeenLots();
  return (
    <>
      <LateNotices />
      <ThisDevice />
      {isAuthenticated && <UnreadCount />}
      {isAuthenticated && <DueCount />}
      {isAuthenticated && <ApprovalsCount />}
      {isAuthenticated && <BiddersCount />}
      {isAuthenticated && <DayClosesCount />}
      {isAuthenticated && <DeskCount />}
      {/* Staff work under a contract of their own. */}
      {user?.role === "user" && <TermsNotice userId={user._id} />}
      {isAuthenticated && <SaleTermsDialog />}
      <ProofDialog
        google={(give) => (
          <Suspense fallback={null}>
            <GoogleProof onCredential={give} />
          </Suspense>
        )}
        otherWay={(onProved) => <ProveWithPasskey onProved={onProved} />}
      />
    </>
  );
};
