// The smaller sizes of a stored picture. The server makes them for each upload, and browsers choose among them (`srcset`).

/** In pixels. The height follows from the picture. */
export const pictureWidths = [480, 960] as const;
/** Best first. */
export const pictureFormats = ["avif", "webp"] as const;

/**
 * The width at which the lot page shows its first picture. The server's page preloads the picture with the same
 * `sizes`, because a browser that finds other ones loads two files.
 */
export const LOT_PICTURE_SIZES = "(min-width: 80rem) 51rem, (min-width: 48rem) 60vw, 100vw";
/** The width of the picture on a lot's card on Home. */
export const CARD_PICTURE_SIZES = "(min-width: 80rem) 19rem, (min-width: 64rem) 24vw, (min-width: 48rem) 32vw, 48vw";
/** The width of the picture on a card of Home's row "Ending soon". */
export const RAIL_PICTURE_SIZES = "4rem";
