// Shows staff who make lots the links between a lot and its copies, and hides the controls that a relisted lot refuses.
import * as calls from "@jara/shared/calls/auction-management";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "#router";
import { ask } from "../../lib/api.ts";
import { useMay } from "../../ui/may.tsx";

/** The staff's list finds a lot by its id. */
const rowQuery = (auctionId: string) => ({
  queryKey: ["relist-links", auctionId],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const { auctions } = await ask(calls.listAllAuctions, { query: { search: auctionId, limit: 1 }, signal });
    return auctions.find(({ _id }) => _id === auctionId) ?? null;
  },
  staleTime: 0,
  retry: false,
});

const linkClass = "font-semibold text-brand underline underline-offset-4";

/** Shows its children unless the lot was relisted, because its copy is the lot to sell. */
export const UnlessRelisted = ({ auctionId, children }: { auctionId: string; children: ReactNode }) => {
  const { data } = useQuery({ ...rowQuery(auctionId), enabled: useMay("lots:edit") });
  return data?.relistedAs ? null : children;
};

export const RelistLinks = ({ auctionId }: { auctionId: string }) => {
  const { data } = useQuery(rowQuery(auctionId));
  if (!data?.relistedFrom && !data?.relistedAs) return null;
  return (
    <p className="flex w-full flex-wrap gap-x-4 gap-y-1 text-sm">
      {data.relistedFrom && (
        <span>
          Relisted from{" "}
          <Link to={`/auction/${data.relistedFrom._id}`} className={linkClass}>
            an earlier lot
          </Link>
        </span>
      )}
      {data.relistedAs && (
        <span>
          Relisted as{" "}
          <Link to={`/auction/${data.relistedAs._id}`} className={linkClass}>
            a new lot
          </Link>
          . This one can be neither sold nor opened again.
        </span>
      )}
    </p>
  );
};
