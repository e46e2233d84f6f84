// The two ways in which a form sets a lot's increment: one increment, or the house's table. Both forms of a lot offer
// them.

export type IncrementKind = "one" | "table";
export const incrementKindOf = (hasTable: boolean): IncrementKind => (hasTable ? "table" : "one");

export const incrementKinds: readonly [IncrementKind, string][] = [
  ["one", "The same at every price"],
  ["table", "Rises with the price"],
];

export const incrementKindWords = (kind: IncrementKind): string =>
  incrementKinds.find(([value]) => value === kind)?.[1] ?? kind;
