// The parts of every page that load after it, because they would make its first load too large and none is urgent.
import { ApprovalsCount } from "../features/approvals/approvals-count.tsx";
import { LateNotices } from "../features/connection-status/late-notices.tsx";
import { GoogleProof } from "../features/google-sign-in/google-proof.tsx";
import { TermsNotice } from "../features/own-data/terms-notice.tsx";
import { ProveWithPasskey } from "../features/passkeys/components/prove-with-passkey.tsx";
import { DueCount } from "../features/payments/due-count.tsx";
import { ProofDialog } from "../features/proof/proof-dialog.tsx";
import { useAuth } from "../features/session/auth-context.tsx";

export const LateParts = () => {
  const { isAuthenticated, user } = useAuth();
  return (
    <>
      <LateNotices />
      {isAuthenticated && <DueCount />}
      {isAuthenticated && <ApprovalsCount />}
      {/* Staff work under a contract of their own. */}
      {user?.role === "user" && <TermsNotice userId={user._id} />}
      <ProofDialog
        google={(give) => <GoogleProof onCredential={give} />}
        otherWay={(onProved) => <ProveWithPasskey onProved={onProved} />}
      />
    </>
  );
};
