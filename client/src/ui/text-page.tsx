// A page of plain text in one readable column.
import type { ReactNode } from "react";
import { cx } from "../lib/cx.ts";
import { usePageTitle } from "../lib/page-title.ts";

/** The style of lists, links and emphasis inside running text. */
export const prose = cx(
  "grid max-w-prose gap-3 [&_b]:font-semibold [&_li]:pl-1 [&_ol]:grid [&_ol]:list-decimal [&_ol]:gap-2 [&_ol]:pl-5",
  "[&_ul]:grid [&_ul]:list-disc [&_ul]:gap-2 [&_ul]:pl-5 [&_ul]:marker:text-ink-soft",
  "[&_a]:font-semibold [&_a]:text-brand [&_a]:underline [&_a]:underline-offset-4",
);

export const TextPage = ({ title, intro, children }: { title: string; intro?: string; children: ReactNode }) => {
  usePageTitle(title);
  return (
    <article className="grid grid-cols-[minmax(0,1fr)] gap-6 pt-2 md:pt-4">
      <div className="grid gap-2">
        <h1 className="font-bold text-xl lg:text-2xl">{title}</h1>
        {intro && <p className="max-w-prose text-ink-soft">{intro}</p>}
      </div>
      {children}
    </article>
  );
};
