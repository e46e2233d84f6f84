// A user's role as a label.
import type { Role } from "@jara/shared/permissions";
import { Badge } from "../../../ui/badge.tsx";

export const roleNames: Record<Role, string> = { user: "User", admin: "Admin" };

export const RoleBadge = ({ role }: { role: Role }) => (
  <Badge tone={role === "admin" ? "brand" : "outline"}>{roleNames[role]}</Badge>
);
