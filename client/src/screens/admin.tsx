// Admin Panel: users, their roles and balances. Says who may come here instead of leading away; a demoted administrator
// sees that at once.
import { Link, useLocation } from "react-router-dom";
import { useAuth } from "../features/session/auth-context.tsx";
import { usePageTitle } from "../lib/page-title.ts";
import { buttonClass } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";

export const Component = () => {
  usePageTitle("Admin Panel");
  const { isAuthenticated, isLoading, user } = useAuth();
  const { pathname, search } = useLocation();
  if (isLoading) return null;
  if (!isAuthenticated || !user) {
    return (
      <EmptyState
        title={<h1 className="font-bold text-lg">Authentication Required</h1>}
        action={
          <Link to="/login" state={{ from: `${pathname}${search}` }} className={buttonClass("primary")}>
            Login
          </Link>
        }
      >
        Please log in as an administrator to manage users.
      </EmptyState>
    );
  }
  if (user.role !== "admin") {
    return (
      <EmptyState
        title={<h1 className="font-bold text-lg">Access Denied: You need admin privileges to access this page</h1>}
        action={
          <Link to="/" className={buttonClass("secondary")}>
            Back to Home
          </Link>
        }
      >
        Your current role: <strong className="font-semibold text-ink">{user.role}</strong>
      </EmptyState>
    );
  }
  return (
    <div className="grid gap-6">
      <header className="grid gap-1">
        <h1 className="font-bold text-xl">Admin Panel</h1>
        <p className="text-ink-soft">
          Logged in as <strong className="font-semibold text-ink">{user.username}</strong>, role {user.role}
        </p>
      </header>
    </div>
  );
};
