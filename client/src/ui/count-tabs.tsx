// Tabs over a list, each with its number. A tab is a link that changes the address, so Back works.
import { Link, type To } from "#router";
import { cx } from "../lib/cx.ts";

interface CountTab {
  readonly key: string;
  readonly label: string;
  /** Undefined while it is not known; null: not counted. */
  readonly count: number | null | undefined;
  readonly isChosen: boolean;
  readonly to: To;
}

export const CountTabs = ({ label, tabs }: { label: string; tabs: readonly CountTab[] }) => (
  <nav aria-label={label} className="-mx-4 overflow-x-auto px-4">
    <ul className="flex min-w-max gap-1 border-line border-b">
      {tabs.map((tab) => (
        <li key={tab.key}>
          <Link
            to={tab.to}
            preventScrollReset
            aria-current={tab.isChosen ? "page" : undefined}
            className={cx(
              "-mb-px flex min-h-11 items-center gap-2 border-b-2 px-3 font-semibold text-sm",
              tab.isChosen ? "border-brand text-ink" : "border-transparent text-ink-soft hover:text-ink",
            )}
          >
            {tab.label}
            {tab.count !== null && (
              <span className="tabular min-w-6 rounded-box bg-sunken px-1.5 py-0.5 text-center text-xs">
                {tab.count === undefined ? "…" : tab.count.toLocaleString("en-NG")}
              </span>
            )}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
);
