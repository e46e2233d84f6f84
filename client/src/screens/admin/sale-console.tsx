// The console for the time when a sale closes (staff who make lots): its totals, the actions on the whole of it, and a
// live board of its lots.
import type { SaleAnswer } from "@jara/shared/rest/sales";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "#router";
import { serverNow } from "../../connection/connection.ts";
import { SaleHeader } from "../../features/sales/components/sale-header.tsx";
import { useLiveLots } from "../../features/sales/hooks/use-sale-lots.ts";
import { SaleControls } from "../../features/sales/staff/components/sale-controls.tsx";
import { useStaffSale } from "../../features/sales/staff/hooks/use-staff-sale.ts";
import { numberedLotsQuery } from "../../features/sales/staff/queries.ts";
import { StaffOnly } from "../../features/session/components/staff-only.tsx";
import { messageOf } from "../../lib/api.ts";
import { usePageTitle } from "../../lib/page-title.ts";
import { useRefetchOnJoin } from "../../queries/use-refetch-on-join.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { May } from "../../ui/may.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Board, ClosedLots, Totals } from "./sale-console/board.tsx";

export const Component = () => (
  <StaffOnly use="lots:edit">
    <Console />
  </StaffOnly>
);

const Console = () => {
  const { id = "" } = useParams();
  const query = useStaffSale(id);
  usePageTitle(query.data ? `Console: ${query.data.sale.title}` : "Console");
  return (
    <Loaded query={query} failed={(error) => messageOf(error, "Failed to load the sale")}>
      {(answer) => <SaleOf answer={answer} />}
    </Loaded>
  );
};

const SaleOf = ({ answer: { sale, action = null } }: { answer: SaleAnswer }) => {
  const query = useQuery(numberedLotsQuery(sale._id, sale.revision));
  const lots = useLiveLots(query.data ?? []);
  useRefetchOnJoin("listing", query);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <SaleHeader sale={sale} back={`/admin/sales/${sale._id}`} backText="The sale and its texts" nowMs={serverNow()}>
        <span className="flex flex-wrap gap-2">
          {sale.isOver && (
            <May use="settlements:read">
              <Link to={`/admin/sales/${sale._id}`} className={buttonClass("primary", "sm")}>
                Results
              </Link>
              <Link to={`/admin/settlements?sale=${sale._id}`} className={buttonClass("secondary", "sm")}>
                Settlements and papers
              </Link>
            </May>
          )}
          <Link to={`/sales/${sale._id}/screen`} target="_blank" className={buttonClass("secondary", "sm")}>
            Big screen
          </Link>
        </span>
      </SaleHeader>
      {sale.isPaused && !sale.isOver && <Notice tone="warning">The sale is paused. No lot takes bids.</Notice>}
      <Loaded query={query} failed="Failed to load the lots of this sale">
        {() => (
          <>
            {/* Side by side on a wide screen, so that ten rows of the board fit below at 800 px. */}
            <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
              <Totals lots={lots} />
              <SaleControls sale={sale} action={action} className="lg:gap-2 lg:p-3" />
            </div>
            <Board sale={sale} lots={lots} />
            <ClosedLots lots={lots} />
          </>
        )}
      </Loaded>
    </div>
  );
};
