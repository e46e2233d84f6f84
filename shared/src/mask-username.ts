/** The public sees the first and the last letter, `a***e`. The number of stars does not depend on the length. */
export const maskUsername = (username: string): string => {
  const letters = Array.from(username);
  return `${letters[0] ?? ""}***${letters.at(-1) ?? ""}`;
};
