// Names the roles for sentences of mails and notifications.
import type { Role } from "@jara/shared/permissions";

export const roleWords: Readonly<Record<Role, string>> = {
  user: "a user",
  cataloguer: "a cataloguer",
  cashier: "a cashier",
  manager: "a manager",
  admin: "an administrator",
};

/** The title of the mail and the notification about another role. */
export const roleChangedTitle = ({ from, to }: { readonly from: Role; readonly to: Role }): string => {
  if (to === "user") return "You do not belong to the staff any more";
  return from === "user" ? "You belong to the staff now" : "Your role on the staff was changed";
};
