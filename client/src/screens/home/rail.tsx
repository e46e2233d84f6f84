// A row of lots that scrolls sideways: by swipe, by the arrow buttons, or by moving through its links with the keyboard.
import type { Auction } from "@jara/shared/auction";
import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from "react";
import { Link } from "react-router-dom";
import { type Filters, writeFilters } from "../../features/search/filters.ts";
import { outbidIn, railQuery } from "../../features/search/queries.ts";
import { useLiveAuctions, useOutbid } from "../../live/live.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { RailCard } from "./rail-card.tsx";

interface RailProps {
  title: string;
  /** The list that the rail begins, and that "See all" opens. */
  filters: Filters;
  /** True: loaded at once, not only when the reader scrolls near it. */
  isFirst: boolean;
  /** True before the rest of the page is rendered: the rail has the cards of the first view, or none. */
  isBegun: boolean;
}

/** The first view can show this many cards. */
const EAGER = 4;
const card = "w-[9.5rem] shrink-0 snap-start md:w-[12rem]";

export const Rail = ({ title, filters, isFirst, isBegun }: RailProps) => {
  const titleId = useId();
  const section = useRef<HTMLElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const isNear = useNear(section, isFirst) && (isFirst || !isBegun);
  const { data, isError } = useQuery({ ...railQuery(filters), enabled: isNear });
  const auctions = useLiveAuctions(data?.auctions).filter(({ status }) => status === "active");
  const outbidHere = useOutbid();
  const outbid = data ? outbidIn([data]) : null;
  // A short row would look broken. An error needs no words here, because the list below says it.
  if (isError || (data && auctions.length < 2)) return null;
  return (
    <section ref={section} aria-labelledby={titleId} className="grid grid-cols-1 gap-1 md:gap-3">
      <div className="flex items-center gap-2">
        <h2 id={titleId} className="font-bold text-lg">
          {title}
        </h2>
        <Link
          to={{ search: writeFilters(filters).toString() }}
          aria-label={`See all: ${title}`}
          className="ml-auto inline-flex min-h-11 items-center font-semibold text-brand text-sm hover:underline pointer-fine:min-h-8"
        >
          See all
        </Link>
        <Arrows list={list} title={title} />
      </div>
      <ul
        ref={list}
        className="relative -mx-4 -my-1 flex snap-x scroll-px-4 gap-3 overflow-x-auto px-4 py-1 [scrollbar-width:none] md:-mx-6 md:scroll-px-6 md:px-6"
      >
        {data
          ? auctions.slice(0, isBegun ? EAGER : undefined).map((auction, index) => cardOf(auction, index))
          : skeletons}
      </ul>
    </section>
  );

  function cardOf(auction: Auction, index: number): ReactNode {
    return (
      <li key={auction._id} className={card}>
        <RailCard
          auction={auction}
          outbid={outbidHere.has(auction._id) || Boolean(outbid?.has(auction._id))}
          eager={isFirst && index < EAGER}
        />
      </li>
    );
  }
};

const skeletons = ["a", "b", "c", "d", "e", "f", "g"].map((key) => (
  <li key={key} aria-hidden className={card}>
    <div className="overflow-hidden rounded-box border border-line bg-surface">
      <Skeleton className="aspect-square w-full rounded-none" />
      <div className="grid gap-1 p-2">
        <Skeleton className="h-10 w-4/5" />
        <Skeleton className="h-6 w-3/5" />
        <Skeleton className="h-4 w-2/5" />
      </div>
    </div>
  </li>
));

/** Returns whether the element has come near the visible part of the page. */
const useNear = (element: RefObject<HTMLElement | null>, isNearAtOnce: boolean): boolean => {
  const [isNear, setNear] = useState(isNearAtOnce || typeof IntersectionObserver === "undefined");
  useEffect(() => {
    if (isNear || !element.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: "600px" },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, isNear]);
  return isNear;
};

const arrow =
  "hidden size-9 place-items-center rounded-box border border-line-strong bg-surface hover:bg-sunken pointer-fine:md:grid";

/** The buttons are for mice. Fingers swipe, and the keyboard moves from link to link. */
const Arrows = ({ list, title }: { list: RefObject<HTMLUListElement | null>; title: string }) => {
  const move = (direction: 1 | -1) => {
    const { current } = list;
    current?.scrollBy({ left: direction * current.clientWidth * 0.8, behavior: "smooth" });
  };
  return (
    <>
      <button type="button" aria-label={`Back in ${title}`} className={arrow} onClick={() => move(-1)}>
        <ChevronLeft aria-hidden className="size-5" />
      </button>
      <button type="button" aria-label={`Next in ${title}`} className={arrow} onClick={() => move(1)}>
        <ChevronRight aria-hidden className="size-5" />
      </button>
    </>
  );
};
