// A page of plain text in one readable column. `coming` marks a text that is not final yet.
import type { ReactNode } from "react";
import { cx } from "../lib/cx.ts";
import { usePageTitle } from "../lib/page-title.ts";
import { Notice } from "./notice.tsx";

/** The style of lists, links and emphasis inside running text. */
export const prose = cx(
  "grid max-w-prose gap-3 [&_b]:font-semibold [&_ul]:grid [&_ul]:list-disc [&_ul]:gap-2 [&_ul]:pl-5",
  "[&_a]:font-semibold [&_a]:text-brand [&_a]:underline [&_a]:underline-offset-4",
);

export const TextPage = ({ title, coming, children }: { title: string; coming: string; children: ReactNode }) => {
  usePageTitle(title);
  return (
    <article className="grid gap-6 pt-2 md:pt-4">
      <h1 className="font-bold text-xl">{title}</h1>
      <Notice className="max-w-prose">{coming}</Notice>
      <div className={prose}>{children}</div>
    </article>
  );
};
