// Leads from a lot to its sale, and to the lots before and after it in the catalogue.
import type { LotSale } from "@jara/shared/rest/sales";
import { lotNumberText } from "@jara/shared/sale-order";
import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { Link } from "#router";
import { buttonClass } from "../../../ui/button.tsx";
import { textLinkClass } from "../../../ui/text-link.tsx";
import { saleOfLotQuery } from "../queries.ts";
import { TermsNote } from "./terms-note.tsx";

export const SaleOfLot = ({ auctionId }: { auctionId: string }) => {
  const sale = useQuery(saleOfLotQuery(auctionId)).data?.sale;
  return sale ? (
    <nav
      aria-label="The sale of this lot"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-box border border-line bg-surface px-4 py-2"
    >
      <p className="min-w-0">
        <span className="tabular font-semibold">Lot {lotNumberText(sale)}</span> of{" "}
        <Link to={`/sales/${sale._id}`} dir="auto" className={textLinkClass}>
          {sale.title}
        </Link>
      </p>
      <div className="flex gap-2">
        <Neighbour lot={sale.previous} side="before" />
        <Neighbour lot={sale.next} side="after" />
      </div>
      {sale.asksTerms && (
        <div className="w-full">
          <TermsNote saleId={sale._id} />
        </div>
      )}
    </nav>
  ) : null;
};

const Neighbour = ({ lot, side }: { lot: LotSale["next"]; side: "before" | "after" }) =>
  lot && (
    <Link to={`/auction/${lot.auctionId}`} className={buttonClass("secondary", "sm")}>
      {side === "before" && <ChevronLeft aria-hidden className="size-4" />}
      Lot {lotNumberText(lot)}
      {side === "after" && <ChevronRight aria-hidden className="size-4" />}
    </Link>
  );
