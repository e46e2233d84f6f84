// Parts of a table that a wide screen shows as a table and a narrow one as cards.
import type { ReactNode } from "react";
import { cx } from "../lib/cx.ts";
import { asTable } from "./table-roles.ts";

/** The name of a column and the classes of its header. */
export type Column = readonly [name: string, className: string];

interface TableHeadProps {
  columns: readonly Column[];
  /** The narrowest screen that shows a table. */
  from?: "md" | "xl";
  /** The classes of every header. */
  className?: string;
  /** True if the head stays below the page's header while a long table scrolls. */
  stays?: boolean;
}

/** Cards name each value themselves, so only screen readers get the head there. */
export const TableHead = ({ columns, from = "xl", className = "px-3 py-2", stays = false }: TableHeadProps) => (
  <thead
    {...asTable.rows}
    className={cx(
      "sr-only",
      from === "md" ? "md:not-sr-only md:table-header-group" : "xl:not-sr-only xl:table-header-group",
    )}
  >
    <tr {...asTable.row}>
      {columns.map(([name, ownClassName]) => (
        <th
          key={name}
          {...asTable.columnHeader}
          scope="col"
          className={cx(
            "text-left font-semibold text-ink-soft text-xs",
            stays &&
              "xl:sticky xl:top-14 xl:z-10 xl:bg-surface xl:align-bottom xl:first:rounded-tl-box xl:last:rounded-tr-box",
            className,
            ownClassName,
          )}
        >
          {name}
        </th>
      ))}
    </tr>
  </thead>
);

const paddings = { row: "xl:px-3 xl:py-2", tightRow: "xl:px-2 xl:py-2", tallRow: "xl:px-2 xl:py-3" };

interface CellProps {
  /** Shown above the value in a card. In a table the column's header gives it. */
  name?: string;
  padding?: keyof typeof paddings;
  className?: string;
  children: ReactNode;
}

export const Cell = ({ name, padding = "row", className, children }: CellProps) => (
  <td {...asTable.cell} className={cx("min-w-0 text-sm xl:align-top", paddings[padding], className)}>
    {name && (
      <span aria-hidden className="block text-ink-soft xl:hidden">
        {name}
      </span>
    )}
    {children}
  </td>
);
