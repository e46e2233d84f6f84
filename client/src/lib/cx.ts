/** Joins class names and leaves out what is false, null or empty. */
export const cx = (...parts: (string | false | null | undefined)[]): string => parts.filter(Boolean).join(" ");
