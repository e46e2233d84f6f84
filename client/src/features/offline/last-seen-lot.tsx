// One lot without a connection, as this browser saw it last. There is nothing to bid with.

import { formatLagosTime } from "@jara/shared/time";
import type { ReactNode } from "react";
import { ownerOf } from "../../lib/own-storage.ts";
import { useSession } from "../../store/session.ts";
import { Picture } from "../../ui/picture.tsx";
import { NoConnection } from "./no-connection.tsx";
import { readSeenLots, type SeenLot } from "./seen-lots.ts";
import { SeenPrice } from "./seen-price.tsx";

interface LastSeenLotProps {
  auctionId: string;
  /** Beside the notice that there is no connection. */
  action: ReactNode;
  /** Shown instead if this browser did not see the lot. */
  children: ReactNode;
}

export const LastSeenLot = ({ auctionId, action, children }: LastSeenLotProps) => {
  const owner = useSession(ownerOf);
  const lot = readSeenLots(owner).find(({ _id }) => _id === auctionId);
  if (!lot) return children;
  return (
    <div className="grid w-full grid-cols-[minmax(0,1fr)] gap-4">
      <NoConnection action={action}>This lot is as you saw it last, and its price may have moved.</NoConnection>
      <h1 dir="auto" className="font-bold text-lg md:text-xl">
        {lot.title}
      </h1>
      <div className="grid gap-4 md:grid-cols-[minmax(0,1fr)_20rem] md:gap-6">
        <Picture
          src={lot.imageUrl}
          alt={lot.title}
          className="aspect-[4/3] w-full rounded-box border border-line object-contain"
        />
        <dl className="grid content-start gap-3 rounded-box border border-line bg-surface p-4">
          <Fact name="Price">
            <SeenPrice lot={lot} className="text-xl" />
          </Fact>
          <Fact name="Bids">{String(lot.bidCount)}</Fact>
          <Fact name={endWord(lot)}>{formatLagosTime(lot.endTime)}</Fact>
        </dl>
      </div>
      <p dir="auto" className="max-w-prose whitespace-pre-line [overflow-wrap:anywhere]">
        {lot.description}
      </p>
    </div>
  );
};

/** While the lot was open, its end may have moved since. */
const endWord = ({ status }: SeenLot): string => (status === "active" || status === "paused" ? "Was to end" : "Ended");

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="grid">
    <dt className="text-ink-soft text-sm">{name}</dt>
    <dd>{children}</dd>
  </div>
);
