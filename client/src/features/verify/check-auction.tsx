// "Check this auction" on the page of a lot.
import type { Auction } from "@jara/shared/auction";
import { ShieldCheck } from "lucide-react";
import { Link } from "#router";
import { buttonClass } from "../../ui/button.tsx";

export const CheckAuction = ({ auction: { _id } }: { auction: Pick<Auction, "_id"> }) => (
  <section
    aria-labelledby="check-title"
    className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 rounded-box border border-line bg-surface p-4 print:hidden"
  >
    <div className="grid min-w-56 flex-1 gap-1">
      <h2 id="check-title" className="flex items-center gap-2 font-bold">
        <ShieldCheck aria-hidden className="size-5 text-brand" />
        Check it yourself
      </h2>
      <p className="text-ink-soft text-sm">
        We record each bid, each change and the end of this lot in public. Your own device can check that nobody changed
        anything later.
      </p>
    </div>
    <Link to={`/verify?auction=${_id}`} className={buttonClass("secondary", "sm")}>
      Check this auction
    </Link>
  </section>
);
