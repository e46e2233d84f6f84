// What a file was called where it came from, cleaned for showing. It is text and never part of a path.
import { ORIGINAL_NAME_MAX } from "@jara/shared/media";

const unshown = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\uFFFD]/gu;

/** No folders, no control or direction characters, no halves of surrogates; "file" where nothing is left. */
export const cleanOriginalName = (given: string | undefined): string => {
  const name = (given ?? "").split(/[/\\]/).at(-1) ?? "";
  const short = name.replace(unshown, "").trim().slice(0, ORIGINAL_NAME_MAX);
  return short.replace(/\p{Cs}$/u, "") || "file";
};
