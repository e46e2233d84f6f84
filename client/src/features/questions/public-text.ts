// Says what contact details mean in words that everybody will read.
import { contactDetailIn, contactHeld, contactRefusal } from "@jara/shared/contact-details";

/** The reason why an answer may not be published; null if it may. */
export const answerError = (text: string): string | null => {
  const kind = contactDetailIn(text);
  return kind && contactRefusal(kind);
};

/** Says that staff check a question before anybody else reads it; null if nothing in it looks like a contact detail. */
export const heldNote = (text: string): string | null => {
  const kind = contactDetailIn(text);
  return kind && contactHeld(kind);
};
