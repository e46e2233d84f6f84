// A list of sales, each with its state, its number of lots and the time that counts next.

import type { Sale } from "@jara/shared/rest/sales";
import { Link } from "#router";
import { useServerNow } from "../../../connection/use-server-now.ts";
import { lotsWords } from "../../../lots/lots-words.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Picture } from "../../../ui/picture.tsx";
import { stateOf, whenOf } from "../sale-words.ts";

export const SaleList = ({ sales, pathOf }: { sales: readonly Sale[]; pathOf: (sale: Sale) => string }) => {
  const nowMs = useServerNow(30_000);
  return (
    <ul className="grid gap-3 lg:grid-cols-2">
      {sales.map((sale) => {
        const { words, tone } = stateOf(sale, nowMs);
        return (
          <li
            key={sale._id}
            className="relative grid grid-cols-[minmax(0,1fr)] content-start gap-2 rounded-box border border-line bg-surface p-4 transition-colors duration-150 hover:border-line-strong has-[a:focus-visible]:outline-3 has-[a:focus-visible]:outline-brand"
          >
            <div className="flex flex-col-reverse items-start gap-1 sm:flex-row sm:justify-between sm:gap-2">
              <h3 dir="auto" className="min-w-0 flex-1 font-semibold [overflow-wrap:anywhere]">
                <Link to={pathOf(sale)} className="outline-none after:absolute after:inset-0 after:content-['']">
                  {sale.title}
                </Link>
              </h3>
              <Badge tone={tone}>{words}</Badge>
            </div>
            {sale.picture && (
              <Picture
                src={sale.picture}
                alt=""
                sizes="(min-width: 64rem) 36rem, 100vw"
                className="aspect-[3/1] w-full rounded-box"
              />
            )}
            {sale.description && (
              <p dir="auto" className="line-clamp-2 text-ink-soft text-sm">
                {sale.description}
              </p>
            )}
            <p className="tabular flex flex-wrap gap-x-3 text-sm">
              <span>{whenOf(sale, nowMs)}</span>
              {sale.lotCount > 0 && <span className="text-ink-soft">{lotsWords(sale.lotCount)}</span>}
            </p>
          </li>
        );
      })}
    </ul>
  );
};
