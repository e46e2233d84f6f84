// The lot that a card is about: its picture and its title, as a link to its page.
import { numberedTitle } from "@jara/shared/sale-order";
import type { ReactNode } from "react";
import { Link } from "#router";
import { Picture } from "../../../ui/picture.tsx";

interface LotHeadingProps {
  auction: { _id: string; title: string; image: string | null };
  /** Its number in its sale ("12A"); null: none. */
  lot?: string | null;
  /** Added to the address of the lot's page. */
  query?: string;
  children?: ReactNode;
}

export const LotHeading = ({ auction, lot = null, query = "", children }: LotHeadingProps) => (
  <div className="flex items-center gap-3">
    {auction.image ? (
      <Picture src={auction.image} alt="" sizes="4rem" className="size-16 shrink-0 rounded-box" />
    ) : (
      <span aria-hidden className="size-16 shrink-0 rounded-box bg-sunken" />
    )}
    <div className="grid min-w-0 gap-1">
      <h2 dir="auto" className="line-clamp-2 font-bold text-base">
        <Link to={`/auction/${auction._id}${query}`} className="hover:underline">
          {numberedTitle(auction.title, lot)}
        </Link>
      </h2>
      {children}
    </div>
  </div>
);
