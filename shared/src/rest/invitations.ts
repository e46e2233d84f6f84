// Schemas of the REST calls that invite people to the staff and accept an invitation.
import * as z from "zod/mini";
import { roles, staffRoles } from "../permissions.ts";
import { opaque } from "../text/kinds.ts";
import { wireTime } from "../wire-time.ts";
import { emailSchema, usernameSchema } from "./accounts.ts";
import { resetPasswordBody } from "./credentials.ts";

/** An invitation can be accepted for this time. */
export const INVITATION_DAYS = 7;

const person = z.object({ _id: z.string(), username: z.string() });

export const inviteBody = z.strictObject({ email: emailSchema, role: z.enum(staffRoles) });
/** The answer does not reveal whether the address has an account. */
export const invitationSchema = z.object({
  _id: z.string(),
  email: z.string(),
  role: z.enum(roles),
  invitedBy: person,
  createdAt: wireTime,
  expiresAt: wireTime,
  isExpired: z.boolean(),
});
export type Invitation = z.infer<typeof invitationSchema>;
export const invitationAnswer = z.object({ invitation: invitationSchema });

/** One of the staff. */
export const staffMemberSchema = z.object({
  _id: z.string(),
  username: z.string(),
  email: z.string(),
  role: z.enum(staffRoles),
  isBanned: z.boolean(),
});
export type StaffMember = z.infer<typeof staffMemberSchema>;
/** The highest role first, then by name. */
export const staffAnswer = z.object({ staff: z.array(staffMemberSchema) });
/** Those that wait, newest first. */
export const invitationsAnswer = z.object({ invitations: z.array(invitationSchema) });

/**
 * `token` comes from the link in the mail. A person without an account gives the name and the password of the new one. A
 * person who is signed in gives neither.
 */
export const acceptInvitationBody = z.strictObject({
  token: opaque(200).check(z.minLength(1)),
  username: z.optional(usernameSchema),
  password: z.optional(resetPasswordBody.shape.password),
});
/** `role`: the caller's new role; null for somebody who is not signed in and has to log in now. */
export const acceptInvitationAnswer = z.object({ message: z.string(), role: z.nullable(z.enum(staffRoles)) });
