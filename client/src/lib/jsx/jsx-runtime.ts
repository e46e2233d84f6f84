// The functions that the built client's JSX calls (tsconfig.json names this folder): React's own, with whole texts.
import { Fragment, jsxs as jsxMany, jsx as jsxOne } from "react/jsx-runtime";
import { withWholeTexts } from "./whole-texts.ts";

export type { JSX } from "react";
export { Fragment };

export const jsx: typeof jsxOne = (type, props, key) => jsxOne(type, withWholeTexts(type, props as object), key);

export const jsxs: typeof jsxMany = (type, props, key) => {
  const whole = withWholeTexts(type, props as object);
  return (Array.isArray(whole.children) ? jsxMany : jsxOne)(type, whole, key);
};
