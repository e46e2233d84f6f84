// Guards screens for administrators: sends signed-out users to the login and back, and everybody else home. A demoted
// administrator is sent away as soon as the session learns of it.
import type { ReactNode } from "react";
import { Navigate, useLocation } from "react-router-dom";
import { useAuth } from "../auth-context.tsx";

export const AdminOnly = ({ children }: { children: ReactNode }) => {
  const { isAuthenticated, isLoading, user } = useAuth();
  const { pathname, search } = useLocation();
  if (isLoading) return null;
  if (!isAuthenticated) return <Navigate to="/login" state={{ from: `${pathname}${search}` }} replace />;
  if (user?.role !== "admin") return <Navigate to="/" replace />;
  return children;
};
