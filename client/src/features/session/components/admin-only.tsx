// Guards screens for administrators: sends signed-out users to the login and back, and everybody else home. A demoted
// administrator is sent away as soon as the session learns of it.
import type { ReactNode } from "react";
import { Navigate } from "react-router-dom";
import { useAuth } from "../auth-context.tsx";
import { ToLogin } from "./to-login.tsx";

export const AdminOnly = ({ children }: { children: ReactNode }) => {
  const { isAuthenticated, isLoading, user } = useAuth();
  if (isLoading) return null;
  if (!isAuthenticated) return <ToLogin />;
  if (user?.role !== "admin") return <Navigate to="/" replace />;
  return children;
};
