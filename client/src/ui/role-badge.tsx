// A person's role as a label.
import type { Role } from "@jara/shared/permissions";
import { roleNames } from "../lib/role-names.ts";
import { Badge } from "./badge.tsx";

export const RoleBadge = ({ role }: { role: Role }) => (
  <Badge tone={role === "admin" ? "brand" : role === "user" ? "outline" : "amber"}>{roleNames[role]}</Badge>
);
