// A PDF file of A4 pages in the site's style: text at exact places, hairlines, tinted boxes. Texts are cut to the lines
// that they may take, so that nobody's title moves the amounts off the page. The same input gives the same bytes.
import PDFDocument from "pdfkit";
import { fontOf, type Weight } from "./fonts.ts";

/** The site's light colours (client/src/ui/theme.css). */
export const ink = {
  ink: "#1b1c18",
  soft: "#57574d",
  line: "#d9d7cc",
  brand: "#0b5a3a",
  tint: "#e8f1eb",
  paper: "#f5f4ef",
  amber: "#8a4a00",
  amberTint: "#fbeed3",
  danger: "#a51d17",
} as const;

/** Points. */
export const page = { width: 595.28, height: 841.89, left: 56, right: 539.28, top: 56, bottom: 786 } as const;
export type Page = Readonly<Record<keyof typeof page, number>>;
/** The page for tables with many columns. */
export const landscape: Page = { width: 841.89, height: 595.28, left: 40, right: 801.89, top: 40, bottom: 552 };
export const lineHeight = (size: number): number => Math.round(size * 1.4);

export interface TextStyle {
  readonly size?: number;
  readonly weight?: Weight;
  readonly color?: string;
  readonly align?: "left" | "right";
  /** Figures of equal width. */
  readonly isTabular?: boolean;
  readonly link?: string;
  /** Lines beyond this are cut, with an ellipsis. */
  readonly lines?: number;
}

interface SheetInfo {
  readonly title: string;
  readonly author: string;
  /** Epoch milliseconds. Part of the bytes, so it must come from the document, not from the clock. */
  readonly at: number;
  /** Absent: upright. */
  readonly page?: Page;
}

export class Sheet {
  readonly page: Page;
  readonly #pdf: PDFKit.PDFDocument;
  readonly #made: Promise<Buffer>;
  readonly #widths = new Map<string, number>();

