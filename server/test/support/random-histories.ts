// How many random histories a test plays, and which. `npm test` plays the same few in each run, so that it fails only after
// a change. `npm run test:long` sets TEST_TIMES, and so plays many, different in each run.
const times = process.env.TEST_TIMES;

/** TEST_TIMES times as many as in `npm test`. */
export const timesOf = (count: number): number => Math.ceil(count * Number(times ?? 1));

/** PROPERTY_SEED repeats a run. */
export const seedOfRun = (): number => {
  const seed = Number(process.env.PROPERTY_SEED ?? (times ? Math.floor(Math.random() * 2 ** 31) : 20_261_128));
  if (times) console.info(`PROPERTY_SEED=${seed}`);
  return seed;
};
