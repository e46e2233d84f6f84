// Keeps the auctions in the rows of a list live.
import type { Auction } from "@jara/shared/auction";
import { useLiveAuctions } from "./live.ts";

/** Returns the rows with their auctions as they are now, without the rows whose auction was removed. */
export const useLiveRows = <Row extends { readonly auction: Auction }>(rows: readonly Row[] | undefined): Row[] => {
  const auctions = useLiveAuctions<Row["auction"]>(rows?.map(({ auction }) => auction));
  const live = new Map(auctions.map((auction) => [auction._id, auction]));
  return (rows ?? []).flatMap((row) => {
    const auction = live.get(row.auction._id);
    return auction ? [{ ...row, auction }] : [];
  });
};
