// Turns a legal text into sections of paragraphs and lists, so that every client can show it without knowing Markdown.
import type { LegalBlock, LegalSpan, LegalText } from "@jara/shared/rest/legal";
import { marked, type Token, type Tokens } from "marked";

type Parsed = Pick<LegalText, "intro" | "sections">;

const unknown = (token: Token): never => {
  throw new Error(`a legal text may not have a ${token.type}: ${token.raw}`);
};

const spansOf = (tokens: readonly Token[] = [], isStrong = false): LegalSpan[] =>
  tokens.flatMap((token): LegalSpan[] => {
    const words = { ...(isStrong && { isStrong }) } as const;
    switch (token.type) {
      case "strong":
        return spansOf(token.tokens, true);
      case "link":
        return [{ text: oneLine(token.text), to: (token as Tokens.Link).href, ...words }];
      case "text":
      case "escape":
        return "tokens" in token && token.tokens
          ? spansOf(token.tokens, isStrong)
          : [{ text: oneLine(token.text), ...words }];
      default:
        return unknown(token);
    }
  });

const oneLine = (text: string): string => text.replaceAll("\n", " ");

const blockOf = (token: Token): LegalBlock | null => {
  switch (token.type) {
    case "space":
      return null;
    case "paragraph":
      return { kind: "paragraph", spans: spansOf(token.tokens) };
    case "list": {
      const { ordered: isNumbered, items } = token as Tokens.List;
      return { kind: "list", isNumbered, items: items.map((item) => spansOf(item.tokens)) };
    }
    default:
      return unknown(token);
  }
};

/** The anchor leaves out the section's number, so that links stay valid when a section moves. */
const idOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/^\d+\. /, "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");

export const parseText = (text: string): Parsed => {
  const parsed: Parsed = { intro: [], sections: [] };
  for (const token of marked.lexer(text)) {
    if (token.type === "heading") {
      const title = oneLine((token as Tokens.Heading).text);
      parsed.sections.push({ id: idOf(title), title, blocks: [] });
      continue;
    }
    const block = blockOf(token);
    if (block) (parsed.sections.at(-1)?.blocks ?? parsed.intro).push(block);
  }
  return parsed;
};
