// The same as jsx-runtime.ts, for JSX in development and in tests.
import { Fragment, jsxDEV as jsxOne } from "react/jsx-dev-runtime";
import { withWholeTexts } from "./whole-texts.ts";

export type { JSX } from "react";
export { Fragment };

export const jsxDEV: typeof jsxOne = (type, props, key, isStatic, source, self) => {
  const whole = withWholeTexts(type, props as object);
  return jsxOne(type, whole, key, isStatic && Array.isArray(whole.children), source, self);
};
