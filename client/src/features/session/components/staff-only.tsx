// Guards screens for staff: sends signed-out people to the login and back, and users home. Staff without the permission
// read what they may do instead. A lost permission counts as soon as the session learns of it. Somebody who must set up
// two-step verification first is told so.
import { permissionWords } from "@jara/shared/permission-words";
import { isStaff, may, type Permission, type StaffRole } from "@jara/shared/permissions";
import type { ReactNode } from "react";
import { Link, Navigate } from "#router";
import { aRole, dutiesOf } from "../../../lib/role-words.ts";
import { useIsFactorMissing } from "../../../store/factor-missing.ts";
import { buttonClass } from "../../../ui/button.tsx";
import { useAuth } from "../auth-context.tsx";
import { FactorMissing } from "./factor-missing.tsx";
import { ToLogin } from "./to-login.tsx";

export const StaffOnly = ({ use, children }: { use: Permission | "staff"; children: ReactNode }) => {
  const { isAuthenticated, isLoading, user } = useAuth();
  const isFactorMissing = useIsFactorMissing();
  if (isLoading) return null;
  if (!isAuthenticated) return <ToLogin />;
  if (use === "staff" ? isStaff(user?.role) : may(user?.role, use)) {
    return isFactorMissing ? <FactorMissing /> : children;
  }
  return use !== "staff" && isStaff(user?.role) ? (
    <NotYourTask use={use} role={user.role} />
  ) : (
    <Navigate to="/" replace />
  );
};

const NotYourTask = ({ use, role }: { use: Permission; role: StaffRole }) => (
  <div role="alert" className="mx-auto grid max-w-md gap-4 py-8 md:py-16">
    <h1 className="font-bold text-xl">This page is not for your role</h1>
    <p>It is for people who may {permissionWords[use]}.</p>
    <div className="grid gap-2 rounded-box border border-line bg-surface p-4">
      <p>As {aRole[role]} you may:</p>
      <ul className="grid list-disc gap-1 pl-5">
        {dutiesOf(role).map((duty) => (
          <li key={duty}>{duty}</li>
        ))}
      </ul>
    </div>
    <p className="text-ink-soft">Ask an administrator if you need more.</p>
    <Link to="/" className={`${buttonClass("secondary")} justify-self-start`}>
      Back to Home
    </Link>
  </div>
);
