// argon2id at a low cost, in place of the package of that name: the tests hash and check thousands of passwords, and at the
// real cost each takes 14 to 30 ms of a core. A hash names its own cost, so hashes of the real cost are checked at that.
import { createRequire } from "node:module";

const real: typeof import("@node-rs/argon2") = createRequire(import.meta.url)("@node-rs/argon2");

const QUICK = { memoryCost: 256, timeCost: 1 } as const;

export const { verify } = real;
export const hash: typeof real.hash = (password, options, abortSignal) =>
  real.hash(password, { ...QUICK, ...options }, abortSignal);
