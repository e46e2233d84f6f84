// The pages that the Admin Panel shows to people who may not open it.
import type { Role } from "@jara/shared/permissions";
import type { ReactNode } from "react";
import { Link } from "#router";
import { buttonClass } from "../../../ui/button.tsx";

/** `from`: the address to return to after login. */
export const AuthenticationRequired = ({ from }: { from: string }) => (
  <AccessRefused
    title="Authentication Required"
    action={
      <Link to="/login" state={{ from }} className={buttonClass("primary")}>
        Login
      </Link>
    }
  >
    Please log in as an administrator to manage users.
  </AccessRefused>
);

export const AccessDenied = ({ role }: { role: Role }) => (
  <AccessRefused
    title="Access Denied: You need admin privileges to access this page"
    action={
      <Link to="/" className={buttonClass("secondary")}>
        Back to Home
      </Link>
    }
  >
    Your current role: <strong className="font-semibold text-ink">{role}</strong>
  </AccessRefused>
);

const AccessRefused = ({ title, action, children }: { title: string; action: ReactNode; children: ReactNode }) => (
  <div role="alert" className="mx-auto grid max-w-md justify-items-center gap-4 py-16 text-center">
    <h1 className="font-bold text-lg">{title}</h1>
    <p className="text-ink-soft">{children}</p>
    {action}
  </div>
);
