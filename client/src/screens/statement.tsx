// The statement and the receipts of the signed-in user, as two tabs. What is shown is in the address.
import { Link, useSearchParams } from "react-router-dom";
import { ReceiptsView } from "../features/receipts/receipts-view.tsx";
import { useAuth } from "../features/session/auth-context.tsx";
import { ToLogin } from "../features/session/components/to-login.tsx";
import { StatementView } from "../features/statement/statement-view.tsx";
import { cx } from "../lib/cx.ts";
import { usePageTitle } from "../lib/page-title.ts";
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
    <ProfilePart title={isReceipts ? "Receipts" : "Statement"}>
      <nav aria-label="Money records" className="flex flex-wrap gap-x-2 border-line border-b">
        <Tab to="/profile/statement" isCurrent={!isReceipts}>
          Statement
        </Tab>
        <Tab to="/profile/statement?tab=receipts" isCurrent={isReceipts}>
          Receipts
        </Tab>
      </nav>
      {isReceipts ? <ReceiptsView userId={user._id} /> : <StatementView user={user} />}
    </ProfilePart>
  );
};

export default Statement;

const Tab = ({ to, isCurrent, children }: { to: string; isCurrent: boolean; children: string }) => (
  <Link
    to={to}
    aria-current={isCurrent ? "page" : undefined}
    className={cx(
      "-mb-px inline-flex min-h-11 items-center border-b-2 px-3 font-semibold",
      isCurrent ? "border-brand text-brand" : "border-transparent text-ink-soft hover:text-ink",
    )}
  >
    {children}
  </Link>
);
