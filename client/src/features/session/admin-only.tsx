// Screens for administrators: signed out leads to the login and back, everybody else home. A demoted administrator is
// led away at once, as the session hears of it.
import type { ReactNode } from "react";
import { Navigate, useLocation } from "react-router-dom";
import { useAuth } from "./auth-context.tsx";

export const AdminOnly = ({ children }: { children: ReactNode }) => {
  const { isAuthenticated, isLoading, user } = useAuth();
  const { pathname, search } = useLocation();
  if (isLoading) return null;
  if (!isAuthenticated) return <Navigate to="/login" state={{ from: `${pathname}${search}` }} replace />;
  if (user?.role !== "admin") return <Navigate to="/" replace />;
  return children;
};
