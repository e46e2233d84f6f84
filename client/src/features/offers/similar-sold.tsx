// Sold lots with the same or similar words, with their prices, for the terms of an offer.
import * as calls from "@jara/shared/calls/auction-management";
import { formatMoney } from "@jara/shared/money";
import { useQuery } from "@tanstack/react-query";
import { Link } from "#router";
import { ask } from "../../lib/api.ts";
import { lagosMoment } from "../../lib/lagos-moment.ts";
import { Loaded } from "../../ui/loaded.tsx";
import { Picture } from "../../ui/picture.tsx";

const SHOWN = "6";
const WORDS_MAX = 100;

export const SimilarSold = ({ title }: { title: string }) => {
  const search = title
    .replace(/[^\p{L}\p{N} ]+/gu, " ")
    .trim()
    .slice(0, WORDS_MAX);
  const query = useQuery({
    queryKey: ["similar-sold", search],
    queryFn: ({ signal }) => ask(calls.listAllAuctions, { query: { status: "sold", search, limit: SHOWN }, signal }),
    staleTime: 60_000,
  });
  return (
    <Loaded
      query={query}
      failed="Failed to load similar lots"
      empty={({ auctions }) => auctions.length === 0 && <p className="text-ink-soft">We have sold nothing similar.</p>}
    >
      {({ auctions }) => (
        <ul aria-label="Similar lots" className="grid gap-2 sm:grid-cols-2">
          {auctions.map((auction) => (
            <li key={auction._id} className="grid grid-cols-[3.5rem_minmax(0,1fr)] gap-3">
              <Picture
                src={auction.imageUrl}
                alt=""
                sizes="3.5rem"
                className="aspect-square w-full rounded-box text-xs"
              />
              <div className="grid content-center text-sm">
                <Link to={`/auction/${auction._id}`} dir="auto" className="line-clamp-2 font-semibold hover:underline">
                  {auction.title}
                </Link>
                <p>
                  <span className="tabular font-semibold">{formatMoney(auction.currentPrice, auction.currency)}</span>
                  <span className="text-ink-soft">, {lagosMoment(auction.endTime)}</span>
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Loaded>
  );
};
