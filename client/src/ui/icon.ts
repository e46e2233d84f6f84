// Makes the icons of the built client (light-icons.ts). An icon is one element, and its lines are made once.
import { createElement, type SVGProps } from "react";

type Lines = readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[];

export const createIcon = (lines: Lines) => {
  const children = lines.map(([tag, attributes]) => createElement(tag, attributes));
  return (props: SVGProps<SVGSVGElement>) =>
    createElement(
      "svg",
      {
        width: 24,
        height: 24,
        viewBox: "0 0 24 24",
        fill: "none",
        stroke: "currentColor",
        strokeWidth: 2,
        strokeLinecap: "round",
        strokeLinejoin: "round",
        "aria-hidden": true,
        ...props,
      },
      ...children,
    );
};
