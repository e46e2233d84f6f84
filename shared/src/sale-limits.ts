// Limits of a sale, without schemas, so that forms can know them.
export const SALE_TITLE_MAX = 200;
export const SALE_TEXT_MAX = 10_000;
export const SALE_PLACE_MAX = 200;
export const SALE_VIEWINGS_MAX = 10;
export const SALE_PICKUPS_MAX = 10;
/** Minutes of one slot. */
export const PICKUP_SLOT_MIN = 5;
export const PICKUP_SLOT_MAX = 480;
/** The most buyers who may come at the same time. */
export const PICKUP_BUYERS_MAX = 100;
/** A slot is chosen, and changed, until so many hours before it. */
export const PICKUP_NOTICE_HOURS = 4;
/** Seconds. */
export const SALE_SPACING_MAX = 86_400;
export const SALE_SHIFT_MAX = 7 * 86_400;
/** The most lots of a printed catalogue. */
export const CATALOGUE_LOTS_MAX = 1_000;
