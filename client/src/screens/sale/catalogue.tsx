// The catalogue of a sale: its lots in their order, live, with a search within them. The searched text is in the address.
import { premiumSentence } from "@jara/shared/premium-words";
import type { Sale } from "@jara/shared/rest/sales";
import { lotNumberText } from "@jara/shared/sale-order";
import { soldOf } from "@jara/shared/sold-of";
import { useSearchParams } from "#router";
import { useBought } from "../../features/payments/hooks/use-bought.ts";
import { useSaleLots } from "../../features/sales/hooks/use-sale-lots.ts";
import { useAuth } from "../../features/session/auth-context.tsx";
import { useOutbid } from "../../live/live.ts";
import { lotsWords } from "../../lots/lots-words.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { LoadMore } from "../../ui/load-more.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { SearchBar } from "../../ui/search-bar.tsx";
import { CatalogueRow } from "./catalogue-row.tsx";

interface CatalogueProps {
  sale: Sale;
  /** The number of lots that were sold; absent until the sale is over. */
  sold: number | undefined;
}

export const Catalogue = ({ sale, sold }: CatalogueProps) => {
  const [params, setParams] = useSearchParams();
  const search = params.get("search") ?? "";
  const { query, lots, total } = useSaleLots(sale, search);
  const outbid = useOutbid();
  const { isAuthenticated } = useAuth();
  const bought = useBought(!isAuthenticated);
  const premiums = [
    ...new Set(lots.flatMap(({ auction: { buyersPremium } }) => (buyersPremium ? premiumSentence(buyersPremium) : []))),
  ];
  const countWords = sold === undefined ? lotsWords(total) : soldOf(sold, total);
  const find = (text: string) =>
    setParams(text === "" ? {} : { search: text }, { replace: true, preventScrollReset: true });
  return (
    <section aria-labelledby="catalogue" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <div>
          <h2 id="catalogue" className="font-bold text-lg">
            Catalogue
          </h2>
          <p role="status" className="tabular text-ink-soft text-sm">
            {query.data ? (search ? `${lotsWords(total)} found` : countWords) : "Loading lots..."}
          </p>
          {premiums.map((premium) => (
            <p key={premium} className="text-sm">
              {premium} to {premiums.length === 1 ? "each winning bid" : "the winning bids of some lots"}.
            </p>
          ))}
        </div>
        {(search !== "" || total > 0) && (
          <div className="flex w-full flex-wrap items-end gap-2 md:w-auto print:hidden">
            <SearchBar
              label="Search within this sale"
              placeholder="Title or lot number"
              search={search}
              onSearch={find}
              className="w-full md:w-96"
            />
          </div>
        )}
      </div>
      <Loaded
        query={query}
        failed="Failed to load the lots"
        empty={() => lots.length === 0 && <Nothing search={search} onClear={() => find("")} />}
      >
        {() => (
          <ol className="divide-y divide-line border-line border-y">
            {lots.map(({ auction, ...number }) => (
              <li key={auction._id}>
                <CatalogueRow
                  number={lotNumberText(number)}
                  auction={auction}
                  outbid={outbid.has(auction._id)}
                  isBought={bought.has(auction._id)}
                />
              </li>
            ))}
          </ol>
        )}
      </Loaded>
      <LoadMore query={query} />
    </section>
  );
};

const Nothing = ({ search, onClear }: { search: string; onClear: () => void }) =>
  search ? (
    <EmptyState
      title="No lot of this sale matches."
      action={
        <Button variant="secondary" onClick={onClear}>
          Show all lots
        </Button>
      }
    >
      Try a part of a title, or a lot number.
    </EmptyState>
  ) : (
    <EmptyState title="There are no lots to see yet.">The catalogue appears here in a moment.</EmptyState>
  );
