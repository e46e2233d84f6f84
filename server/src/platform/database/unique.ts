// Finds out which constraint, or which unique field of an account, a driver's error is about.
export type TakenField = "email address" | "username" | "Google account";

const fieldByConstraint: Record<string, TakenField> = {
  users_email_key: "email address",
  users_username_key: "username",
  username_skeletons_pkey: "username",
  users_google_key: "Google account",
};

/** True if the driver reports that a row breaks the unique constraint or index, or the check, of this name. */
export const isViolationOf = (error: unknown, name: string): boolean => {
  const { code, constraint_name, constraint } = error as Record<string, string | undefined>;
  return (code === "23505" || code === "23514") && (constraint_name ?? constraint) === name;
};

/** Null for any other error. */
export const takenField = (error: unknown): TakenField | null => {
  const { code, constraint_name, constraint } = error as Record<string, string | undefined>;
  return code === "23505" ? (fieldByConstraint[constraint_name ?? constraint ?? ""] ?? null) : null;
};
