// Returns the state of a link to Login or Register, so that both lead back to this page.
import { useLocation } from "#router";

/** Pages to which a log-in does not lead back. */
const accountPage = /^\/(login|register|invitation|(forgot|reset)-password|(confirm|undo)-email-change)$/;

export const useWayBack = (): { from: string } | undefined => {
  const { pathname, search, hash } = useLocation();
  return accountPage.test(pathname) ? undefined : { from: pathname + search + hash };
};
