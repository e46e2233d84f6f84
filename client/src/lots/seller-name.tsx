// Names who sells a lot: the seller, or the house, by the name that is on its invoices. Until that is known, there
// is an empty place of about its size.
import type { Auction } from "@jara/shared/auction";
import { sellerName } from "@jara/shared/seller-name";
import { brandName } from "../lib/brand.ts";
import { useSite } from "../lib/site.ts";

export const SellerName = ({ auction }: { auction: Pick<Auction, "seller" | "isHouseLot"> }) => {
  const site = useSite();
  if (auction.isHouseLot && !site) return <span className="inline-block w-24" />;
  return <bdi translate="no">{sellerName(auction, site?.houseName ?? brandName)}</bdi>;
};
