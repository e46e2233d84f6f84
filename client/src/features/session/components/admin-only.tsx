// Guards screens for administrators: sends signed-out users to the login and back, and everybody else home. A demoted
// administrator is sent away as soon as the session learns of it. One who must set up two-step verification first is told so.
import type { ReactNode } from "react";
import { Navigate } from "react-router-dom";
import { useIsFactorMissing } from "../../../lib/factor-missing.ts";
import { useAuth } from "../auth-context.tsx";
import { FactorMissing } from "./factor-missing.tsx";
import { ToLogin } from "./to-login.tsx";

export const AdminOnly = ({ children }: { children: ReactNode }) => {
  const { isAuthenticated, isLoading, user } = useAuth();
  const isFactorMissing = useIsFactorMissing();
  if (isLoading) return null;
  if (!isAuthenticated) return <ToLogin />;
  if (user?.role !== "admin") return <Navigate to="/" replace />;
  return isFactorMissing ? <FactorMissing /> : children;
};
