// Names who sells a lot: the seller, or the house, by the name that is on its invoices. Says nothing until that is known.
import type { Auction } from "@jara/shared/auction";
import { sellerName } from "@jara/shared/seller-name";
import { brandName } from "../lib/brand.ts";
import { useSite } from "../lib/site.ts";

export const SellerName = ({ auction }: { auction: Pick<Auction, "seller" | "isHouseLot"> }) => {
  const site = useSite();
  if (auction.isHouseLot && !site) return null;
  return <bdi translate="no">{sellerName(auction, site?.houseName ?? brandName)}</bdi>;
};
