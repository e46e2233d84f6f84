// Sends a signed-out user to the login. The login sends them back to this address.
import { useMemo } from "react";
import { Navigate, useLocation } from "#router";

export const ToLogin = () => {
  const { pathname, search, hash } = useLocation();
  // The state stays the same object from one rendering to the next. `Navigate` navigates again whenever it gets another
  // object, and a logout that goes home would then end at the login.
  const state = useMemo(() => ({ from: pathname + search + hash }), [pathname, search, hash]);
  return <Navigate to="/login" state={state} replace />;
};
