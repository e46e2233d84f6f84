// Reads the answers that the server wrote into the page, so that the first screen need not ask for them. Each is used
// once, soon after the page was loaded, and only by a visitor, because they say what a visitor may see.
const FRESH_MS = 10_000;

let data: Record<string, unknown> | null | undefined;

const read = (): Record<string, unknown> | null => {
  const text = document.getElementById("first-data")?.textContent;
  return text ? (JSON.parse(text) as Record<string, unknown>) : null;
};

/**
 * The answer that a visitor gets to GET `address` (below /api), or null. A user may be shown it until their own answer
 * comes.
 */
export const seeFirstData = (address: string): unknown => {
  if (performance.now() > FRESH_MS) return null;
  data ??= read();
  return data?.[address] ?? null;
};

/** The same, once. */
export const takeFirstData = (address: string): unknown => {
  const found = seeFirstData(address);
  if (found !== null) delete data?.[address];
  return found;
};
