// Parses the Range header. It accepts one range; any other header gets the whole file, as RFC 9110 allows.
import type { ByteRange } from "./storage/media-storage.ts";

export const parseRange = (header: string | undefined): ByteRange | undefined => {
  const [, first = "", last = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? "") ?? [];
  if (first === "" && last === "") return undefined;
  if (first === "") return { last: Number(last) };
  if (last !== "" && Number(last) < Number(first)) return undefined;
  return { start: Number(first), end: last === "" ? null : Number(last) };
};
