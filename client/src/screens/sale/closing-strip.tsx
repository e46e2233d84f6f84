// The lot of a sale that closes next, with its price and its time left, and the two after it.
import type { Sale } from "@jara/shared/rest/sales";
import { lotNumberText } from "@jara/shared/sale-order";
import { Link } from "#router";
import { useServerNow } from "../../connection/use-server-now.ts";
import { PriceGlow } from "../../features/lot-card/price-glow.tsx";
import { TimeLeft } from "../../features/lot-card/time-left-label.tsx";
import { type SaleLot, useNextLots } from "../../features/sales/hooks/use-sale-lots.ts";
import { firstImageUrl } from "../../lib/media-url.ts";
import { Picture } from "../../ui/picture.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

export const ClosingStrip = ({ sale }: { sale: Sale }) => {
  const { lots, isLoading } = useNextLots(sale);
  const [next, ...later] = lots;
  const nowMs = useServerNow(1000);
  // Keeps the place, so that nothing below moves when the lots come.
  if (isLoading && sale.lotCount > 0 && !sale.isPaused) return <Skeleton className="h-70 md:h-47" />;
  if (!next) return null;
  const isNow = Date.parse(sale.closesAt) <= nowMs;
  return (
    <section
      aria-label={isNow ? "Closing now" : "Closes first"}
      className="grid grid-cols-[minmax(0,1fr)] gap-2 rounded-box border border-brand bg-brand-soft p-3 md:p-4"
    >
      <p className="font-semibold text-brand text-sm">{isNow ? "Closing now" : "Closes first"}</p>
      <First lot={next} />
      {later.length > 0 && (
        <ol
          aria-label="After it"
          className="grid grid-cols-[minmax(0,1fr)] gap-x-6 border-line border-t pt-1 md:grid-cols-[repeat(2,minmax(0,1fr))]"
        >
          {later.map((lot) => (
            <Later key={lot.auction._id} lot={lot} />
          ))}
        </ol>
      )}
    </section>
  );
};

const First = ({ lot: { auction, ...number } }: { lot: SaleLot }) => (
  <div className="relative grid grid-cols-[4rem_minmax(0,1fr)] items-center gap-3 has-[a:focus-visible]:outline-3 has-[a:focus-visible]:outline-brand md:grid-cols-[5rem_minmax(0,1fr)_auto]">
    <Picture src={firstImageUrl(auction)} alt="" sizes="6rem" className="aspect-square w-full rounded-box" />
    <div className="grid min-w-0">
      <p className="tabular text-ink-soft text-xs">Lot {lotNumberText(number)}</p>
      <p dir="auto" className="line-clamp-2 font-semibold">
        <Link
          to={`/auction/${auction._id}`}
          className="outline-none after:absolute after:inset-0 after:content-[''] hover:text-brand"
        >
          {auction.title}
        </Link>
      </p>
      <TimeLeft auction={auction} />
    </div>
    <PriceGlow
      amount={auction.currentPrice}
      currency={auction.currency}
      className="font-bold text-lg max-md:col-start-2 max-md:justify-self-start"
    />
  </div>
);

const Later = ({ lot: { auction, ...number } }: { lot: SaleLot }) => (
  <li className="flex min-h-11 items-center gap-2 text-sm md:min-h-9">
    <Link to={`/auction/${auction._id}`} dir="auto" className="min-w-0 flex-1 truncate hover:underline">
      <span className="tabular text-ink-soft">Lot {lotNumberText(number)}</span> {auction.title}
    </Link>
    <TimeLeft auction={auction} />
  </li>
);
