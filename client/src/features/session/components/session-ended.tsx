// On the login page: says why the server ended the session.
import { useEffect } from "react";
import { Link } from "#router";
import { dismissEndToast, endWords } from "../../../lib/end-session.ts";
import { useSession } from "../../../store/session.ts";
import { Notice } from "../../../ui/notice.tsx";

export const SessionEnded = () => {
  const endedBecause = useSession((session) => session.endedBecause);
  useEffect(() => {
    if (endedBecause !== null) dismissEndToast();
  }, [endedBecause]);
  if (endedBecause === null) return null;
  return (
    <Notice tone="warning">
      <p>{endWords[endedBecause]} Please log in again.</p>
      {endedBecause !== "expired" && (
        <p className="mt-1">
          If you did not end it yourself,{" "}
          <Link to="/forgot-password" className="font-semibold text-brand underline underline-offset-4">
            set a new password
          </Link>
          .
        </p>
      )}
    </Notice>
  );
};
