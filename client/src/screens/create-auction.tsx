// The screen on which administrators create an auction.
import { CreateAuctionForm } from "../features/create-auction/components/create-auction-form.tsx";
import { useAuth } from "../features/session/auth-context.tsx";
import { StaffOnly } from "../features/session/components/staff-only.tsx";
import { usePageTitle } from "../lib/page-title.ts";

export const Component = () => {
  usePageTitle("Create Auction");
  const { user } = useAuth();
  return (
    <StaffOnly use="lots:edit">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <h1 className="font-bold text-xl">Create Auction</h1>
        {user && <CreateAuctionForm ownerId={user._id} />}
      </div>
    </StaffOnly>
  );
};
