// Data saver in the pages that the server fills: they name no font, and no picture that the reader has not asked for.
// The choice made on the device (the client's cookie) counts before the browser's setting.
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
