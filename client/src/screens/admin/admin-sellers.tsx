// Sellers (staff): for those who see payments what the house owes to whom for lots that are paid, when it is due, and the
// file of a period for the accountant; for those who make lots the codes of sellers.
import { formatMoney } from "@jara/shared/money";
import type { OwedSellers } from "@jara/shared/rest/seller-sales";
import { formatLagosTime } from "@jara/shared/time";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams, useSearchParams } from "#router";
import { serverNow } from "../../connection/connection.ts";
import { daysIn } from "../../features/my-sales/days.ts";
import { HouseShare } from "../../features/my-sales/house-share.tsx";
import {
  type Days,
  downloadSellerForStaff,
  downloadSellers,
  owedSellersQuery,
  sellerForStaffQuery,
} from "../../features/my-sales/queries.ts";
import { SellerCodes } from "../../features/my-sales/seller-codes.tsx";
import { SellerName } from "../../features/my-sales/seller-name.tsx";
import { StatementParts } from "../../features/my-sales/seller-statement.tsx";
import { StaffOnly } from "../../features/session/components/staff-only.tsx";
import { DownloadButton } from "../../features/settlements/components/download-button.tsx";
import { messageOf } from "../../lib/api.ts";
import { usePageTitle } from "../../lib/page-title.ts";
import { buttonClass } from "../../ui/button.tsx";
import { DayRange } from "../../ui/day-field.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Loaded, Loading } from "../../ui/loaded.tsx";
import { May } from "../../ui/may.tsx";
import { textLinkClass } from "../../ui/text-link.tsx";

export const Component = () => {
  usePageTitle("Sellers");
  return (
    <StaffOnly use="staff">
      <SellersPage />
    </StaffOnly>
  );
};

const SellersPage = () => {
  const { id } = useParams();
  return id ? <OneSeller id={id} /> : <AllSellers />;
};

/** The statement of one seller. */
const OneSeller = ({ id }: { id: string }) => {
  const [params, setParams] = useSearchParams();
  const days = daysIn(params, serverNow());
  const query = useQuery(sellerForStaffQuery(id, days));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Link to="/admin/sellers" className={`${textLinkClass} justify-self-start`}>
        All sellers
      </Link>
      <DayRange from={days.from} to={days.to} onChange={(next) => setParams(next)}>
        <DownloadButton
          text="Download as PDF"
          failed="Failed to download the statement"
          save={() => downloadSellerForStaff(id, days).then(() => void query.refetch())}
        />
      </DayRange>
      <Loaded
        query={query}
        failed={(error) => messageOf(error, "Failed to load the statement")}
        loading={<Loading shapes={["h-20", "h-14", "h-14"]}>Loading the statement...</Loading>}
      >
        {({ user, statement, isPartial = false }) => (
          <>
            <h1 className="font-bold text-xl">
              Sales of{" "}
              <Link to={`/admin/users/${encodeURIComponent(user._id)}`} className={textLinkClass}>
                <bdi translate="no">{user.name ?? user.username}</bdi>
              </Link>
            </h1>
            {user.name && user.name !== user.username && (
              <p className="text-ink-soft text-sm">
                <bdi translate="no">{user.username}</bdi>
              </p>
            )}
            <StatementParts statement={statement} reader="staff" isPartial={isPartial} />
          </>
        )}
      </Loaded>
    </div>
  );
};

const AllSellers = () => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <h1 className="font-bold text-xl">Sellers</h1>
      <div className="flex flex-wrap gap-2">
        <May use="bids:read">
          <Link to="/admin/seller-bidders" className={buttonClass("secondary", "sm")}>
            Bidders of sellers
          </Link>
        </May>
        <May use="settlements:read">
          <Link to="/admin/settlements" className={buttonClass("secondary", "sm")}>
            Settlements
          </Link>
        </May>
      </div>
    </div>
    <May use="lots:edit">
      <SellerCodes />
    </May>
    <May use="settlements:read">
      <Money />
    </May>
  </div>
);

const Money = () => {
  const [params, setParams] = useSearchParams();
  const days = daysIn(params, serverNow());
  const query = useQuery(owedSellersQuery(days));
  return (
    <>
      <h2 className="font-bold text-lg">Owed now</h2>
      <Loaded
        query={query}
        failed={(error) => messageOf(error, "Failed to load what is owed")}
        loading={<Loading shapes={["h-14", "h-14"]}>Loading what is owed...</Loading>}
        empty={({ sellers }) =>
          sellers.length === 0 && (
            <EmptyState title="No seller is owed money.">
              A seller is listed here from the buyer's payment until the seller is paid.
            </EmptyState>
          )
        }
      >
        {(owed) => <Owed owed={owed} />}
      </Loaded>
      <h2 className="font-bold text-lg">Paid to sellers</h2>
      <DayRange from={days.from} to={days.to} onChange={(next) => setParams(next)}>
        <DownloadButton
          text="Download as CSV"
          failed="Failed to download the entries"
          save={() => downloadSellers(days)}
        />
      </DayRange>
      {query.data && <Paid paid={query.data.paid} days={days} />}
    </>
  );
};

const Owed = ({ owed: { sellers, owed } }: { owed: OwedSellers }) => (
  <>
    <p>
      In all{" "}
      <strong translate="no" className="tabular">
        {formatMoney(owed, "NGN")}
      </strong>
    </p>
    <ul
      aria-label="Sellers"
      className="grid divide-y divide-line overflow-hidden rounded-box border border-line bg-surface text-sm"
    >
      {sellers.map(({ user, owed: amount, lots, dueAt }) => (
        <li key={user._id} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 px-4 py-3">
          <span className="min-w-0">
            <SellerName user={user} />
            <span className="block text-ink-soft">
              {lots === 1 ? "1 lot" : `${lots} lots`}, due {formatLagosTime(dueAt)}
            </span>
          </span>
          <span translate="no" className="tabular ml-auto whitespace-nowrap font-semibold">
            {formatMoney(amount, "NGN")}
          </span>
        </li>
      ))}
    </ul>
  </>
);

const Paid = ({ paid: { sellers, ...sums }, days }: { paid: OwedSellers["paid"]; days: Days }) => (
  <>
    <HouseShare sums={sums} />
    {sellers.length === 0 ? (
      <EmptyState title="No seller was paid on these days." />
    ) : (
      <ul
        aria-label="Paid sellers"
        className="grid divide-y divide-line overflow-hidden rounded-box border border-line bg-surface text-sm"
      >
        {sellers.map(({ user, prices, net }) => (
          <li key={user._id} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 px-4 py-3">
            <span className="min-w-0">
              <SellerName user={user} days={days} />
              <span className="tabular block text-ink-soft">Prices {formatMoney(prices, "NGN")}</span>
            </span>
            <span translate="no" className="tabular ml-auto whitespace-nowrap font-semibold">
              {formatMoney(net, "NGN")}
            </span>
          </li>
        ))}
      </ul>
    )}
  </>
);
