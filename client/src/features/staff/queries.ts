// The requests about the staff: the list, a change of a role, invitations, and the acceptance of one.
import type { Role, StaffRole } from "@jara/shared/permissions";
import type { Invitation, StaffMember } from "@jara/shared/rest/invitations";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";

export const staffQuery = queryOptions({
  queryKey: ["staff"],
  queryFn: ({ signal }) => api.get<{ staff: StaffMember[] }>("/admin/staff", undefined, signal),
});

export const invitationsQuery = queryOptions({
  queryKey: ["invitations"],
  queryFn: ({ signal }) => api.get<{ invitations: Invitation[] }>("/admin/invitations", undefined, signal),
});

export const invite = (body: { email: string; role: StaffRole }) =>
  api.post<{ invitation: Invitation }>("/admin/invitations", { ...body, email: body.email.trim().toLowerCase() });

export const takeBack = (id: string) => api.delete<{ message: string }>(`/admin/invitations/${encodeURIComponent(id)}`);

/** `seen`: the role that was shown. The server refuses the change if the member has another one. */
export const setStaffRole = ({ _id, role, seen }: { _id: string; role: Role; seen: Role }) =>
  api.put<{ user: { username: string; role: Role } }>(`/users/admin/role/${encodeURIComponent(_id)}`, { role, seen });

/** Without name and password: for the account that is signed in. */
export const acceptInvitation = (body: { token: string; username?: string; password?: string }) =>
  api.post<{ message: string; role: StaffRole | null }>("/auth/accept-invitation", body);
