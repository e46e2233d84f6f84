// The words of mails to staff about invitations, about another role, and about the settings of the site.
import { permissionWords } from "@jara/shared/permission-words";
import { isStaff, permissionsOf, type StaffRole } from "@jara/shared/permissions";
import { siteSettings } from "@jara/shared/site-settings";
import { writtenLagosTime } from "../../../platform/lib/lagos-time.ts";
import { roleChangedTitle, roleWords } from "../../../platform/lib/role-words.ts";
import type { MailData } from "../../../platform/outbox/mails.ts";
import type { Templates } from "./words.ts";

const duties = (role: StaffRole): string =>
  `${permissionsOf(role)
    .map((one) => permissionWords[one])
    .join("; ")}.`;

const invitationLink = (publicUrl: string, { token }: { token: string }): string =>
  `${publicUrl}/invitation?token=${encodeURIComponent(token)}`;

const settingWords = (
  { what, dueAt }: MailData["setting-changed"],
  section: string,
  who: string,
): { subject: string; sentence: string } => {
  switch (what) {
    case "changed":
      return { subject: "A setting was changed", sentence: `${who} changed “${section}” of the site.` };
    case "asked":
      return {
        subject: "A change is waiting",
        sentence:
          dueAt === null
            ? `${who} wants to change “${section}”. Another administrator must approve it.`
            : `${who} wants to change “${section}”. It is carried out on ${writtenLagosTime(dueAt)}, unless somebody cancels it.`,
      };
    case "approved":
      return {
        subject: "A setting was changed",
        sentence: `${who} approved the change of “${section}”. It is in force.`,
      };
    case "cancelled":
      return {
        subject: "A change was cancelled",
        sentence: `${who} cancelled the waiting change of “${section}”.`,
      };
    case "carried-out":
      return { subject: "A setting was changed", sentence: `The waiting change of “${section}” is in force now.` };
    default:
      return what satisfies never;
  }
};

/** By kind. */
export const staffTemplates: Templates<
  "staff-invitation" | "staff-invitation-log-in" | "staff-joined" | "staff-welcome" | "role-changed" | "setting-changed"
> = {
  "staff-invitation": (data, site) => ({
    subject: `Join the staff of ${site.brandName}`,
    heading: `You are invited to the staff of ${site.brandName}`,
    blocks: [
      { paragraph: `You are invited to work here as ${roleWords[data.role]}. You may then ${duties(data.role)}` },
      { paragraph: "Staff do not bid on this site." },
      { action: "Accept the invitation", url: invitationLink(site.publicUrl, data) },
      {
        paragraph: `The link works once, until ${writtenLagosTime(data.expiresAt)}. Do not forward it. If this address has an account here, log in with it first.`,
      },
    ],
    reason: `You get this email because somebody of ${site.brandName} invited this address. If you do not know why, ignore it.`,
  }),

  "staff-invitation-log-in": (_data, site) => ({
    subject: `Log in to accept the invitation of ${site.brandName}`,
    heading: "Log in to accept the invitation",
    blocks: [
      {
        paragraph:
          "Somebody opened your invitation to the staff without logging in. This address has an account, so nothing was changed.",
      },
      { paragraph: "If that was you, log in with this address first, and then open the link of the invitation again:" },
      { action: "Log in", url: `${site.publicUrl}/login` },
      { paragraph: "If that was not you, somebody else has your invitation's link. They cannot use it." },
    ],
    reason: `You get this email because this address was invited to the staff of ${site.brandName}.`,
  }),

  "staff-joined": ({ username, role }, site) => ({
    subject: "Your invitation to the staff was accepted",
    heading: "Your invitation was accepted",
    blocks: [
      { paragraph: `${username} is now ${roleWords[role]} of ${site.brandName}.` },
      { action: "See the staff", url: `${site.publicUrl}/admin/staff` },
    ],
    reason: `You get this email because you invited somebody to the staff of ${site.brandName}.`,
  }),

  "setting-changed": (data, site) => {
    const section = siteSettings[data.section].label;
    const who = data.by ?? "The server’s environment";
    const words = settingWords(data, section, who);
    return {
      subject: `${words.subject}: ${section}`,
      heading: `${words.subject}: ${section}`,
      blocks: [
        { paragraph: words.sentence },
        {
          facts: [
            ["When", writtenLagosTime(data.at)],
            ["Reason", data.reason],
          ],
        },
        { action: "See the settings", url: `${site.publicUrl}/admin/settings` },
        { paragraph: "If you did not expect this, cancel it there and speak with the other administrators at once." },
      ],
      reason: `You get this email because you are an administrator of ${site.brandName}, or were one in the last 24 hours.`,
    };
  },

  "staff-welcome": ({ role }, site) => ({
    subject: `You are now ${roleWords[role]} of ${site.brandName}`,
    heading: "Welcome to the staff",
    blocks: [
      { paragraph: `You are ${roleWords[role]} now. You may ${duties(role)}` },
      { paragraph: "Staff do not bid on this site." },
      { action: "Log in", url: `${site.publicUrl}/login` },
    ],
    reason: `You get this email because you accepted an invitation to the staff of ${site.brandName}.`,
  }),

  "role-changed": ({ from, to, at }, site) => ({
    subject: `${roleChangedTitle({ from, to })} (${site.brandName})`,
    heading: roleChangedTitle({ from, to }),
    blocks: [
      {
        paragraph: isStaff(to)
          ? `You are ${roleWords[to]} of ${site.brandName} now. You may ${duties(to)}`
          : `You are no longer ${roleWords[from]} of ${site.brandName}, and have no rights of the staff any more.`,
      },
      ...(isStaff(from) ? [] : [{ paragraph: "Staff do not bid on this site." }]),
      { facts: [["Time", writtenLagosTime(at)]] },
      { action: "Look at your devices", url: `${site.publicUrl}/profile/security` },
      { paragraph: "If you did not expect this, please contact our team at once:" },
      { contacts: site.contact },
    ],
    reason: `You get this email because you have an account at ${site.brandName}.`,
  }),
};
