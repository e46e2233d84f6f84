/** The first characters of a text, without half a character at the end, which the database does not store. */
export const cut = (text: string, length: number): string => text.slice(0, length).replace(/\p{Surrogate}$/u, "");
