// A table that was copied from Excel, Google Sheets, LibreOffice or Word as HTML, as text with tabs. The HTML is only read:
// no script of it runs, and nothing of it is shown.

const HTML_MAX = 20_000_000;

/** Null if the HTML has no table. */
export const tableTextOf = (html: string): string | null => {
  if (html.length > HTML_MAX || !/<table[\s>]/i.test(html)) return null;
  const page = new DOMParser().parseFromString(html, "text/html");
  const rows = [...page.querySelectorAll("table")]
    .filter((table) => !table.parentElement?.closest("table"))
    .flatMap((table) => rowsOf(table));
  if (rows.length === 0) return null;
  return `${rows.map((cells) => cells.map(written).join("\t")).join("\n")}\n`;
};

/** A cell that reaches over others leaves them empty. */
const rowsOf = (table: HTMLTableElement): string[][] => {
  const rows: string[][] = [];
  const rowAt = (place: number): string[] => {
    rows[place] ??= [];
    return rows[place];
  };
  for (const [place, row] of [...table.rows].filter(isShown).entries()) {
    const cells = rowAt(place);
    let column = 0;
    for (const cell of [...row.cells].filter(isShown)) {
      while (cells[column] !== undefined) column += 1;
      const [width, height] = [Math.min(cell.colSpan || 1, 100), Math.min(cell.rowSpan || 1, 100)];
      for (let down = 0; down < height; down++) {
        const below = rowAt(place + down);
        for (let right = 0; right < width; right++) below[column + right] ??= "";
      }
      cells[column] = textOf(cell);
    }
  }
  return rows.map((cells) => Array.from(cells, (cell = "") => cell));
};

/** Rows and columns that a spreadsheet hides are copied with it. */
const isShown = ({ style }: HTMLElement): boolean => style.display !== "none";

const blocks = new Set(["P", "DIV", "LI", "TR", "H1", "H2", "H3"]);
const left = new Set(["SCRIPT", "STYLE", "TEMPLATE"]);

const textOf = (cell: Element): string => {
  const parts: string[] = [];
  const add = (node: Node): void => {
    if (node instanceof Text) parts.push(node.data.replace(/\s+/g, " "));
    if (!(node instanceof Element) || left.has(node.tagName)) return;
    if (node.tagName === "BR" || blocks.has(node.tagName)) parts.push("\n");
    for (const child of node.childNodes) add(child);
    if (blocks.has(node.tagName)) parts.push("\n");
  };
  for (const child of cell.childNodes) add(child);
  return parts
    .join("")
    .replace(/ *\n[ \n]*/g, "\n")
    .trim();
};

const written = (cell: string): string => (/["\t\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
