// What the public sees of a username (`a***e`).

/** First and last letter, `a***e`; the number of stars does not depend on the length. */
export const maskUsername = (username: string): string => {
  const letters = Array.from(username);
  return `${letters[0] ?? ""}***${letters.at(-1) ?? ""}`;
};
