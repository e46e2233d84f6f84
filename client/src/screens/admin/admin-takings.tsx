// Takings (staff who see payments): what is due, and what came and went on the days in the address, with every payment.
import { useQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "#router";
import { serverNow } from "../../connection/connection.ts";
import { StaffOnly } from "../../features/session/components/staff-only.tsx";
import { DownloadButton } from "../../features/settlements/components/download-button.tsx";
import { Figures } from "../../features/settlements/components/takings-figures.tsx";
import { CloseOfDay } from "../../features/settlements/day-closes/close-of-day.tsx";
import { ClosesList } from "../../features/settlements/day-closes/closes-list.tsx";
import { downloadTakings, takingsQuery } from "../../features/settlements/queries.ts";
import { readDays, writeDays } from "../../features/settlements/takings-days.ts";
import { addressAt } from "../../lib/address-filters.ts";
import { messageOf } from "../../lib/api.ts";
import { usePageTitle } from "../../lib/page-title.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { DayRange } from "../../ui/day-field.tsx";
import { Loaded, Loading } from "../../ui/loaded.tsx";
import { Pager } from "../../ui/pager.tsx";

export const Component = () => {
  usePageTitle("Takings");
  return (
    <StaffOnly use="settlements:read">
      <TakingsPage />
    </StaffOnly>
  );
};

const TakingsPage = () => {
  const [params, setParams] = useSearchParams();
  const days = readDays(params, serverNow());
  const query = useQuery(takingsQuery(days));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h1 className="font-bold text-xl">Takings</h1>
        <span className="flex flex-wrap gap-2">
          <Link to="/admin/reports" className={buttonClass("secondary", "sm")}>
            Reports
          </Link>
          <Link to="/admin/settlements" className={buttonClass("secondary", "sm")}>
            Settlements
          </Link>
        </span>
      </div>
      <DayRange
        from={days.from}
        to={days.to}
        onChange={(next) => setParams(writeDays({ ...next, page: 1 }, serverNow()))}
      >
        <Button size="sm" variant="secondary" pending={query.isFetching} onClick={() => void query.refetch()}>
          Read again
        </Button>
        <DownloadButton
          text="Download as CSV"
          failed="Failed to download the payments"
          save={() => downloadTakings(days.from, days.to)}
        />
      </DayRange>
      <Loaded
        query={query}
        failed={(error) => messageOf(error, "Failed to load the takings")}
        loading={<Loading shapes={["h-28", "h-40"]}>Loading the takings...</Loading>}
      >
        {(takings) => (
          <Figures takings={takings} isLoading={query.isPlaceholderData}>
            <Pager
              pagination={takings.pagination}
              addressOf={(page) => addressAt("/admin/takings", writeDays({ ...days, page }, serverNow()))}
            />
          </Figures>
        )}
      </Loaded>
      {days.from === days.to ? (
        <CloseOfDay date={days.from} />
      ) : (
        <p className="text-ink-soft text-sm">Choose a single day to close it or to see its close.</p>
      )}
      <ClosesList />
    </div>
  );
};
