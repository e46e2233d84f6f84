// A panel of the desk: its number, its first rows, the way to all of them, or a sentence that says that there is nothing.
import { DESK_COUNTED_MAX, DESK_ROWS } from "@jara/shared/rest/desk";
import type { ReactNode } from "react";
import { Link, type To } from "#router";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { Panel } from "../../ui/panel.tsx";

interface DeskPanelProps {
  title: string;
  total: number;
  /** The tone of the number if it is above 0. */
  tone?: Tone;
  /** The sentence of an empty panel. */
  nothing: string;
  /** Leads to all of them. */
  all?: { to: To; label: string };
  /** Above the rows. */
  about?: ReactNode;
  children: ReactNode;
}

const counted = (total: number): string =>
  total >= DESK_COUNTED_MAX ? `${DESK_COUNTED_MAX.toLocaleString("en-NG")}+` : String(total);

export const DeskPanel = ({ title, total, tone = "neutral", nothing, all, about, children }: DeskPanelProps) => (
  <Panel
    title={
      <span className="flex items-center gap-2">
        {title}
        {total > 0 && <Badge tone={tone}>{counted(total)}</Badge>}
        {total > DESK_ROWS && <span className="font-normal text-ink-soft text-sm">the first {DESK_ROWS}</span>}
      </span>
    }
    action={
      all && total > 0 ? (
        <Link to={all.to} className="font-semibold text-brand text-sm underline underline-offset-4">
          {all.label}
        </Link>
      ) : undefined
    }
    className="gap-2!"
  >
    {total > 0 && about && <p className="text-sm">{about}</p>}
    {total === 0 ? <p className="text-ink-soft text-sm">{nothing}</p> : <ul className="grid">{children}</ul>}
  </Panel>
);

interface DeskRowProps {
  to: To;
  title: string;
  /** The line below the title. */
  about: ReactNode;
  /** At the right: a clock or a time. */
  aside: ReactNode;
}

export const DeskRow = ({ to, title, about, aside }: DeskRowProps) => (
  <li className="items-start justify-between gap-3 border-line border-t py-2 first:border-t-0 sm:flex">
    <div className="min-w-0 text-sm">
      <Link
        to={to}
        dir="auto"
        className="line-clamp-2 break-words font-semibold lg:line-clamp-1 hover:text-brand hover:underline"
      >
        {title}
      </Link>
      <div className="text-ink-soft">{about}</div>
    </div>
    <div className="flex shrink-0 items-baseline gap-x-3 text-sm sm:block sm:text-right">{aside}</div>
  </li>
);
