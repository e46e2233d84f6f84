// Refuses auctions whose media do not exist.
import type { Media } from "@jara/shared/auction";
import type { InvalidIssue } from "@jara/shared/errors";
import { refuse } from "./refused.ts";

/**
 * Returns an issue for every item that is neither an upload of ours nor an https address, or that has another type than
 * stated.
 */
export type MediaCheck = (media: readonly Media[]) => Promise<InvalidIssue[]>;

/** Throws INVALID where the check finds an issue. */
export const refuseUnknownMedia = async (mediaCheck: MediaCheck, media: readonly Media[] = []): Promise<void> => {
  const issues = await mediaCheck(media);
  const [first] = issues;
  if (first) refuse("INVALID", { message: `Some of the media cannot be used: one ${first.message}.`, issues });
};
