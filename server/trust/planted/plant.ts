// Replaces code in one function of a source text. It compares code word by word, without spaces, line breaks, comments
// and trailing commas, and follows variables that were renamed. So neither the formatter, nor a variable's new name,
// nor an edit elsewhere in the file takes a planted fault away.

export interface Patch {
  /** A path in `server/src`. */
  readonly file: string;
  /** The function or method that has the code. */
  readonly within: string;
  /** The code to replace. Spaces, line breaks, comments and trailing commas do not count. */
  readonly text: string;
  /** If a variable has another name in the source than in `text`, it gets that name here too. */
  readonly by: string;
}

export const plant = (contents: string, { file, within, text, by }: Patch): string => {
  const [start, end] = rangeOf(contents, within, file);
  const code = tokensOf(contents.slice(start, end));
  const wanted = tokensOf(text);
  const exact = code.flatMap((_, at) => matchAt(code, at, wanted, null));
  const variables = variablesOf(code);
  const found = exact.length > 0 ? exact : code.flatMap((_, at) => matchAt(code, at, wanted, variables));
  const [one] = found;
  if (!one || found.length > 1) {
    throw new Error(
      `a fault cannot be planted: ${JSON.stringify(text)} is ${found.length} times in ${within} of ${file}, not once`,
    );
  }
  return contents.slice(0, start + one.start) + renamed(by, one.names) + contents.slice(start + one.end);
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

interface Token {
  /** A word, or one other character. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const tokensOf = (source: string): Token[] => {
  // Same length as before, so that places stay.
  const code = source
    .replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*$/gm, (comment) => " ".repeat(comment.length))
    .replaceAll(/,(?=\s*[)\]}])/g, " ");
  return [...code.matchAll(/[\w$]+|\S/g)].map(({ 0: text, index }) => ({
    text,
    start: index,
    end: index + text.length,
  }));
};

interface Match {
  readonly start: number;
  readonly end: number;
  /** The variables that have another name in the source, by their name in the wanted code. */
  readonly names: ReadonlyMap<string, string>;
}

/**
 * Compares the wanted code with the source at one place. A name in the wanted code that is no longer a variable of the
 * function may stand for any variable of it, but for the same one everywhere. If `variables` is null, only the wanted
 * names match. Returns at most one match.
 */
const matchAt = (
  code: readonly Token[],
  at: number,
  wanted: readonly Token[],
  variables: ReadonlySet<string> | null,
): Match[] => {
  const names = new Map<string, string>();
  let place = at;
  for (const [n, { text }] of wanted.entries()) {
    const found = code[place];
    if (!found) return [];
    const mayBeRenamed = variables !== null && !variables.has(text) && isName(wanted, n);
    const value = code[place + 2]?.text ?? "";
    // A renamed variable `a` of `{ a }` is written `{ a: b }`.
    const isExpanded = text === found.text && code[place + 1]?.text === ":" && wanted[n + 1]?.text !== ":";
    if (mayBeRenamed && (isExpanded ? variables.has(value) : text !== found.text)) {
      const name = isExpanded ? value : found.text;
      if (!variables.has(name) || (names.get(text) ?? name) !== name) return [];
      names.set(text, name);
      if (isExpanded) place += 2;
    } else if (text !== found.text) return [];
    place += 1;
  }
  if (new Set(names.values()).size < names.size) return [];
  return [{ start: code[at]?.start ?? 0, end: code[place - 1]?.end ?? 0, names }];
};

const isName = (tokens: readonly Token[], n: number): boolean => {
  const before = tokens[n - 1]?.text;
  const isProperty = before === "." && tokens[n - 2]?.text !== ".";
  return /^[A-Za-z_$]/.test(tokens[n]?.text ?? "") && !isProperty && !isKey(tokens, n);
};

/** True for `a` in `{ a: b }`, and false in `(a: number)` and `c ? a : b`. */
const isKey = (tokens: readonly Token[], n: number): boolean =>
  tokens[n + 1]?.text === ":" && tokens[n - 1]?.text !== "?" && closerAfter(tokens, n) === "}";

/** The bracket that closes the part of the code in which the token is. */
const closerAfter = (tokens: readonly Token[], n: number): string | undefined => {
  let depth = 0;
  for (const { text } of tokens.slice(n + 1)) {
    if ("([{".includes(text)) depth += 1;
    else if (")]}".includes(text) && depth-- === 0) return text;
  }
  return undefined;
};

/** The names that the function declares, takes as parameters or passes on. */
const variablesOf = (code: readonly Token[]): ReadonlySet<string> => {
  const isVariable = (_: Token, n: number): boolean => {
    const [before = "", after = ""] = [code[n - 1]?.text, code[n + 1]?.text];
    const isDeclared = ["const", "let"].includes(before) || ("([{,:.".includes(before) && ")]},:=?".includes(after));
    return isDeclared && isName(code, n);
  };
  return new Set(code.filter(isVariable).map(({ text }) => text));
};

const renamed = (by: string, names: ReadonlyMap<string, string>): string => {
  let text = by;
  const tokens = tokensOf(by);
  for (const [n, token] of [...tokens.entries()].reverse()) {
    const name = names.get(token.text);
    if (name === undefined || !isName(tokens, n)) continue;
    const [before = "", after = ""] = [tokens[n - 1]?.text, tokens[n + 1]?.text];
    const isShort = "{,".includes(before) && ",}".includes(after) && closerAfter(tokens, n) === "}";
    text = `${text.slice(0, token.start)}${isShort ? `${token.text}: ` : ""}${name}${text.slice(token.end)}`;
  }
  return text;
};
