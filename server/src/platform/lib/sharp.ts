// Loads sharp, which decodes and encodes pictures, with the first picture, because a program that handles none then
// starts 0.2 s sooner. Restricts sharp to the decoders of accepted formats, and to few threads.
import type Sharp from "sharp";

let loaded: Promise<typeof Sharp> | undefined;

export const loadSharp = (): Promise<typeof Sharp> => {
  loaded ??= import("sharp").then(({ default: sharp }) => {
    restrict(sharp);
    return sharp;
  });
  return loaded;
};

const restrict = (sharp: typeof Sharp): void => {
  // sharp uses libuv's threads, which passwords and files need too. There are four unless UV_THREADPOOL_SIZE says
  // otherwise. So: one thread a picture, two pictures at a time, and no cache.
  sharp.concurrency(1);
  sharp.cache(false);
  // Load only the decoders of accepted formats, so that no SVG, PDF or TIFF is read, whatever a file pretends to be.
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({
    operation: [
      "VipsForeignLoadJpeg",
      "VipsForeignLoadPng",
      "VipsForeignLoadWebp",
      "VipsForeignLoadNsgif",
      "VipsForeignLoadHeif",
    ],
  });
};
