/** How many random histories a test plays: so many in `npm test`, and TEST_TIMES times as many in `npm run test:long`. */
export const timesOf = (count: number): number => Math.ceil(count * Number(process.env.TEST_TIMES ?? 1));
