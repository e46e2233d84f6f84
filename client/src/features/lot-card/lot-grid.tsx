// The grid of lots: two columns on a phone, four on a wide screen, fewer if the text is large. Its skeleton has the same
// shape.
import type { ReactNode } from "react";
import { LotCardSkeleton } from "./lot-card-skeleton.tsx";

const grid =
  "grid grid-cols-[repeat(auto-fill,minmax(min(100%,9rem),1fr))] gap-3 md:grid-cols-[repeat(auto-fill,minmax(max(12rem,30%),1fr))] md:gap-4 lg:grid-cols-[repeat(auto-fill,minmax(max(13rem,23%),1fr))]";
const SKELETONS = ["a", "b", "c", "d", "e", "f", "g", "h"];

export const LotGrid = ({ children }: { children: ReactNode }) => <ul className={grid}>{children}</ul>;

export const LotGridSkeleton = () => (
  <div className={grid}>
    {SKELETONS.map((key) => (
      <LotCardSkeleton key={key} />
    ))}
  </div>
);
