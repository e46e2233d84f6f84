// Loads the links for staff for staff alone, and keeps their place meanwhile.
import { isStaff } from "@jara/shared/is-staff";
import { Suspense } from "react";
import { useAuth } from "../features/session/auth-context.tsx";
import { cx } from "../lib/cx.ts";
import { late } from "../ui/late.tsx";

const AdminLinks = late(
  () => import("./admin-links.tsx"),
  ({ AdminLinks }) => AdminLinks,
);

export const LateAdminLinks = ({ className }: { className: string }) =>
  isStaff(useAuth().user?.role) ? (
    <Suspense fallback={<div className={cx("min-h-12 lg:min-h-12.75", className)} />}>
      <AdminLinks className={className} />
    </Suspense>
  ) : null;
