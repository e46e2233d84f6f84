// Desk (staff): the things that the staff must act on today. Each panel shows the first rows and leads to the lot, the
// payment or the list.
import type { Desk } from "@jara/shared/rest/desk";
import { formatLagosTime } from "@jara/shared/time";
import { Link } from "#router";
import { DeadlineMailSwitch } from "../../features/desk/deadline-mail-switch.tsx";
import {
  BeingBought,
  DaysToClose,
  DraftsToPublish,
  EndingToday,
  FailedMails,
  PickupsToday,
  SellersOwed,
  Stuck,
  ToPay,
  ToPrepare,
  Unsold,
  Waiting,
  WaitingOffers,
} from "../../features/desk/desk-panels.tsx";
import { SetAside } from "../../features/desk/set-aside.tsx";
import { useDesk } from "../../features/desk/use-desk.ts";
import { StaffOnly } from "../../features/session/components/staff-only.tsx";
import { messageOf } from "../../lib/api.ts";
import { usePageTitle } from "../../lib/page-title.ts";
import { NoAccount } from "../../money/no-account.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { Loaded, Loading } from "../../ui/loaded.tsx";
import { May } from "../../ui/may.tsx";
import { Notice } from "../../ui/notice.tsx";
import { RetryNotice } from "../../ui/retry-notice.tsx";

export const Component = () => {
  usePageTitle("Desk");
  return (
    <StaffOnly use="staff">
      <DeskPage />
    </StaffOnly>
  );
};

const DeskPage = () => {
  const query = useDesk();
  const { data, error } = query;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h1 className="font-bold text-xl">Desk</h1>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {data && <DeadlineMailSwitch wantsMail={data.wantsMail} />}
          <May use="settlements:read">
            <Link to="/admin/reports" className={buttonClass("secondary", "sm")}>
              Reports
            </Link>
          </May>
        </div>
      </div>
      <May use="settlements:read">
        <NoAccount />
      </May>
      {error && data && (
        <RetryNotice onRetry={() => void query.refetch()}>
          The desk could not be read again. It may be out of date.
        </RetryNotice>
      )}
      <Loaded
        query={query}
        failed={(problem) => messageOf(problem, "Failed to load the desk")}
        loading={
          <Loading shapes={["h-40", "h-40"]} className="lg:grid-cols-2">
            Loading the desk...
          </Loading>
        }
      >
        {(desk) => <Panels desk={desk} />}
      </Loaded>
    </div>
  );
};

const column = "grid grid-cols-[minmax(0,1fr)] gap-4";

const Panels = ({ desk }: { desk: Desk }) => {
  const { ending, toPay, toPrepare, sellersOwed, buying, stuck, waiting, needsHand, isPartial, at } = desk;
  const { offers, toPublish, unsold, mails, setAside, pickups, toClose } = desk;
  const isAboutMoney = [stuck, waiting, buying, toPay].some((panel) => panel !== undefined);
  return (
    <>
      <p role="status" className="text-ink-soft">
        {needsHand === 0
          ? "There is nothing to do now."
          : needsHand === 1
            ? "1 thing to do."
            : `${needsHand} things to do.`}
      </p>
      {isPartial && (
        <Notice tone="warning" title="Not everything is shown">
          Lots in which you have an interest of your own are left out.
        </Notice>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2">
        {isAboutMoney && (
          <div className={column}>
            {stuck && stuck.total > 0 && <Stuck {...stuck} />}
            {waiting && <Waiting {...waiting} />}
            {buying && <BeingBought {...buying} />}
            {toPay && <ToPay {...toPay} />}
            {pickups && <PickupsToday {...pickups} />}
            {toPrepare && <ToPrepare {...toPrepare} />}
            {toClose && toClose.total > 0 && <DaysToClose {...toClose} />}
            {sellersOwed && <SellersOwed {...sellersOwed} />}
            {stuck && stuck.total === 0 && <Stuck {...stuck} />}
          </div>
        )}
        <div className={column}>
          <EndingToday {...ending} />
          {offers && <WaitingOffers {...offers} />}
          {toPublish && <DraftsToPublish {...toPublish} />}
          {unsold && <Unsold {...unsold} />}
          {mails && <FailedMails {...mails} />}
          {setAside && setAside.total > 0 && <SetAside {...setAside} />}
        </div>
      </div>
      <p className="text-ink-soft text-xs">Read at {formatLagosTime(at)}. Days are days in Lagos.</p>
    </>
  );
};
