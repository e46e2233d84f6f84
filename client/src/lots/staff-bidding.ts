// Returns whether the user is one of the staff and therefore may not bid. The server decides. Until the server has said
// that staff may bid, they get no bidding controls.
import { isStaff } from "@jara/shared/permissions";
import type { User } from "@jara/shared/users";
import { useSite } from "../lib/site.ts";

export const STAFF_NOTE = "Staff do not bid on this site.";

export const useIsBarredFromBidding = (user: Pick<User, "role"> | null): boolean => {
  const site = useSite();
  return isStaff(user?.role) && site?.staffMayBid !== true;
};
