// Returns whether the user runs the site and therefore may not bid on it. The server decides. Until the server has
// said that staff may bid, an administrator gets no bidding controls.
import type { User } from "@jara/shared/users";
import { useSite } from "../lib/site.ts";

export const STAFF_NOTE = "Administrators do not bid on this site.";

export const useIsBarredFromBidding = (user: Pick<User, "role"> | null): boolean => {
  const site = useSite();
  return user?.role === "admin" && site?.staffMayBid !== true;
};
