// Names who sells a lot: the seller, or the house, by the name that is on its invoices. Until that is known, there
// is an empty place of about its size.
import type { Auction } from "@jara/shared/auction";
import { sellerName } from "@jara/shared/seller-name";
import { brandName } from "../lib/brand.ts";
import { useSite } from "../lib/site.ts";

interface SellerNameProps {
  auction: Pick<Auction, "seller" | "isHouseLot">;
}

/** The house sells its own lots, and lists those of others. */
export const SoldBy = ({ auction }: SellerNameProps) =>
  auction.isHouseLot ? (
    <>
      <SellerName auction={auction} /> sells this lot itself.
    </>
  ) : (
    <>
      <HouseName /> lists it for <SellerName auction={auction} /> after a review.
    </>
  );

const HouseName = () => {
  const site = useSite();
  if (!site) return <span className="inline-block w-24" />;
  return <bdi translate="no">{site.houseName ?? brandName}</bdi>;
};

export const SellerName = ({ auction }: SellerNameProps) =>
  auction.isHouseLot ? <HouseName /> : <bdi translate="no">{sellerName(auction, brandName)}</bdi>;
