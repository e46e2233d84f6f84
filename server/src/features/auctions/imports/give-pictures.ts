// Decides which pictures belong to which row: those that the row names, else those whose names begin with its lot number.
import type { Media } from "@jara/shared/auction";
import { inNaturalOrder } from "@jara/shared/natural-order";
import type { RowProblem } from "../../../platform/database/schema/imports.ts";
import { plainNumber } from "./read-row.ts";

export interface TakenPicture {
  readonly name: string;
  /** Null if it was refused; then `problem` says why. */
  readonly filename: string | null;
  readonly type: "image" | "video" | null;
  readonly problem: string | null;
}

interface OfRow {
  readonly row: number;
  readonly lotNumber: string;
  readonly pictureNames: readonly string[];
}

export interface Given {
  readonly byRow: ReadonlyMap<number, { readonly media: readonly Media[]; readonly problems: readonly RowProblem[] }>;
  /** The names of pictures that belong to no row. */
  readonly unused: readonly string[];
}

const MEDIA_MAX = 30;
const stemOf = (name: string): string => name.replace(/\.[^.]*$/, "");
/** Names are equal without their folders, whatever the case, and however a system writes a letter with marks. */
export const comparableName = (name: string): string =>
  name
    .slice(Math.max(name.lastIndexOf("/"), name.lastIndexOf("\\")) + 1)
    .normalize("NFC")
    .toLowerCase();
const isAddress = (name: string): boolean => /^(\/media\/|https:\/\/)/.test(name);

export const givePictures = (rows: readonly OfRow[], pictures: readonly TakenPicture[]): Given => {
  const byName = new Map(pictures.map((picture) => [comparableName(picture.name), picture]));
  const given = rows.map(({ lotNumber }) => plainNumber(lotNumber)).filter(Boolean);
  // A number that several rows have names no picture, because it does not say of which row.
  const numbers = new Set(given.filter((number) => given.indexOf(number) === given.lastIndexOf(number)));
  const byNumber = new Map<string, TakenPicture[]>();
  for (const picture of [...pictures].sort((one, other) => inNaturalOrder(stemOf(one.name), stemOf(other.name)))) {
    const number = numberOf(picture.name, numbers);
    if (number !== null) byNumber.set(number, [...(byNumber.get(number) ?? []), picture]);
  }
  const used = new Set<string>();
  const mediaOf = ({ pictureNames, lotNumber }: OfRow) => {
    const problems: RowProblem[] = [];
    const refused = (message: string): [] => {
      problems.push({ column: "Pictures", message });
      return [];
    };
    const take = (picture: TakenPicture): Media[] => {
      used.add(picture.name);
      const { name, filename, type, problem } = picture;
      if (filename === null || type === null) return refused(`${name}: ${problem}`);
      return [{ url: `/media/${filename}`, type, filename, originalName: name }];
    };
    const named = pictureNames.flatMap((name): Media[] => {
      if (isAddress(name)) return [{ url: name, type: /\.(mp4|webm)$/i.test(name) ? "video" : "image" }];
      const picture = byName.get(comparableName(name));
      return picture ? take(picture) : refused(`There is no picture with the name ${name}.`);
    });
    const media = pictureNames.length > 0 ? named : (byNumber.get(plainNumber(lotNumber)) ?? []).flatMap(take);
    if (media.length > MEDIA_MAX) refused(`A lot has at most ${MEDIA_MAX} pictures.`);
    return { media: media.slice(0, MEDIA_MAX), problems };
  };
  const byRow = new Map(rows.map((row) => [row.row, mediaOf(row)]));
  return { byRow, unused: pictures.map(({ name }) => name).filter((name) => !used.has(name)) };
};

/** `012-1.jpg` belongs to the lot 012. A lot whose number is the whole name comes first. */
const numberOf = (name: string, numbers: ReadonlySet<string>): string | null => {
  const whole = plainNumber(stemOf(name));
  if (numbers.has(whole)) return whole;
  const [, front] = /^(.+?)[-_ .]*(?:\(\d+\)|[-_ .]\d+[a-z]?)$/i.exec(stemOf(name)) ?? [];
  const number = front === undefined ? null : plainNumber(front);
  return number !== null && numbers.has(number) ? number : null;
};
