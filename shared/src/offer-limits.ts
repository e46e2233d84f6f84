// The bounds of what sellers offer, and the sentences for an offer that is not complete. No schemas, so that screens load
// it alone.

/** The least that the house needs to review an item. */
export const OFFER_PHOTOS_MIN = 10;
export const OFFER_VIDEOS_MIN = 1;
export const OFFER_PHOTOS_MAX = 30;
export const OFFER_VIDEOS_MAX = 3;
/** A person has at most this many offers that the house has not decided. */
export const OPEN_OFFERS_MAX = 10;
/** A person uploads at most this many files for offers in 24 hours. */
export const OFFER_UPLOADS_A_DAY = 200;
/**
 * Larger files for offers are sent in parts of this many bytes, so that an upload that broke off goes on where it stopped.
 */
export const OFFER_PART_BYTES = 512 * 1024;
/** A person's uploads that are not finished have at most this many bytes together: four of the largest videos. */
export const OFFER_PARTED_BYTES_MAX = 400 * 1024 * 1024;
/** At most this many agreements are proposed, listed or accepted at once. */
export const AGREEMENTS_AT_ONCE = 500;
export const OFFER_AGE_MAX = 100;
export const OFFER_MESSAGE_MAX = 1000;
export const OFFER_MESSAGES_MAX = 200;
export const DECLINE_REASON_MAX = 500;
export const CHARGES_MAX = 10;
export const CHARGE_TEXT_MAX = 100;
export const ACCEPTED_NAME_MAX = 100;

/** The commission is this share of the hammer price, unless the site's settings say otherwise. */
export const USUAL_COMMISSION_PERCENT = 10;
/** Nigerian VAT on the commission. */
export const USUAL_VAT_PERCENT = 7.5;

export const offerStatuses = ["draft", "offered", "in-review", "accepted", "declined"] as const;
export type OfferStatus = (typeof offerStatuses)[number];

export const offerSentences = {
  title: "Please name the item.",
  description: "Please describe the item.",
  category: "Please choose the category.",
  age: "Please say how old the item is.",
  condition: "Please choose the condition.",
  workingCondition: "Please say whether it works.",
  estimatedValue: "Please give the estimated retail value.",
  photos: `Please add at least ${OFFER_PHOTOS_MIN} photos.`,
  videos: `Please add at least ${OFFER_VIDEOS_MIN} video.`,
} as const;

/** Categories whose items must say whether they work. */
export const categoriesThatWork: readonly string[] = ["electronics", "automobiles"];
