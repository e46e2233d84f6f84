// The fields that the server refused in a lot's form, with its messages.
import { ApiError } from "../../lib/api.ts";
import type { FieldName } from "./lot-form.ts";

/** `names`: the fields of the form. */
export const refusedFields = (error: unknown, names: readonly FieldName[]): [FieldName, string][] => {
  if (!(error instanceof ApiError)) return [];
  if (error.code === "END_TIME_PASSED" || error.code === "AUCTION_ENDED") return [["endTime", error.message]];
  return (error.body?.issues ?? []).flatMap(({ path, message }) => {
    if (path.startsWith("softClose"))
      return [[path.endsWith("capMinutes") ? "softCloseCap" : "softCloseWindow", message]];
    const name = names.find((field) => field === path || path.startsWith(`${field}.`));
    return name ? [[name, message.replace(/^./, (letter) => letter.toUpperCase())]] : [];
  });
};
