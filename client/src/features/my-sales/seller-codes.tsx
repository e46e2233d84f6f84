// The codes by which imports name sellers, one page at a time.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useSearchParams } from "#router";
import { addressAt, pageIn, paramsOf } from "../../lib/address-filters.ts";
import { messageOf } from "../../lib/api.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { LoadedPage, Loading } from "../../ui/loaded.tsx";
import { Pager } from "../../ui/pager.tsx";
import { GiveCode } from "./give-code.tsx";
import { sellerCodesQuery } from "./queries.ts";
import { SellerName } from "./seller-name.tsx";

export const SellerCodes = () => {
  const [params] = useSearchParams();
  const query = useQuery({ ...sellerCodesQuery(pageIn(params)), placeholderData: keepPreviousData });
  return (
    <section aria-labelledby="seller-codes" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 id="seller-codes" className="font-bold text-lg">
        Codes
      </h2>
      <p className="max-w-prose text-ink-soft">
        The column “Seller” of an import names sellers by these. A person gets a code here, or with the first offer.
      </p>
      <GiveCode />
      <LoadedPage
        query={query}
        failed={(error) => messageOf(error, "Failed to load the codes")}
        loading={<Loading shapes={["h-14", "h-14"]}>Loading the codes...</Loading>}
        empty={({ sellers }) => sellers.length === 0 && <EmptyState title="Nobody has a code yet." />}
        pager={(pagination) => (
          <Pager pagination={pagination} addressOf={(page) => addressAt("/admin/sellers", paramsOf({ page }))} />
        )}
      >
        {({ sellers }) => (
          <ul
            aria-label="Codes of sellers"
            className="grid divide-y divide-line overflow-hidden rounded-box border border-line bg-surface text-sm"
          >
            {sellers.map(({ _id, username, name, code }) => (
              <li key={_id} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 px-4 py-3">
                <span className="min-w-0">
                  <SellerName user={{ _id, username }} />
                  {name && <span className="text-ink-soft"> ({name})</span>}
                </span>
                <code translate="no" className="tabular ml-auto font-semibold">
                  {code}
                </code>
              </li>
            ))}
          </ul>
        )}
      </LoadedPage>
    </section>
  );
};
