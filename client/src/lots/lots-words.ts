/** `1,200 lots`. */
export const lotsWords = (count: number): string => (count === 1 ? "1 lot" : `${count.toLocaleString("en-NG")} lots`);
