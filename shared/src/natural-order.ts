// The one order of lot numbers and of the names of files: figures count as numbers, so that 2 comes before 10, and 12 before
// 12A before 12B.
const collator = new Intl.Collator("en", { numeric: true });

export const inNaturalOrder = (one: string, other: string): number => collator.compare(one, other);
