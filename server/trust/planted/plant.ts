// Replaces code in one function of a source text. It compares code without spaces, line breaks, comments and trailing
// commas, so that neither the formatter nor an edit elsewhere in the file takes a planted fault away.

export interface Patch {
  /** A path in `server/src`. */
  readonly file: string;
  /** The function or method that has the code. */
  readonly within: string;
  /** The code to replace. Spaces, line breaks, comments and trailing commas do not count. */
  readonly text: string;
  readonly by: string;
}

export const plant = (contents: string, { file, within, text, by }: Patch): string => {
  const [start, end] = rangeOf(contents, within, file);
  const code = significant(contents.slice(start, end));
  const wanted = significant(text).text;
  const times = code.text.split(wanted).length - 1;
  if (times !== 1) {
    throw new Error(
      `a fault cannot be planted: ${JSON.stringify(text)} is ${times} times in ${within} of ${file}, not once`,
    );
  }
  const at = code.text.indexOf(wanted);
  const first = start + (code.places[at] ?? 0);
  const last = start + (code.places[at + wanted.length - 1] ?? 0);
  return contents.slice(0, first) + by + contents.slice(last + 1);
};

/** The source is formatted: a declaration ends with the first line that closes it and is indented no deeper than it. */
const rangeOf = (contents: string, name: string, file: string): [number, number] => {
  const declared = `(?:export )?(?:async )?(?:const |function )?${name}\\b(?: = |[(<:])`;
  const found = [...contents.matchAll(new RegExp(`^( *)${declared}`, "gm"))].filter(
    ({ index }) => !isCall(contents, index),
  );
  const [one] = found;
  if (!one || found.length > 1) {
    throw new Error(`a fault cannot be planted: ${found.length} functions of ${file} are called ${name}, not one`);
  }
  const end = new RegExp(`^ {0,${one[1]?.length ?? 0}}(?:[)\\]}\`].*;|\\},?)$`, "gm");
  end.lastIndex = one.index;
  const close = end.exec(contents);
  return [one.index, close ? close.index + close[0].length : contents.length];
};

/** A call that stands at the beginning of a line ends with `;`, a method's first line does not. */
const isCall = (contents: string, index: number): boolean => {
  const line = contents.slice(index, contents.indexOf("\n", index));
  return !/^ *(export |async )*(const|function) /.test(line) && !line.endsWith("{") && !line.endsWith("(");
};

/** The characters that count, and the place of each. */
const significant = (source: string): { text: string; places: number[] } => {
  // Same length as before, so that places stay.
  const code = source
    .replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*$/gm, (comment) => " ".repeat(comment.length))
    .replaceAll(/,(?=\s*[)\]}])/g, " ");
  const places = [...code.matchAll(/\S/g)].map(({ index }) => index);
  return { text: places.map((place) => code[place]).join(""), places };
};
