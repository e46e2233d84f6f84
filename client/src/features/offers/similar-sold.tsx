// Sold lots with the same or similar words, with their prices, for the terms of an offer: also those that are not paid yet,
// and not the offer's own lot.
import * as calls from "@jara/shared/calls/auction-management";
import { formatMoney } from "@jara/shared/money";
import type { ManagedAuction } from "@jara/shared/rest/admin-auctions";
import { useQuery } from "@tanstack/react-query";
import { Link } from "#router";
import { ask } from "../../lib/api.ts";
import { lagosMoment } from "../../lib/lagos-moment.ts";
import { Loaded } from "../../ui/loaded.tsx";
import { Picture } from "../../ui/picture.tsx";

const SHOWN = 6;
const WORDS_MAX = 100;

/** The latest sale first. */
const findSold = async (search: string, signal: AbortSignal): Promise<ManagedAuction[]> => {
  // One more than is shown, because the offer's own lot may be among them.
  const of = (query: { status: "sold" } | { ended: "awaiting-payment" }) =>
    ask(calls.listAllAuctions, { query: { ...query, search, limit: SHOWN + 1 }, signal });
  const [paid, waiting] = await Promise.all([of({ status: "sold" }), of({ ended: "awaiting-payment" })]);
  return [...waiting.auctions, ...paid.auctions].sort((a, b) => soldAt(b).localeCompare(soldAt(a)));
};
/** A lot may have ended before its planned end. */
const soldAt = ({ endedAt, endTime }: ManagedAuction): string => endedAt ?? endTime;

export const SimilarSold = ({ title, ownLotId }: { title: string; ownLotId: string | undefined }) => {
  const search = title
    .replace(/[^\p{L}\p{N} ]+/gu, " ")
    .trim()
    .slice(0, WORDS_MAX);
  const query = useQuery({
    queryKey: ["similar-sold", search],
    queryFn: ({ signal }) => findSold(search, signal),
    select: (lots) => lots.filter(({ _id }) => _id !== ownLotId).slice(0, SHOWN),
  });
  return (
    <Loaded
      query={query}
      failed="Failed to load similar lots"
      empty={(lots) => lots.length === 0 && <p className="text-ink-soft">We have sold nothing similar.</p>}
    >
      {(lots) => (
        <ul aria-label="Similar lots" className="grid gap-2 sm:grid-cols-2">
          {lots.map((auction) => (
            <li key={auction._id} className="grid grid-cols-[3.5rem_minmax(0,1fr)] gap-3">
              <Picture src={auction.imageUrl} alt="" sizes="3.5rem" className="aspect-square w-full rounded-box" />
              <div className="grid content-center text-sm">
                <Link to={`/auction/${auction._id}`} dir="auto" className="line-clamp-2 font-semibold hover:underline">
                  {auction.title}
                </Link>
                <p>
                  <span className="tabular font-semibold">{formatMoney(auction.currentPrice, auction.currency)}</span>
                  <span className="text-ink-soft">
                    , {lagosMoment(soldAt(auction))}
                    {auction.status === "ended" && ", not paid yet"}
                  </span>
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Loaded>
  );
};
