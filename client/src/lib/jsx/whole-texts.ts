// Gives React elements whose texts survive a browser that translates the page. Such a browser replaces each text node
// by elements of its own. React then updates a node that nobody sees any more, and throws when it moves or removes it.
// An element's only child that is a text is safe, because React sets it through the element. So adjacent texts become
// one text, and a text beside other children gets an element of its own.
import { jsx } from "react/jsx-runtime";

const isText = (child: unknown): child is string | number | bigint =>
  typeof child === "string" || typeof child === "number" || typeof child === "bigint";
const isNothing = (child: unknown): boolean => child === null || child === undefined || typeof child === "boolean";
const isTextual = (child: unknown): boolean =>
  isText(child) || isNothing(child) || (Array.isArray(child) && child.every(isTextual));
const hasText = (children: readonly unknown[]): boolean =>
  children.some((child) => isText(child) || (Array.isArray(child) && hasText(child)));
const textOf = (child: unknown): string =>
  isText(child) ? String(child) : Array.isArray(child) ? child.map(textOf).join("") : "";

/** Each child keeps its place, because React knows children without keys by their places. */
const inSpans = (children: readonly unknown[]): unknown[] => {
  const whole: unknown[] = [];
  let [text, place] = ["", 0];
  const close = () => {
    // Translators leave blanks alone, and a span of a blank would be an item of its own in a flex container.
    if (text) whole[place] = text.trim() ? jsx("span", { children: text }, `text-${place}`) : text;
    text = "";
  };
  for (const [index, child] of children.entries()) {
    whole.push(isText(child) ? null : Array.isArray(child) ? inSpans(child) : child);
    if (isText(child)) {
      if (!text) place = index;
      text += child;
    } else if (!isNothing(child)) close();
  }
  close();
  return whole;
};

interface Props {
  children?: unknown;
}

/** The properties with whole texts. A fragment's parent is unknown, so its texts always get elements of their own. */
export const withWholeTexts = (type: unknown, props: Props): Props => {
  const { children } = props;
  if (typeof type === "symbol") {
    if (isText(children)) return { ...props, children: inSpans([children])[0] };
  } else if (Array.isArray(children) && isTextual(children)) {
    const text = textOf(children);
    return text ? { ...props, children: text } : props;
  }
  return Array.isArray(children) && hasText(children) ? { ...props, children: inSpans(children) } : props;
};
