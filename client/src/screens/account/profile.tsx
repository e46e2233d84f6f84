// Profile: the user's details, balance and adding money; and the screens below it: the statement, withdrawals, security
// and the person's data. They are fetched from here, because every line of the router is part of Home's first load. A
// signed-out user is sent to the login and back.
import { formatMoney } from "@jara/shared/money";
import { lazy, Suspense, useEffect, useState } from "react";
import { Link, useNavigate, useParams, useSearchParams } from "react-router-dom";
import { BoundMoney } from "../../features/payments/components/bound-money.tsx";
import { AccountStatistics } from "../../features/profile/account-statistics.tsx";
import { OutbidMailSwitch } from "../../features/profile/outbid-mail-switch.tsx";
import { OwnDataCard } from "../../features/profile/own-data-card.tsx";
import { ProfileDetails } from "../../features/profile/profile-details.tsx";
import { ProfileHeader } from "../../features/profile/profile-header.tsx";
import { SavedSearchesCard } from "../../features/profile/saved-searches-card.tsx";
import { SecurityCard } from "../../features/profile/security-card.tsx";
import { useProfile } from "../../features/profile/use-profile.ts";
import { useAuth } from "../../features/session/auth-context.tsx";
import { ToLogin } from "../../features/session/components/to-login.tsx";
import { ADD_MONEY_ID, AddMoney } from "../../features/top-up/add-money.tsx";
import { WithdrawCard } from "../../features/withdrawals/components/withdraw-card.tsx";
import { messageOf } from "../../lib/api.ts";
import { usePageTitle } from "../../lib/page-title.ts";
import { useSite } from "../../lib/site.ts";
import { PaymentReturn } from "../../money/payment-return.tsx";
import { forgetReturn, returnAfter } from "../../money/way-back.ts";
import { toast } from "../../store/toast.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Loaded, Loading } from "../../ui/loaded.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

const Statement = lazy(() => import("../statement.tsx"));
const Security = lazy(() => import("./security.tsx"));
const OwnData = lazy(() => import("./own-data.tsx"));
const Withdraw = lazy(async () => ({ default: (await import("../withdraw.tsx")).Component }));
const NotFound = lazy(async () => ({ default: (await import("../not-found.tsx")).Component }));

export const Component = () => {
  const { page } = useParams();
  if (page === undefined) return <ProfileScreen />;
  return <Suspense fallback={<Skeleton className="h-96" />}>{pageOf(page)}</Suspense>;
};

const pageOf = (page: string) => {
  if (page === "statement") return <Statement />;
  if (page === "security") return <Security />;
  if (page === "privacy") return <OwnData />;
  return page === "withdraw" ? <Withdraw /> : <NotFound />;
};

const ProfileScreen = () => {
  usePageTitle("Profile");
  const { isAuthenticated, isLoading } = useAuth();
  if (isLoading) return null;
  if (!isAuthenticated) return <ToLogin />;
  return <Profile />;
};

const Profile = () => {
  const profile = useProfile();
  const { user } = useAuth();
  const site = useSite();
  const topUp = useReturnedTopUp();
  const navigate = useNavigate();
  const wayBack = returnAfter(topUp.reference);

  if (!profile.data || !user) {
    return (
      <div className="grid gap-6">
        <h1 className="font-bold text-xl">Profile</h1>
        <Loaded
          query={profile}
          failed={(error) => messageOf(error, "Failed to load profile")}
          loading={<Loading shapes={["h-64", "h-64"]}>Loading your profile...</Loading>}
        >
          {() => null}
        </Loaded>
      </div>
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <ProfileHeader user={user} addMoneyId={site ? ADD_MONEY_ID : null} />
      {topUp.reference && (
        <PaymentReturn
          key={topUp.reference}
          reference={topUp.reference}
          paidWords={addedWords}
          againWhere="below"
          onSettled={(payment) => {
            if (payment?.status !== "paid" || wayBack === null) return topUp.clearAddress();
            forgetReturn();
            toast.success("Payment received", { id: "top-up", description: addedWords(payment) });
            navigate(wayBack, { replace: true });
          }}
          onDismiss={topUp.dismiss}
        />
      )}
      {wayBack && (
        <Link to={wayBack} className={`${buttonClass("secondary")} justify-self-start`}>
          Back to where you were
        </Link>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[2fr_1fr]">
        <ProfileDetails user={user} />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <BoundMoney />
          <AccountStatistics user={user} />
          <WithdrawCard />
          <SavedSearchesCard />
          <SecurityCard />
          <OwnDataCard />
          <OutbidMailSwitch user={user} />
        </div>
      </div>
      {site ? <AddMoney site={site} user={user} onCheck={topUp.check} /> : <Skeleton className="h-96" />}
    </div>
  );
};

const addedWords = ({ amount, balance }: { amount: number; balance: number }): string =>
  `${formatMoney(amount, "NGN")} was added. Your balance is now ${formatMoney(balance, "NGN")}.`;

/** The payment named in the address (`?topUp=`). It stays on the screen after it was removed from the address. */
const useReturnedTopUp = () => {
  const [params, setParams] = useSearchParams();
  const named = params.get("topUp");
  const [reference, setReference] = useState(named);
  useEffect(() => {
    if (named) setReference(named);
  }, [named]);
  const clearAddress = () =>
    setParams(
      (now) => {
        // The payment service adds two parameters of its own.
        for (const name of ["topUp", "reference", "trxref"]) now.delete(name);
        return now;
      },
      { replace: true, preventScrollReset: true },
    );
  return {
    reference,
    clearAddress,
    dismiss: () => {
      clearAddress();
      setReference(null);
    },
    check: (pending: string) => setReference(pending),
  };
};
