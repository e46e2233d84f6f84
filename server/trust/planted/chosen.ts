// Chooses the planted faults that a run tries. Each needs a build, a server and a trial of its own: some five seconds
// of processor time. So `npm test` tries some of them, at random, and `PLANTED_FAULTS=all` tries all of them.
import type { Fault } from "./fault.ts";

const AT_ONCE = 10;

/** `wanted`: names with commas between them, or "all". Undefined: some by chance. */
export const chosenOf = (faults: readonly Fault[], wanted: string | undefined, random = Math.random): Fault[] => {
  if (wanted === "all") return [...faults];
  if (wanted === undefined) {
    const drawn = faults.map((fault) => ({ fault, place: random() })).sort((a, b) => a.place - b.place);
    return drawn.slice(0, AT_ONCE).map(({ fault }) => fault);
  }
  return wanted.split(",").map((name) => {
    const fault = faults.find((one) => one.name === name);
    if (!fault) throw new Error(`No fault is called ${name}: ${faults.map((one) => one.name).join(", ")}`);
    return fault;
  });
};
