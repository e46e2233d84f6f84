// Cleans an uploaded file's original name for display. The name is text only and must never be part of a path.
import { ORIGINAL_NAME_MAX } from "@jara/shared/media";
import { cleanLine } from "@jara/shared/text/clean";

/** Removes folders, control and direction characters and lone surrogates. Returns "file" if nothing is left. */
export const cleanOriginalName = (given: string | undefined): string => {
  const name = (given ?? "").split(/[/\\]/).at(-1) ?? "";
  return cleanLine(cleanLine(name.replaceAll("\ufffd", "")).slice(0, ORIGINAL_NAME_MAX)) || "file";
};
