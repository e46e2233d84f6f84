// One sale: when and where its lots can be seen, its terms, the lot that closes next, and the catalogue with live prices.
import { CATALOGUE_LOTS_MAX } from "@jara/shared/sale-limits";
import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { Link, useParams } from "#router";
import { useServerNow } from "../connection/use-server-now.ts";
import { SaleFacts } from "../features/sales/components/sale-facts.tsx";
import { SaleHeader } from "../features/sales/components/sale-header.tsx";
import { useSaleNews } from "../features/sales/hooks/use-sale-news.ts";
import { saleQuery } from "../features/sales/queries.ts";
import { ApiError } from "../lib/api.ts";
import { brandName } from "../lib/brand.ts";
import { usePageTitle } from "../lib/page-title.ts";
import { useSite } from "../lib/site.ts";
import { buttonClass } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Loaded, Loading } from "../ui/loaded.tsx";
import { May } from "../ui/may.tsx";
import { Notice } from "../ui/notice.tsx";
import { BiddersNote } from "./sale/bidders-note.tsx";
import { Catalogue } from "./sale/catalogue.tsx";
import { ClosingStrip } from "./sale/closing-strip.tsx";

export const Component = () => {
  const { id = "" } = useParams();
  const query = useQuery(saleQuery(id));
  useSaleNews(id);
  usePageTitle(query.data?.sale.title ?? "Sale");
  const nowMs = useServerNow(10_000);
  if (!query.data && query.error instanceof ApiError && query.error.status === 404) return <NoSale />;
  return (
    <Loaded
      query={query}
      failed="Failed to load the sale"
      loading={
        <Loading isHidden shapes={["h-8 w-2/3", "h-24", "h-96"]}>
          Loading the sale...
        </Loading>
      }
    >
      {({ sale, place = null, sold }) => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:gap-6">
          <PrintedHead />
          <SaleHeader sale={sale} back="/sales" nowMs={nowMs}>
            <span className="flex flex-wrap gap-2">
              {sale.lotCount > 0 && sale.lotCount <= CATALOGUE_LOTS_MAX && (
                <a href={`/api/sales/${sale._id}/catalogue.pdf`} download className={buttonClass("secondary", "sm")}>
                  <Download aria-hidden className="size-4" />
                  Download the catalogue (PDF)
                </a>
              )}
              <May use="lots:edit">
                <Link to={`/admin/sales/${sale._id}`} className={buttonClass("secondary", "sm")}>
                  Manage this sale
                </Link>
              </May>
            </span>
          </SaleHeader>
          {sale.isPaused && !sale.isOver && (
            <Notice tone="warning" title="This sale is paused.">
              No bids are taken at the moment. When it resumes, every lot has the same time left as before.
            </Notice>
          )}
          {!sale.isOver && (
            <div className="grid grid-cols-[minmax(0,1fr)] print:hidden">
              <ClosingStrip sale={sale} />
            </div>
          )}
          {sale.status === "published" && !sale.isOver && <BiddersNote saleId={sale._id} />}
          <SaleFacts sale={sale} place={place} nowMs={nowMs} />
          <Catalogue sale={sale} sold={sold} />
        </div>
      )}
    </Loaded>
  );
};

/** The site's header is not printed. */
const PrintedHead = () => (
  <p className="hidden font-semibold print:block">
    <bdi translate="no">{useSite()?.houseName ?? brandName}</bdi>, catalogue
  </p>
);

const NoSale = () => (
  <EmptyState
    title="This sale is not here."
    action={
      <Link to="/sales" className={buttonClass("primary")}>
        All sales
      </Link>
    }
  >
    It may not be published yet.
  </EmptyState>
);
