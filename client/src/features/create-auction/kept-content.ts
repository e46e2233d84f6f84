// This tab's storage keeps the text that the server does not have yet. It outlives a reload, a lost connection and a
// session that expired.
import type { LotDraftContent } from "@jara/shared/rest/lot-drafts";
import { ownEntry } from "../../lib/own-storage.ts";

export interface KeptContent {
  id: string;
  /** The revision on which the text is based. */
  revision: number;
  content: LotDraftContent;
}

export const keptContent = ownEntry<KeptContent>("sessionStorage", "unsaved-lot");
