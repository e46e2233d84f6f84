// The banner on every page for signed-in users whose e-mail is not verified yet.
import { useLocation } from "#router";
import { useAuth } from "../auth-context.tsx";
import { VerificationRequired } from "./verification-required.tsx";

/** These screens show the same message themselves. */
const silentOn = ["/login", "/register", "/verify-email"];

export const VerificationBanner = () => {
  const { user } = useAuth();
  const { pathname } = useLocation();
  if (!user || user.isEmailVerified || silentOn.includes(pathname)) return null;
  return (
    <div className="page pt-4">
      <VerificationRequired email={user.email} />
    </div>
  );
};
