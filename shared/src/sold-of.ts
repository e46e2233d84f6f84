/** "3 of 5 lots sold". The sale's page, its results and the printed catalogue say the same. */
export const soldOf = (sold: number, lots: number): string =>
  `${sold.toLocaleString("en")} of ${lots.toLocaleString("en")} ${lots === 1 ? "lot" : "lots"} sold`;
