// Makes a smaller copy of a photo before it is uploaded. A phone's photo of 12 megapixels has 4 to 8 MB; the copy has
// less than one, and is still larger than any place where it is shown.
const SIDE_MAX = 2400;
const SMALL_BYTES = 1_000_000;

/** Returns the file itself if it is no photo, is small, or the browser cannot draw it. */
export const smallerCopy = async (file: File): Promise<File> => {
  if (!/^image\/(jpeg|png|webp)$/.test(file.type) || file.size <= SMALL_BYTES) return file;
  try {
    const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
    const scale = Math.min(1, SIDE_MAX / Math.max(picture.width, picture.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(picture.width * scale);
    canvas.height = Math.round(picture.height * scale);
    canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    const copy = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.85));
    return copy && copy.size < file.size ? new File([copy], file.name, { type: "image/jpeg" }) : file;
  } catch {
    return file;
  }
};
