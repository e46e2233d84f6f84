// Reads a list of strings that the browser keeps. Storage can be forbidden, or hold what another version left.

/** Empty where nothing is kept, or something else. */
export const readStrings = (key: string): string[] => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(stored) ? stored.filter((one) => typeof one === "string") : [];
  } catch {
    return [];
  }
};
