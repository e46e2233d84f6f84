// Says at the log-in that the session lasts only as long as the page, where the browser keeps nothing: storage can be
// full, switched off with the cookies, or forbidden.
import { useSession } from "../../store/session.ts";
import { toast } from "../../store/toast.ts";

const isKept = (token: string): boolean => {
  try {
    return localStorage.getItem("token") === token;
  } catch {
    return false;
  }
};

/** Follows log-ins until the returned function is called. */
export const followKeeping = (): (() => void) =>
  useSession.subscribe(({ token }, before) => {
    if (token === null || token === before.token || isKept(token)) return;
    toast.warning("This browser keeps nothing for this site", {
      id: "kept-nowhere",
      description:
        "You are logged in until you reload or close this page. To stay logged in, allow cookies and site data.",
    });
  });
