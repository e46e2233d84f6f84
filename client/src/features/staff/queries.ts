// The requests about the staff: the list, a change of a role, invitations, and the acceptance of one.
import * as staffCalls from "@jara/shared/calls/staff";
import * as usersCalls from "@jara/shared/calls/users";
import type { Role, StaffRole } from "@jara/shared/permissions";
import { queryOptions } from "@tanstack/react-query";
import { ask } from "../../lib/api.ts";

export const staffQuery = queryOptions({
  queryKey: ["staff"],
  queryFn: ({ signal }) => ask(staffCalls.listStaff, { signal }),
});

export const invitationsQuery = queryOptions({
  queryKey: ["invitations"],
  queryFn: ({ signal }) => ask(staffCalls.listInvitations, { signal }),
});

export const invite = (body: { email: string; role: StaffRole }) =>
  ask(staffCalls.invite, { body: { ...body, email: body.email.trim().toLowerCase() } });

export const takeBack = (id: string) => ask(staffCalls.withdrawInvitation, { params: { id } });

/** `seen`: the role that was shown. The server refuses the change if the member has another one. */
export const setStaffRole = ({ _id, role, seen }: { _id: string; role: Role; seen: Role }) =>
  ask(usersCalls.setRole, { params: { id: _id }, body: { role, seen } });

/** Without name and password: for the account that is signed in. */
export const acceptInvitation = (body: { token: string; username?: string; password?: string }) =>
  ask(staffCalls.acceptInvitation, { body });
