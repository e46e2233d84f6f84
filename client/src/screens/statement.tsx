// The statement and the receipts of the signed-in user, as two tabs. What is shown is in the address.
import { useSearchParams } from "#router";
import { ReceiptsView } from "../features/receipts/receipts-view.tsx";
import { useAuth } from "../features/session/auth-context.tsx";
import { ToLogin } from "../features/session/components/to-login.tsx";
import { StatementView } from "../features/statement/statement-view.tsx";
import { usePageTitle } from "../lib/page-title.ts";
import { PageTabs } from "../ui/page-tabs.tsx";
import { ProfilePart } from "./account/profile-part.tsx";

const Statement = () => {
  const { isAuthenticated, isLoading, user } = useAuth();
  const [params] = useSearchParams();
  const isReceipts = params.get("tab") === "receipts";
  usePageTitle(isReceipts ? "Receipts" : "Statement");
  if (isLoading) return null;
  if (!isAuthenticated) return <ToLogin />;
  if (!user) return null;
  return (
    <ProfilePart of="money" title={isReceipts ? "Receipts" : "Statement"}>
      <PageTabs
        label="Money records"
        tabs={[
          { to: "/profile/statement", label: "Statement", isCurrent: !isReceipts },
          { to: "/profile/statement?tab=receipts", label: "Receipts", isCurrent: isReceipts },
        ]}
      />
      {isReceipts ? <ReceiptsView userId={user._id} /> : <StatementView user={user} />}
    </ProfilePart>
  );
};

export default Statement;
