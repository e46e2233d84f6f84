// Staff and their invitations.
import { messageAnswer } from "../rest/common.ts";
import {
  acceptInvitationAnswer,
  acceptInvitationBody,
  INVITATION_DAYS,
  type Invitation,
  invitationAnswer,
  invitationsAnswer,
  inviteBody,
  staffAnswer,
} from "../rest/invitations.ts";
import { callsIn, idParams } from "./call.ts";
import { other } from "./costs.ts";
import { seller } from "./samples.ts";

const call = callsIn("Staff");

const email = "kemi@example.ng";

const invitation: Invitation = {
  _id: "4c9b8f6e-1d2a-4b3c-9e8f-7a6b5c4d3e2f",
  email,
  role: "cashier",
  invitedBy: seller,
  isExpired: false,
  createdAt: "2026-11-21T09:41:12.310Z",
  expiresAt: "2026-11-28T09:41:12.310Z",
};

export const listStaff = call({
  route: "GET /api/admin/staff",
  access: "staff:invite",
  summary: "Everybody with a role of the staff, the highest role first",
  answer: staffAnswer,
  examples: { answer: { staff: [{ ...seller, email: "jara@example.ng", role: "admin", isBanned: false }] } },
});

export const listInvitations = call({
  route: "GET /api/admin/invitations",
  access: "staff:invite",
  summary: "Invitations that nobody has accepted yet, newest first",
  answer: invitationsAnswer,
  examples: { answer: { invitations: [invitation] } },
});

export const invite = call({
  route: "POST /api/admin/invitations",
  access: "staff:invite",
  summary: "Invite an e-mail address to the staff",
  description:
    `The address gets a link that works once, within ${INVITATION_DAYS} days. A new invitation of an address voids ` +
    "the earlier one; one with a role that the caller may not invite stays, and the call is refused (403). A manager " +
    "may invite cataloguers and cashiers, an administrator everybody. The answer does not tell whether the address " +
    "has an account.",
  body: inviteBody,
  answer: invitationAnswer,
  status: 201,
  limit: 50,
  examples: { body: { email, role: "cashier" }, answer: { invitation } },
});

export const withdrawInvitation = call({
  route: "DELETE /api/admin/invitations/:id",
  access: "staff:invite",
  summary: "Take an invitation back, so that its link does not work any more",
  params: idParams,
  answer: messageAnswer,
  proof: "none",
  examples: { answer: { message: "The invitation is taken back. Its link does not work any more." } },
});

export const acceptInvitation = call({
  route: "POST /api/auth/accept-invitation",
  // The link in the mail carries its own secret. A token is read if there is one.
  access: "anyone",
  readsToken: true,
  tag: "Accounts",
  summary: "Accept an invitation to the staff with the link of the e-mail",
  description:
    "Somebody who is signed in sends the token alone, and must be signed in with the invited address: a link that was " +
    "forwarded is refused with VERIFICATION_FAILED, like one that is wrong, used, taken back or too old. Somebody " +
    "without an account also gives the name and the password of the new one. If the address has an account, the " +
    "answer is the same, nothing changes, and its owner gets an e-mail.",
  body: acceptInvitationBody,
  answer: acceptInvitationAnswer,
  limit: 50,
  cost: other(8),
  examples: {
    body: { token: "q3V1X8y2mZ4kP7sR9tB6wD5fH1jL0nC3vG8xK2aE4uY", username: "kemi", password: "four unlikely words" },
    answer: {
      message: "Done. Please log in with the invited email address.",
      role: null,
    },
  },
});
