// Limits of a sale, without schemas, so that forms can know them.
export const SALE_TITLE_MAX = 200;
export const SALE_TEXT_MAX = 10_000;
export const SALE_PLACE_MAX = 200;
export const SALE_VIEWINGS_MAX = 10;
/** Seconds. */
export const SALE_SPACING_MAX = 86_400;
export const SALE_SHIFT_MAX = 7 * 86_400;
/** The most lots of a printed catalogue. */
export const CATALOGUE_LOTS_MAX = 1_000;
