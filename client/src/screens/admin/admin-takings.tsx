// Takings (staff who see payments): what is due, and what came and went on the days in the address, with every payment.

import { formatMoney } from "@jara/shared/money";
import { useQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "#router";
import { serverNow } from "../../connection/connection.ts";
import { HouseShare } from "../../features/my-sales/house-share.tsx";
import { type Days, owedSellersQuery } from "../../features/my-sales/queries.ts";
import { StaffOnly } from "../../features/session/components/staff-only.tsx";
import { DownloadButton } from "../../features/settlements/components/download-button.tsx";
import { Figures } from "../../features/settlements/components/takings-figures.tsx";
import { CloseOfDay } from "../../features/settlements/day-closes/close-of-day.tsx";
import { ClosesList } from "../../features/settlements/day-closes/closes-list.tsx";
import { downloadTakings, takingsQuery } from "../../features/settlements/queries.ts";
import { readDays, writeDays } from "../../features/settlements/takings-days.ts";
import { addressAt, paramsOf } from "../../lib/address-filters.ts";
import { messageOf } from "../../lib/api.ts";
import { usePageTitle } from "../../lib/page-title.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { DayRange } from "../../ui/day-field.tsx";
import { Loaded, Loading } from "../../ui/loaded.tsx";
import { Pager } from "../../ui/pager.tsx";
import { textLinkClass } from "../../ui/text-link.tsx";

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
      <OfSellers days={days} />
      {days.from === days.to ? (
        <CloseOfDay date={days.from} />
      ) : (
        <p className="text-ink-soft text-sm">Choose a single day to close it or to see its close.</p>
      )}
      <ClosesList />
    </div>
  );
};

/** Shows what sellers' lots brought the house on these days, and what it owes now. */
const OfSellers = ({ days: { from, to } }: { days: Days }) => {
  const { data } = useQuery(owedSellersQuery({ from, to }));
  if (!data) return null;
  return (
    <section aria-labelledby="of-sellers" className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h2 id="of-sellers" className="font-bold text-lg">
        Sellers' lots
      </h2>
      <HouseShare sums={data.paid} />
      <p>
        Owed to sellers now: <strong className="tabular">{formatMoney(data.owed, "NGN")}</strong>.{" "}
        <Link to={addressAt("/admin/sellers", paramsOf({ from, to }))} className={textLinkClass}>
          Sellers
        </Link>
      </p>
    </section>
  );
};
