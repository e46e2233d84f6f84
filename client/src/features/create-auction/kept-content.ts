// This tab's storage keeps the text that the server does not have yet. The text outlives a reload, a lost connection and
// the end of the session. Nobody else may see it.
import type { LotDraftContent } from "@jara/shared/rest/lot-drafts";

export interface KeptContent {
  id: string;
  /** The revision on which the text is based. */
  revision: number;
  content: LotDraftContent;
}

const keyOf = (ownerId: string) => `unsaved-lot ${ownerId}`;

/** A browser without room or without storage keeps nothing, and the form goes on without it. */
const tryTo = <T>(act: () => T): T | null => {
  try {
    return act();
  } catch {
    return null;
  }
};

export const keepContent = (ownerId: string, kept: KeptContent): void =>
  void tryTo(() => sessionStorage.setItem(keyOf(ownerId), JSON.stringify(kept)));

export const keptContent = (ownerId: string): KeptContent | null =>
  tryTo(() => JSON.parse(sessionStorage.getItem(keyOf(ownerId)) ?? "null") as KeptContent | null);

export const forgetContent = (ownerId: string): void => void tryTo(() => sessionStorage.removeItem(keyOf(ownerId)));
