// Reads the e-mail address that one account screen hands to the next in the state of a link, so that it is typed once.
// It is not in the address, where logs and other sites could see it.

/** Empty if there is none. */
export const typedEmail = (state: unknown): string => {
  const email: unknown = typeof state === "object" && state !== null && "email" in state ? state.email : "";
  return typeof email === "string" ? email : "";
};
