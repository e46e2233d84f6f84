// The grid of lots: two columns on a phone (one if the text is large), four on a wide screen. Its skeleton has the same
// shape.
import type { ReactNode } from "react";
import { LotCardSkeleton } from "./lot-card-skeleton.tsx";

const grid =
  "grid grid-cols-[repeat(auto-fill,minmax(min(100%,9rem),1fr))] gap-3 md:grid-cols-3 md:gap-4 lg:grid-cols-4";
const SKELETONS = ["a", "b", "c", "d", "e", "f", "g", "h"];

export const LotGrid = ({ children }: { children: ReactNode }) => <ul className={grid}>{children}</ul>;

export const LotGridSkeleton = () => (
  <div className={grid}>
    {SKELETONS.map((key) => (
      <LotCardSkeleton key={key} />
    ))}
  </div>
);
