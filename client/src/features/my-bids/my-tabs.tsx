// The four tabs of My Bids with their counts. Each tab is an address, so that Back and a bookmark lead to it.
import { type MyTab, myTabs } from "@jara/shared/my-tabs";
import type { MyAuctions } from "@jara/shared/rest/my-auctions";
import { Link } from "#router";
import { cx } from "../../lib/cx.ts";

export const tabWords: Record<MyTab, string> = {
  action: "Action needed",
  active: "Active",
  won: "Won",
  lost: "Lost",
};

export const tabAddress = (tab: MyTab, page = 1): string =>
  page > 1 ? `/my-bids?tab=${tab}&page=${page}` : `/my-bids?tab=${tab}`;

interface MyTabsProps {
  current: MyTab | null;
  counts: MyAuctions["counts"] | undefined;
}

export const MyTabs = ({ current, counts }: MyTabsProps) => (
  <nav aria-label="Your bids">
    <ul className="flex flex-wrap border-line border-b md:gap-2">
      {myTabs.map((tab) => (
        <li key={tab} className="flex-auto md:flex-none">
          <Link
            to={tabAddress(tab)}
            preventScrollReset
            aria-current={tab === current ? "page" : undefined}
            className={cx(
              "-mb-px flex min-h-12 items-center justify-center gap-1 whitespace-nowrap border-b-2 px-0.5 font-semibold text-sm",
              "hover:text-brand sm:gap-1.5 md:px-3 md:text-base",
              tab === current ? "border-brand text-brand" : "border-transparent text-ink-soft",
            )}
          >
            <Label tab={tab} />
            <Count tab={tab} count={counts?.[tab]} />
          </Link>
        </li>
      ))}
    </ul>
  </nav>
);

/** On a phone the second word is for screen readers alone, so that all four tabs fit. */
const Label = ({ tab }: { tab: MyTab }) => {
  const [word, ...rest] = tabWords[tab].split(" ");
  return (
    <span>
      {word}
      {rest.length > 0 && <span className="max-sm:sr-only"> {rest.join(" ")}</span>}
    </span>
  );
};

/** Keeps its place while the number is loading. */
const Count = ({ tab, count }: { tab: MyTab; count: number | undefined }) => (
  <span
    className={cx(
      "tabular grid min-w-6 place-items-center rounded-full px-1.5 py-0.5 text-xs",
      tab === "action" && count ? "bg-amber-soft text-amber" : "bg-sunken text-ink-soft",
    )}
  >
    {count ?? <span aria-hidden>–</span>}
  </span>
);
