// Shows the effect of a change on a value: each line before and after.
import type { ChangedLine } from "./forms.ts";

export const Changes = ({ lines }: { lines: readonly ChangedLine[] }) =>
  lines.length === 0 ? (
    <p className="text-ink-soft text-sm">Nothing changes.</p>
  ) : (
    <dl className="grid gap-2 text-sm">
      {lines.map(({ label, before, after }) => (
        <div key={label} className="grid gap-x-4 sm:grid-cols-[10rem_minmax(0,1fr)]">
          <dt className="font-semibold">{label}</dt>
          <dd className="grid [overflow-wrap:anywhere]">
            {before !== null && (
              <del className="line-clamp-6 whitespace-pre-line text-ink-soft">
                <span className="sr-only">before: </span>
                {before}
              </del>
            )}
            {after === null ? (
              <span>removed</span>
            ) : (
              <ins className="line-clamp-6 whitespace-pre-line no-underline">
                <span className="sr-only">after: </span>
                {after}
              </ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