  constructor({ title, author, at, page: own = page }: SheetInfo) {
    const date = new Date(at);
    this.page = own;
    this.#pdf = new PDFDocument({
      size: [own.width, own.height],
      margin: 0,
      lang: "en-NG",
      pdfVersion: "1.7",
      displayTitle: true,
      info: { Title: title, Author: author, Producer: author, Creator: author, CreationDate: date, ModDate: date },
      // Without this pdfkit begins with a font of its own, which has no naira sign.
      font: "" as never,
    });
    // pdfkit takes a font that was read before, but its types do not say so.
    for (const weight of ["regular", "semibold"] as const) this.#pdf.registerFont(weight, fontOf(weight) as never);
    const chunks: Buffer[] = [];
    this.#made = new Promise((resolve, reject) => {
      this.#pdf.on("data", (chunk: Buffer) => chunks.push(chunk));
      this.#pdf.on("end", () => resolve(Buffer.concat(chunks)));
      this.#pdf.on("error", reject);
    });
  }

  nextPage(): void {
    this.#pdf.addPage();
  }

  end(): Promise<Buffer> {
    this.#pdf.end();
    return this.#made;
  }

  /** Words are measured once, because many lines share them. */
  widthOf(text: string, style: TextStyle = {}): number {
    const words = text.split(" ");
    const spaces = (words.length - 1) * this.#widthOfWord(" ", style);
    return words.reduce((width, word) => width + this.#widthOfWord(word, style), spaces);
  }

  #widthOfWord(word: string, style: TextStyle): number {
    const { size = 10, weight = "regular", isTabular = false } = style;
    const key = `${weight} ${isTabular} ${word}`;
    let ofSizeOne = this.#widths.get(key);
    if (ofSizeOne === undefined) {
      this.#use(style);
      ofSizeOne = this.#pdf.widthOfString(word, { features: featuresOf(style) }) / size;
      this.#widths.set(key, ofSizeOne);
    }
    return ofSizeOne * size;
  }

  /** Draws within `width` from `y` down, and returns the y below it. */
  text(text: string, x: number, y: number, width: number, style: TextStyle = {}): number {
    const { size = 10, color = ink.ink, align = "left", link, lines = 1 } = style;
    let below = y;
    for (const line of this.#wrap(text, width, lines, style)) {
      const lineWidth = this.widthOf(line, style);
      const from = align === "right" ? x + width - lineWidth : x;
      this.#use(style);
      this.#pdf.fillColor(color).text(line, from, below, { lineBreak: false, features: featuresOf(style) });
      if (link) this.#pdf.link(from, below, lineWidth, size * 1.2, link);
      below += lineHeight(size);
    }
    return below;
  }

  hairline(y: number, from: number = this.page.left, to: number = this.page.right, color: string = ink.line): void {
    this.#pdf.lineWidth(0.6).strokeColor(color).moveTo(from, y).lineTo(to, y).stroke();
  }

  /** A JPEG or PNG file, as large as fits, in the middle of the box. */
  picture(bytes: Uint8Array, x: number, y: number, width: number, height: number): void {
    const fit: [number, number] = [width, height];
    this.#pdf.image(Buffer.from(bytes), x, y, { fit, align: "center", valign: "center" });
  }

  /** Returns the lines of the text at this width; all of them unless the style limits their number. */
  linesOf(text: string, width: number, style: TextStyle = {}): string[] {
    return this.#wrap(text, width, style.lines ?? Number.POSITIVE_INFINITY, style);
  }

  box(x: number, y: number, width: number, height: number, color: string): void {
    this.#pdf.roundedRect(x, y, width, height, 6).fill(color);
  }

  /** An empty box to tick. */
  frame(x: number, y: number, width: number, height: number): void {
    this.#pdf.lineWidth(0.9).strokeColor(ink.ink).rect(x, y, width, height).stroke();
  }

  #use({ size = 10, weight = "regular" }: TextStyle): void {
    this.#pdf.font(weight).fontSize(size);
  }

  #wrap(text: string, width: number, most: number, style: TextStyle): string[] {
    const lines: string[] = [];
    let line = "";
    const words = text.split(" ");
    for (let i = 0; i < words.length; i++) {
      const word = words[i] ?? "";
      const longer = line === "" ? word : `${line} ${word}`;
      if (this.widthOf(longer, style) <= width) {
        line = longer;
        continue;
      }
      if (lines.length === most - 1)
        return [...lines, this.#cut([line, ...words.slice(i)].join(" ").trim(), width, style)];
      if (line === "") {
        // A word that is wider than the line is broken.
        const head = this.#fitting(word, width, style);
        lines.push(head);
        words.splice(i + 1, 0, word.slice(head.length));
      } else {
        lines.push(line);
        line = "";
        i--;
      }
    }
    return line === "" ? lines : [...lines, line];
  }

  #cut(text: string, width: number, style: TextStyle): string {
    return `${this.#fitting(text, width - this.widthOf("…", style), style).trimEnd()}…`;
  }

  /** The longest beginning that is not wider, at least one character. */
  #fitting(text: string, width: number, style: TextStyle): string {
    const characters = [...text];
    let [fits, tooLong] = [1, characters.length + 1];
    while (tooLong - fits > 1) {
      const middle = Math.floor((fits + tooLong) / 2);
      if (this.widthOf(characters.slice(0, middle).join(""), style) <= width) fits = middle;
      else tooLong = middle;
    }
    return characters.slice(0, fits).join("");
  }
}

/**
 * Without contextual alternates, because finding them takes most of the time of a page. pdfkit hands the features to
 * the font as they are.
 */
const proportional = { calt: false } as unknown as PDFKit.Mixins.OpenTypeFeatures[];
const tabular = { calt: false, tnum: true } as unknown as PDFKit.Mixins.OpenTypeFeatures[];
const featuresOf = ({ isTabular = false }: TextStyle): PDFKit.Mixins.OpenTypeFeatures[] =>
  isTabular ? tabular : proportional;
