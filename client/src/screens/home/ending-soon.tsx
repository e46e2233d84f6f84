// The lots that end soonest, in one small row above the list. It scrolls sideways: by swipe, by the arrow buttons, or by
// moving through its links with the keyboard.
import type { Auction } from "@jara/shared/auction";
import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { type RefObject, useRef } from "react";
import { Link } from "#router";
import { writeFilters } from "../../features/search/filters.ts";
import { endingSoon, railQuery } from "../../features/search/queries.ts";
import { useLiveAuctions } from "../../live/live.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { RailCard } from "./rail-card.tsx";

const TITLE = "Ending soon";
/** The first view can show this many cards. */
const EAGER = 6;
/** As wide as its price, also where text is twice as large. */
const card = "w-[min(max(16rem,18ch),85vw)] shrink-0 snap-start";

/** `isBegun`: true before the rest of the page is rendered; the row has the cards of the first view. */
export const EndingSoon = ({ isBegun }: { isBegun: boolean }) => {
  const list = useRef<HTMLUListElement>(null);
  const { data, isError } = useQuery(railQuery(endingSoon));
  const auctions = useLiveAuctions(data?.auctions).filter(({ status }) => status === "active");
  // A short row would look broken. An error needs no words here, because the list below says it.
  if (isError || (data && auctions.length < 2)) return null;
  return (
    <section aria-labelledby="ending-soon" className="grid grid-cols-1">
      <div className="flex items-center gap-2">
        <h2 id="ending-soon" className="font-bold text-base">
          {TITLE}
        </h2>
        <Link
          to={{ search: writeFilters(endingSoon).toString() }}
          aria-label={`See all: ${TITLE}`}
          className="ml-auto inline-flex min-h-11 items-center font-semibold text-brand text-sm hover:underline pointer-fine:min-h-8"
        >
          See all
        </Link>
        <Arrows list={list} />
      </div>
      <ul
        ref={list}
        className="relative -mx-4 -my-1 flex snap-x scroll-px-4 gap-3 overflow-x-auto px-4 py-1 [scrollbar-width:none] md:-mx-6 md:scroll-px-6 md:px-6"
      >
        {data ? auctions.slice(0, isBegun ? EAGER : undefined).map(cardOf) : skeletons}
      </ul>
    </section>
  );
};

const cardOf = (auction: Auction, index: number) => (
  <li key={auction._id} className={card}>
    <RailCard auction={auction} eager={index < EAGER} />
  </li>
);

const skeletons = ["a", "b", "c", "d", "e", "f"].map((key) => (
  <li key={key} aria-hidden className={card}>
    <Skeleton className="h-16.5" />
  </li>
));

const arrow =
  "hidden size-9 place-items-center rounded-box border border-line-strong bg-surface hover:bg-sunken pointer-fine:md:grid";

/** The buttons are for mice. Fingers swipe, and the keyboard moves from link to link. */
const Arrows = ({ list }: { list: RefObject<HTMLUListElement | null> }) => {
  const move = (direction: 1 | -1) => {
    const { current } = list;
    current?.scrollBy({ left: direction * current.clientWidth * 0.8, behavior: "smooth" });
  };
  return (
    <>
      <button type="button" aria-label={`Back in ${TITLE}`} className={arrow} onClick={() => move(-1)}>
        <ChevronLeft aria-hidden className="size-5" />
      </button>
      <button type="button" aria-label={`Next in ${TITLE}`} className={arrow} onClick={() => move(1)}>
        <ChevronRight aria-hidden className="size-5" />
      </button>
    </>
  );
};
