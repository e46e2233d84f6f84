/** `both lots`, `all 3 lots`. */
export const allOf = (count: number, things: string): string =>
  count === 2 ? `both ${things}` : `all ${count.toLocaleString("en-NG")} ${things}`;
