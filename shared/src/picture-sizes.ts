// The smaller sizes of a stored picture. The server makes them for each upload, and browsers choose among them (`srcset`).

/** In pixels. The height follows from the picture. */
export const pictureWidths = [480, 960] as const;
/** Best first. */
export const pictureFormats = ["avif", "webp"] as const;
