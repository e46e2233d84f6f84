// Cleans an uploaded file's original name for display. The name is text only and must never be part of a path.
import { ORIGINAL_NAME_MAX } from "@jara/shared/media";

const unshown = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\uFFFD]/gu;

/** Removes folders, control and direction characters and lone surrogates. Returns "file" if nothing is left. */
export const cleanOriginalName = (given: string | undefined): string => {
  const name = (given ?? "").split(/[/\\]/).at(-1) ?? "";
  const short = name.replace(unshown, "").trim().slice(0, ORIGINAL_NAME_MAX);
  return short.replace(/\p{Cs}$/u, "") || "file";
};
