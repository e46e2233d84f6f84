// Prints the lines of the table of the section `scale`, each with its target if it has one.
export const printHead = (text: string): void => console.log(text);

interface Aim {
  /** The target is reached at this value or above; with `atMost`, at this value or below. */
  readonly aim?: number;
  readonly atMost?: boolean;
  readonly digits?: number;
  readonly unit?: string;
}

export const printFigure = (
  label: string,
  value: number,
  { aim, atMost = false, digits = 0, unit = "" }: Aim = {},
): void => {
  const shown = (number: number): string =>
    `${number.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits })}${unit}`;
  const isReached = aim === undefined || (atMost ? value <= aim : value >= aim);
  const note =
    aim === undefined
      ? ""
      : `   (aim: at ${atMost ? "most" : "least"} ${shown(aim)})${isReached ? "" : "   not reached"}`;
  console.log(`    ${label.padEnd(58)}${shown(value).padStart(12)}${note}`);
};
