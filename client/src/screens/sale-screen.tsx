// The big screen of a sale, for a room and without a login: one lot in large type, with its live price and time left. It
// follows the lot that closes next, or shows the lot whose number `?lot=` names; after the sale it shows what was sold. A
// room sees what the public sees, whoever opened it: names are masked here again, because the server sends them in full
// to staff.
import type { Auction } from "@jara/shared/auction";
import { isUnsold, outcomeNames } from "@jara/shared/lot-outcome";
import { maskUsername } from "@jara/shared/mask-username";
import type { Sale } from "@jara/shared/rest/sales";
import { lotNumberText, readLotNumber } from "@jara/shared/sale-order";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useParams, useSearchParams } from "#router";
import { useConnectionState } from "../connection/use-connection-state.ts";
import { useServerNow } from "../connection/use-server-now.ts";
import { countdownText } from "../features/countdown/countdown-text.ts";
import { PriceGlow } from "../features/lot-card/price-glow.tsx";
import { type LotState, stateOfLot, totalsOf } from "../features/sales/board.ts";
import { useForeground } from "../features/sales/hooks/use-foreground.ts";
import { type SaleLot, useLiveLots, useNextLots } from "../features/sales/hooks/use-sale-lots.ts";
import { useSaleNews } from "../features/sales/hooks/use-sale-news.ts";
import { lotByNumberQuery, saleQuery } from "../features/sales/queries.ts";
import { whenOf } from "../features/sales/sale-words.ts";
import { numberedLotsQuery } from "../features/sales/staff/queries.ts";
import { cx } from "../lib/cx.ts";
import { firstImageUrl } from "../lib/media-url.ts";
import { usePageTitle } from "../lib/page-title.ts";
import { useWakeLock } from "../lib/use-wake-lock.ts";
import { useLiveAuction } from "../live/live.ts";
import { howSoon } from "../lots/how-soon.ts";
import { Loaded } from "../ui/loaded.tsx";
import { Money, OwnMoney } from "../ui/money.tsx";
import { Picture } from "../ui/picture.tsx";

export const Component = () => {
  const { id = "" } = useParams();
  const query = useQuery(saleQuery(id));
  useSaleNews(id);
  usePageTitle(query.data?.sale.title ?? "Sale");
  useWakeLock();
  return (
    // Covers the site's header and footer, because a room needs neither.
    <div className="fixed inset-0 z-50 grid grid-rows-[auto_minmax(0,1fr)_auto] gap-[2vmin] overflow-auto bg-paper p-[3vmin]">
      <Loaded query={query} failed="Failed to load the sale" loading={<p role="status">Loading the sale...</p>}>
        {({ sale }) => <Screen sale={sale} />}
      </Loaded>
    </div>
  );
};

const Screen = ({ sale }: { sale: Sale }) => {
  const { lots, isLoading } = useNextLots(sale);
  const following = useForeground(lots[0] ?? null);
  const chosen = useChosenLot(sale._id);
  const shown = chosen ?? following;
  const nowMs = useServerNow(1_000);
  return (
    <>
      <header className="flex flex-wrap items-baseline justify-between gap-x-[4vmin]">
        <h1 dir="auto" className="font-bold text-[max(1.25rem,3.5vmin)]">
          {sale.title}
        </h1>
        <p className="tabular text-[max(1rem,2.5vmin)] text-ink-soft">{whenOf(sale, nowMs)}</p>
      </header>
      {shown ? (
        <Foreground key={shown.auction._id} lot={shown} />
      ) : sale.isOver ? (
        <Results sale={sale} />
      ) : (
        <p className="place-self-center text-center font-bold text-[max(2rem,8vmin)]">
          {isLoading ? "" : sale.isPaused ? "The sale is paused." : "Bidding opens soon."}
        </p>
      )}
      <Later lots={lots.filter(({ auction }) => auction._id !== shown?.auction._id)} />
    </>
  );
};

/** Shows the lots sold and their total, without a name. */
const Results = ({ sale: { _id, revision } }: { sale: Sale }) => {
  const query = useQuery(numberedLotsQuery(_id, revision));
  const { sold, unsold, bids, revenue } = totalsOf(useLiveLots(query.data ?? []));
  return (
    <section aria-label="Results" className="grid content-center justify-items-center gap-[4vmin] text-center">
      <p className="font-bold text-[max(2rem,8vmin)] leading-tight">This sale is over. Thank you.</p>
      {query.data && (
        <dl className="flex flex-wrap justify-center gap-x-[8vmin] gap-y-[3vmin]">
          <Figure name="Lots sold">
            {sold} of {sold + unsold}
          </Figure>
          {revenue.length > 0 && (
            <Figure name="Hammer total">
              {revenue.map(({ currency, amount }) => (
                <OwnMoney key={currency} amount={amount} currency={currency} className="block" />
              ))}
            </Figure>
          )}
          <Figure name="Bids">{bids.toLocaleString("en-NG")}</Figure>
        </dl>
      )}
    </section>
  );
};

