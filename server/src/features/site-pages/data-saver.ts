// Data saver in the filled pages: they name no picture that the reader has not asked for, and no font. The
// choice made on the device (the client's cookie) goes before what the browser says.
import type { IncomingHttpHeaders } from "node:http";

export const savesData = ({ cookie, "save-data": asked }: IncomingHttpHeaders): boolean => {
  const chosen = /\bsaver=(on|off)/.exec(cookie ?? "")?.[1];
  return chosen ? chosen === "on" : asked === "on";
};

/** Keeps the place of each picture of the first view. The page is the template's, in which every text is escaped. */
export const savedPage = (html: string): string =>
  html
    .replace("<html ", "<html data-saver ")
    .replace(/<link rel="preload" as="image"[^>]*>\s*/g, "")
    .replace(/<link rel="preload"[^>]*jara-[^>]*>\s*/g, "")
    .replace(/<picture class="contents">.*?<img[^>]* class="([^"]*)"><\/picture>/gs, '<div class="$1"></div>');
