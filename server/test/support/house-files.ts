// Files as houses send them: tables as spreadsheets save and copy them, a ZIP that a Mac packed, videos of phones.
import { readFileSync } from "node:fs";

type HouseFile =
  | "copied-inch-mark.tsv"
  | "mixed-line-ends.csv"
  | "empty-last-cell.csv"
  | "title-with-line-break.csv"
  | "lots-out-of-order.csv"
  | "composed-picture-name.csv"
  | "mac-pictures.zip"
  | "whatsapp.mp4"
  | "samsung.mp4";

export const houseFile = (name: HouseFile): Buffer =>
  readFileSync(new URL(`../fixtures/house-files/${name}`, import.meta.url));
