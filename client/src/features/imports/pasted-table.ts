// A table that was copied from Excel, Google Sheets, LibreOffice or Word as HTML, as text with tabs. The HTML is read as text,
// because the site's pages may make markup of none (markup-guard.ts).

const HTML_MAX = 20_000_000;
const TAG_MAX = 20_000;
const SPAN_MAX = 100;

/** Null if the HTML has no table, or cannot be read. */
export const tableTextOf = (html: string): string | null => {
  if (html.length > HTML_MAX || !/<table[\s>]/i.test(html)) return null;
  const rows = rowsOf(html);
  return rows && rows.length > 0 ? `${rows.map((cells) => cells.map(written).join("\t")).join("\n")}\n` : null;
};

const written = (cell: string): string => (/["\t\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

interface Cell {
  text: string;
  readonly isShown: boolean;
  readonly width: number;
  readonly height: number;
}

/** A cell that reaches over others leaves them empty. Rows and cells that a spreadsheet hides are left out. */
const rowsOf = (html: string): string[][] | null => {
  const rows: Cell[][] = [];
  let depth = 0;
  let isRowShown = true;
  let cell: Cell | null = null;
  const isRead = readHtml(html, {
    open: (tag, attributes) => {
      if (tag === "table") depth += 1;
      if (depth === 1 && tag === "tr") {
        cell = null;
        isRowShown = !isHidden(attributes);
        if (isRowShown) rows.push([]);
      } else if (depth === 1 && isRowShown && (tag === "td" || tag === "th")) {
        cell = { text: "", isShown: !isHidden(attributes), ...spansOf(attributes) };
        rows.at(-1)?.push(cell);
      } else if (cell && (tag === "br" || blocks.has(tag))) cell.text += "\n";
    },
    close: (tag) => {
      if (cell && blocks.has(tag)) cell.text += "\n";
      if (depth === 1 && (tag === "td" || tag === "th" || tag === "tr")) cell = null;
      if (tag === "table") depth -= 1;
    },
    text: (text) => {
      if (cell) cell.text += text.replace(/\s+/g, " ");
    },
  });
  return isRead ? laidOut(rows) : null;
};

const blocks = new Set(["p", "div", "li", "tr", "h1", "h2", "h3", "table"]);
const isHidden = (attributes: string): boolean => /display\s*:\s*none/i.test(attributes);

const spansOf = (attributes: string): Pick<Cell, "width" | "height"> => {
  const spanOf = (name: string): number => {
    const [, found = "1"] = new RegExp(`\\b${name}\\s*=\\s*["']?(\\d+)`, "i").exec(attributes) ?? [];
    return Math.min(Math.max(Number(found), 1), SPAN_MAX);
  };
  return { width: spanOf("colspan"), height: spanOf("rowspan") };
};

const laidOut = (rows: readonly Cell[][]): string[][] => {
  const texts: string[][] = rows.map(() => []);
  for (const [place, cells] of rows.entries()) {
    let column = 0;
    for (const { text, width, height } of cells.filter(({ isShown }) => isShown)) {
      while (texts[place]?.[column] !== undefined) column += 1;
      for (const below of texts.slice(place, place + height)) {
        for (let right = 0; right < width; right++) below[column + right] ??= "";
      }
      (texts[place] ?? [])[column] = text.replace(/ *\n[ \n]*/g, "\n").trim();
    }
  }
  return texts.map((cells) => Array.from(cells, (text = "") => text));
};

interface Reader {
  readonly open: (tag: string, attributes: string) => void;
  readonly close: (tag: string) => void;
  readonly text: (text: string) => void;
}

/** Calls the reader for each tag and text. False if a tag has no end. */
const readHtml = (html: string, reader: Reader): boolean => {
  for (let at = 0; at < html.length; ) {
    const next = html.indexOf("<", at);
    if (next !== at) reader.text(decoded(html.slice(at, next < 0 ? html.length : next)));
    if (next < 0) return true;
    const [, slash = "", name] = /^<(\/?)([a-z][^\s/>]{0,50})/i.exec(html.slice(next, next + 60)) ?? [];
    if (html.startsWith("<!--", next)) {
      const end = html.indexOf("-->", next);
      at = end < 0 ? html.length : end + 3;
    } else if (name === undefined && !/^<[!?/]/.test(html.slice(next, next + 2))) {
      reader.text("<");
      at = next + 1;
    } else {
      const end = endOfTag(html, next);
      if (end < 0) return false;
      at = end + 1;
      const tag = name?.toLowerCase();
      if (tag === undefined) continue;
      if (slash) reader.close(tag);
      else reader.open(tag, html.slice(next, end));
      if (!slash && (tag === "script" || tag === "style")) {
        const over = new RegExp(`</${tag}`, "gi");
        over.lastIndex = at;
        at = over.exec(html)?.index ?? html.length;
      }
    }
  }
  return true;
};

/** The place of the `>` that ends a tag: one within a quoted attribute does not. Negative if there is none near. */
const endOfTag = (html: string, start: number): number => {
  let quote = "";
  for (let at = start; at < Math.min(html.length, start + TAG_MAX); at++) {
    const letter = html.charAt(at);
    if (quote) quote = letter === quote ? "" : quote;
    else if (letter === '"' || letter === "'") quote = letter;
    else if (letter === ">") return at;
  }
  return -1;
};

const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

const decoded = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi, (all, decimal?: string, hex?: string, name = "") => {
    if (name) return named[name] ?? all;
    const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : all;
  });
