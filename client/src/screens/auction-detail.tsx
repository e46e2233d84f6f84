// The auction's page: loading, not found, failed to load, or the lot itself.
import { useParams } from "#router";
import { LastSeenLot } from "../features/offline/last-seen-lot.tsx";
import { useAuth } from "../features/session/auth-context.tsx";
import { usePageTitle } from "../lib/page-title.ts";
import { useLiveAuction } from "../live/live.ts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { BackButton } from "./auction-detail/back-button.tsx";
import { LotPage } from "./auction-detail/lot-page.tsx";
import { NotThere } from "./not-there.tsx";

export const Component = () => {
  const { id = "" } = useParams();
  const { user } = useAuth();
  const { view, status, retry } = useLiveAuction(id);
  if (status === "not-found") {
    return (
      <NotThere title="Auction not found" words="It may have been removed, or the link is not complete.">
        <BackButton>Back to Auctions</BackButton>
      </NotThere>
    );
  }
  // Remounts for another auction or another user, so that no typed text or answer carries over.
  if (view) return <LotPage key={`${id} ${user?._id ?? ""}`} view={view} />;
  return status === "error" ? <NotLoaded auctionId={id} onRetry={retry} /> : <Loading />;
};

const NotLoaded = ({ auctionId, onRetry }: { auctionId: string; onRetry: () => void }) => {
  usePageTitle("Auction");
  const again = (
    <Button variant="secondary" size="sm" onClick={onRetry}>
      Try again
    </Button>
  );
  return (
    <div className="grid justify-items-start gap-4 py-8">
      <BackButton>Back</BackButton>
      <LastSeenLot auctionId={auctionId} action={again}>
        <Notice tone="error" title="Failed to load auction details" className="w-full" action={again}>
          Check your connection.
        </Notice>
      </LastSeenLot>
    </div>
  );
};

const Loading = () => {
  usePageTitle("Auction");
  return (
    <div className="grid gap-4">
      <p role="status" className="sr-only">
        Loading auction...
      </p>
      <Skeleton className="h-9 w-2/3" />
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-8">
        <Skeleton className="aspect-[4/3] w-full" />
        <Skeleton className="h-96 w-full" />
      </div>
    </div>
  );
};
