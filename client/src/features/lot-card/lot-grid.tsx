// The grid of lots: one column on a phone, four on a wide screen.
import type { ReactNode } from "react";

export const LotGrid = ({ children }: { children: ReactNode }) => (
  <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,17rem),1fr))] gap-4 md:gap-6">{children}</ul>
);
