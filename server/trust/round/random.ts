// Random numbers that repeat for the same seed, so that a round's commands can be tried again. The timing of concurrent
// events depends on the machine and does not repeat.

export interface Random {
  /** A whole number from 0 up to but not including `below`. */
  whole(below: number): number;
  /** True in one of `cases` cases. */
  oneIn(cases: number): boolean;
  pick<T>(among: readonly T[]): T;
  between(least: number, most: number): number;
}

/** mulberry32. */
export const randomOf = (seed: number): Random => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (below: number): number => Math.floor(next() * below);
  return {
    whole,
    oneIn: (cases) => whole(cases) === 0,
    pick: (among) => {
      const picked = among[whole(among.length)];
      if (picked === undefined) throw new Error("nothing to pick from");
      return picked;
    },
    between: (least, most) => least + whole(most - least + 1),
  };
};

export const newSeed = (): number => Number(process.env.TRUST_SEED ?? Math.floor(Math.random() * 2 ** 31));
