// The three parts of a card of what is due: what and how much, the ways to pay, and the rest. One below the other, and
// where there is room the ways to pay stand beside the others.
import type { ReactNode } from "react";

interface DuePartsProps {
  readonly due: ReactNode;
  readonly ways: ReactNode;
  readonly rest: ReactNode;
}

export const DueParts = ({ due, ways, rest }: DuePartsProps) => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-4 @3xl:grid-cols-2 @3xl:grid-rows-[auto_1fr] @3xl:gap-x-8">
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">{due}</div>
    <div className="@container @3xl:col-start-2 @3xl:row-span-2 @3xl:row-start-1">{ways}</div>
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">{rest}</div>
  </div>
);
