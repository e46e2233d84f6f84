// Says which pages are the staff's. Staff see on them no links of bidders, no currency switch and no footer.
import { isStaff } from "@jara/shared/is-staff";
import { useLocation } from "#router";
import { useAuth } from "../features/session/auth-context.tsx";

const staffPages = /^\/(?:admin|create-auction|my-auctions)(?:\/|$)/;

/** True if a member of the staff is on a page of the staff. */
export const useIsStaffPage = (): boolean => {
  const { pathname } = useLocation();
  const { user } = useAuth();
  return isStaff(user?.role) && staffPages.test(pathname);
};
