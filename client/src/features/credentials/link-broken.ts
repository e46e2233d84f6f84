// Recognises the answer to a link that is wrong, used or too old.
import { ApiError } from "../../lib/api.ts";

export const isLinkBroken = (error: unknown): boolean =>
  error instanceof ApiError && error.code === "VERIFICATION_FAILED";