const Figure = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="grid gap-[1vmin]">
    <dt className="text-[max(1.125rem,3vmin)] text-ink-soft">{name}</dt>
    <dd className="tabular font-bold text-[max(1.5rem,6vmin)] leading-tight">{children}</dd>
  </div>
);

/** The lot whose number the address names; null if it names none. */
const useChosenLot = (saleId: string): SaleLot | null => {
  const [params] = useSearchParams();
  const number = params.get("lot") ?? "";
  const isNumber = readLotNumber(number) !== null;
  const { data } = useQuery({ ...lotByNumberQuery(saleId, number), enabled: isNumber });
  return (isNumber && data) || null;
};

/** One or two words, to be read from the other end of a room. */
const wordsOf = (state: LotState): string => {
  if (state === "open") return "";
  if (state === "waiting") return "Not open yet";
  return isUnsold(state) ? "Not sold" : outcomeNames[state];
};

const Foreground = ({ lot: { auction: listed, ...lotNumber } }: { lot: SaleLot }) => {
  const number = lotNumberText(lotNumber);
  const { view } = useLiveAuction(listed._id);
  const auction = view?.auction ?? listed;
  const { title, currentPrice, currency, bidCount, minimumBid, leader } = auction;
  const outcome = wordsOf(stateOfLot(auction));
  return (
    <section
      aria-label={`Lot ${number}`}
      className="grid min-h-0 grid-cols-[minmax(0,1fr)] items-center gap-[4vmin] landscape:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)]"
    >
      <div className="h-full max-h-[75vh] min-h-[25vh] [&_img]:object-contain">
        <Picture src={firstImageUrl(auction)} alt="" eager sizes="50vw" className="size-full rounded-box" />
      </div>
      <div className="grid content-center gap-[2vmin]">
        <p className="tabular font-bold text-[max(1.5rem,5vmin)] text-brand">Lot {number}</p>
        <h2 dir="auto" className="line-clamp-2 font-bold text-[max(1.5rem,5vmin)] leading-tight">
          {title}
        </h2>
        <p className="font-bold text-[max(2.5rem,11vmin)] leading-none">
          <PriceGlow amount={currentPrice} currency={currency} />
        </p>
        <p className="tabular text-[max(1.125rem,3vmin)] text-ink-soft">
          {bidCount === 0 ? "No bids yet" : bidCount === 1 ? "1 bid" : `${bidCount} bids`}
          {leader && (
            <>
              , led by <bdi translate="no">{maskUsername(leader.username)}</bdi>
            </>
          )}
          <ReserveWords auction={auction} />
        </p>
        {outcome === "" ? (
          <>
            <Clock auction={auction} />
            <p className="text-[max(1.125rem,3vmin)]">
              Next bid <Money amount={minimumBid} currency={currency} className="font-bold" />
            </p>
          </>
        ) : (
          <p
            role="status"
            className={`font-bold text-[max(2.5rem,9vmin)] leading-none ${outcome === "Sold" ? "text-brand" : "text-ink-soft"}`}
          >
            {outcome}
          </p>
        )}
      </div>
    </section>
  );
};

const ReserveWords = ({ auction: { hasReserve, reserveMet } }: { auction: Auction }) =>
  hasReserve && <>. {reserveMet ? "Reserve met" : "Reserve not met yet"}</>;

const Clock = ({ auction }: { auction: Auction }) => {
  const nowMs = useServerNow(1_000);
  const isConnected = useConnectionState() === "live";
  const { text, soon } = countdownText(auction, nowMs);
  const isUrgent = soon && howSoon(Date.parse(auction.endTime) - nowMs).urgent;
  return (
    <p
      className={cx(
        "tabular font-bold text-[max(2rem,8vmin)] leading-none",
        isUrgent ? "text-danger" : soon ? "text-amber" : "text-ink",
      )}
    >
      <span className="sr-only">Time left: </span>
      {isConnected ? text : "Reconnecting…"}
    </p>
  );
};

const Later = ({ lots }: { lots: readonly SaleLot[] }) => (
  <ol
    aria-label="After it"
    className="flex min-h-[5vmin] flex-wrap gap-x-[4vmin] gap-y-1 border-line border-t pt-[2vmin] text-[max(1rem,2.5vmin)]"
  >
    {lots.map(({ auction, ...number }) => (
      <li key={auction._id} className="flex min-w-0 gap-[1.5vmin]">
        <span className="tabular shrink-0 text-ink-soft">Lot {lotNumberText(number)}</span>
        <span dir="auto" className="truncate font-semibold">
          {auction.title}
        </span>
        <Money amount={auction.currentPrice} currency={auction.currency} className="text-ink-soft" />
      </li>
    ))}
  </ol>
);
