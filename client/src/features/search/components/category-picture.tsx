// A small picture for each category that every site has, in the colours of the demo's illustrations. They only repeat
// the category's name.
import type { BuiltInCategory, Category } from "@jara/shared/categories";
import type { ReactNode } from "react";

const GREEN = "#1d7a50";
const OCHRE = "#d98a1c";
const CLAY = "#b4492a";
const INDIGO = "#34478c";
const INK = "currentColor";
const CREAM = "#f6ead0";

const pictures: Record<BuiltInCategory, ReactNode> = {
  automobiles: (
    <>
      <path d="M3 20v-4l4-1 3-5h9l5 5 5 1v4z" fill={CLAY} />
      <path d="m9 15 2-3.500h4V15zm7.5-3.500h2L22 15h-5.500z" fill={CREAM} />
      <circle cx="10" cy="21" r="3" fill={INK} />
      <circle cx="23" cy="21" r="3" fill={INK} />
    </>
  ),
  electronics: (
    <>
      <rect x="10" y="4" width="12" height="24" rx="2.5" fill={INK} />
      <rect x="11.5" y="7" width="9" height="16" fill={GREEN} />
      <path d="m11.5 18 4-4 2.5 3 2.5-2V23h-9z" fill={OCHRE} />
      <circle cx="16" cy="25.5" r="1.2" fill={CREAM} />
    </>
  ),
  furniture: (
    <>
      <path d="M7 16V11a3 3 0 0 1 3-3h12a3 3 0 0 1 3 3v5z" fill={INDIGO} />
      <path d="M4 14a2.5 2.5 0 0 1 5 0v4h14v-4a2.5 2.5 0 0 1 5 0v9H4z" fill={INDIGO} />
      <path d="M9 18h14v3H9z" fill={OCHRE} />
      <path d="M6 23h3v3H6zm17 0h3v3h-3z" fill={INK} />
    </>
  ),
  clothing: (
    <>
      <path d="m11 5-7 4 2.5 6L9 14v13h14V14l2.5 1L28 9l-7-4a5 5 0 0 1-10 0z" fill={GREEN} />
      <path d="M9 20h14v2.500H9z" fill={OCHRE} />
      <path d="M13.5 9.5 16 20l2.5-10.500z" fill={CREAM} />
    </>
  ),
  fitness: (
    <>
      <path d="M9 14.500h14v3H9z" fill={INK} />
      <rect x="6" y="8" width="4.5" height="16" rx="1.5" fill={CLAY} />
      <rect x="21.5" y="8" width="4.5" height="16" rx="1.5" fill={CLAY} />
      <path d="M3 12h3v8H3zm23 0h3v8h-3z" fill={INDIGO} />
    </>
  ),
  collectibles: (
    <>
      <path d="M8 5h16l-4.5 11L24 27H8l4.5-11z" fill={OCHRE} />
      <path d="M8 5h16l-1 2.500H9zm1 19.500h14l1 2.500H8z" fill={CLAY} />
      <path d="M11 7.5 14 16l-3 8.500m5-17v17m5-17L18 16l3 8.5" fill="none" stroke={INK} />
    </>
  ),
  books: (
    <>
      <path d="M6 21h20v6H6z" fill={INDIGO} />
      <path d="M8 14.500h18v6.500H8z" fill={OCHRE} />
      <path d="M5 8h19v6.500H5z" fill={GREEN} />
      <path d="M9 8v6.500m3 0V21m-2 0v6" stroke={CREAM} strokeWidth="2" />
    </>
  ),
  tools: (
    <>
      <path d="m7 25 11-12 2 2L9 27z" fill={OCHRE} />
      <path d="M14 9c3-4 8-5 11-3l-3 2 1 2 2 1.500L22 15l-5-4z" fill={INK} />
    </>
  ),
  "home-garden": (
    <>
      <path d="M9 18h14l-2 9H11z" fill={CLAY} />
      <path d="M8 16h16v3H8z" fill={CLAY} />
      <path d="M16 16C9 15 8 9 9 5c6 1 8 6 7 11z" fill={GREEN} />
      <path d="M16 16c0-5 3-8 8-8 0 5-3 8-8 8z" fill={GREEN} opacity=".75" />
    </>
  ),
  toys: (
    <>
      <path d="M6 17h9v9H6z" fill={INDIGO} />
      <path d="M17 17h9v9h-9z" fill={OCHRE} />
      <path d="M11.5 6h9v9h-9z" fill={CLAY} />
      <path d="m16 8 1 2h2l-1.5 1.3.5 2.2-2-1.2-2 1.2.500-2.200L13 10h2z" fill={CREAM} />
    </>
  ),
  general: (
    <>
      <path d="M5 11h22v16H5z" fill={OCHRE} />
      <path d="M7 6h18l2 5H5z" fill={CLAY} />
      <path d="M14 6h4v10h-4z" fill={CREAM} />
    </>
  ),
};

export const CategoryPicture = ({ category }: { category: Category }) => (
  <svg aria-hidden viewBox="0 0 32 32" className="size-8 shrink-0">
    {pictures[category as BuiltInCategory] ?? pictures.general}
  </svg>
);
