// Whether the reader is one of the people who run the site, and so places no bids on it. The server decides; until it has
// said that its staff may bid, an administrator is offered nothing.
import type { User } from "@jara/shared/users";
import { useSite } from "../lib/site.ts";

export const STAFF_NOTE = "Administrators do not bid on this site.";

export const useIsBarredFromBidding = (user: Pick<User, "role"> | null): boolean => {
  const site = useSite();
  return user?.role === "admin" && site?.staffMayBid !== true;
};
