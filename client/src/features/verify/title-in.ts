/** The title of the lot in a proof file, which anybody may have written. */
export const titleIn = (text: string): string | null => {
  try {
    const file = JSON.parse(text) as { lot?: { lot?: { title?: unknown } } } | null;
    const title = file?.lot?.lot?.title;
    return typeof title === "string" ? title.slice(0, 200) : null;
  } catch {
    return null;
  }
};
