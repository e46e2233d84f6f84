// Examples of the routes of the staff: invitations and roles.
import { messageAnswer } from "@jara/shared/rest/common";
import {
  acceptInvitationAnswer,
  acceptInvitationBody,
  type Invitation,
  invitationAnswer,
  invitationsAnswer,
  inviteBody,
  staffAnswer,
} from "@jara/shared/rest/invitations";
import type * as z from "zod/mini";

const of = <S extends z.ZodMiniType>(schema: S, value: z.input<S> & z.output<S>) => ({ schema, value });

const seller = { _id: "f3a0c9d4-51f2-4a2b-8b61-77d1c8e5a902", username: "jara" };
const email = "kemi@example.ng";
const invitation: Invitation = {
  ...{ _id: "4c9b8f6e-1d2a-4b3c-9e8f-7a6b5c4d3e2f", email, role: "cashier", invitedBy: seller, isExpired: false },
  ...{ createdAt: "2026-11-21T09:41:12.310Z", expiresAt: "2026-11-28T09:41:12.310Z" },
};

export const staffExamples = {
  "GET /api/admin/staff": {
    answer: of(staffAnswer, { staff: [{ ...seller, email: "jara@example.ng", role: "admin", isBanned: false }] }),
  },
  "GET /api/admin/invitations": { answer: of(invitationsAnswer, { invitations: [invitation] }) },
  "POST /api/admin/invitations": {
    body: of(inviteBody, { email, role: "cashier" }),
    answer: of(invitationAnswer, { invitation }),
  },
  "DELETE /api/admin/invitations/:id": {
    answer: of(messageAnswer, { message: "The invitation is taken back. Its link does not work any more." }),
  },
  "POST /api/auth/accept-invitation": {
    body: of(acceptInvitationBody, {
      ...{ token: "q3V1X8y2mZ4kP7sR9tB6wD5fH1jL0nC3vG8xK2aE4uY", username: "kemi", password: "four unlikely words" },
    }),
    answer: of(acceptInvitationAnswer, {
      message: "Done. Please log in with the invited email address.",
      role: null,
    }),
  },
};
