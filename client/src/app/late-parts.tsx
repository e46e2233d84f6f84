// The parts of every page that load after it, because they would make its first load too large and none is urgent.
import { ApprovalsCount } from "../features/approvals/approvals-count.tsx";
import { LateNotices } from "../features/connection-status/late-notices.tsx";
import { DueCount } from "../features/payments/due-count.tsx";
import { useAuth } from "../features/session/auth-context.tsx";

export const LateParts = () => (
  <>
    <LateNotices />
    {useAuth().isAuthenticated && (
      <>
        <DueCount />
        <ApprovalsCount />
      </>
    )}
  </>
);
