// The top of a sale's page: the way back to all sales, the way to its other page, its title and its state.
import type { Sale } from "@jara/shared/rest/sales";
import type { ReactNode } from "react";
import { Link } from "#router";
import { Badge } from "../../../ui/badge.tsx";
import { textLinkClass } from "../../../ui/text-link.tsx";
import { stateOf } from "../sale-words.ts";

interface SaleHeaderProps {
  sale: Sale;
  back: string;
  backText?: string;
  /** By the server's clock. */
  nowMs: number;
  children: ReactNode;
}

export const SaleHeader = ({ sale, back, backText = "All sales", nowMs, children }: SaleHeaderProps) => {
  const { words, tone } = stateOf(sale, nowMs);
  return (
    <header className="grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2 print:hidden">
        <Link to={back} className={textLinkClass}>
          {backText}
        </Link>
        {children}
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h1 dir="auto" className="font-bold text-xl [overflow-wrap:anywhere]">
          {sale.title}
        </h1>
        <Badge tone={tone}>{words}</Badge>
      </div>
    </header>
  );
};
