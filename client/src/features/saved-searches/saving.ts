/** Marks the address of a search to which a reader returns from the login in order to save it. */
export const SAVING = "save";
