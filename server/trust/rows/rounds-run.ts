// Adds up the results of a row's rounds.
import type { Judged } from "../round/judge.ts";
import type { Played } from "../round/play-round.ts";
import type { Tried } from "../row.ts";
import { spread, waitWords } from "./rounds.ts";

export class RoundsRun {
  readonly #rounds: number;
  readonly #say: (line: string) => void;
  readonly #findings: string[] = [];
  readonly #waits: number[] = [];
  readonly #again: number[] = [];
  #played = 0;
  #commands = 0;
  #accepted = 0;
  #looked = 0;
  #bad = 0;

  constructor(rounds: number, say: (line: string) => void) {
    this.#rounds = rounds;
    this.#say = say;
  }

  played(played: Played, { findings: found, looked }: Judged): void {
    const { settled, accepted, longestWaitMs, acceptedAgainMs } = played;
    this.#played += 1;
    if (found.length > 0) this.#bad += 1;
    this.#findings.push(...found.map((finding) => `round ${this.#played}: ${finding}`));
    this.#commands += settled;
    this.#accepted += accepted;
    this.#looked += looked;
    this.#waits.push(longestWaitMs);
    if (acceptedAgainMs !== null) this.#again.push(acceptedAgainMs);
    const commands = `${settled} commands, ${accepted} accepted`;
    this.#say(`round ${this.#played} of ${this.#rounds}: ${commands}, ${waitWords(played)}, ${found.length} findings`);
  }

  result({ seed, triesARound = 1 }: { seed: number; triesARound?: number }): Tried {
    const commands = `${words(this.#commands)} commands with known outcomes, ${words(this.#accepted)} of them accepted`;
    const notes = [
      `${commands}; ${words(this.#looked)} things held against a promise; seed ${seed}`,
      `the longest wait for an outcome in a round: ${spread(this.#waits)}`,
      ...(this.#again.length > 0 ? [`from the fault until a new command was accepted: ${spread(this.#again)}`] : []),
    ];
    return { tried: this.#played * triesARound, bad: this.#bad, findings: this.#findings, notes };
  }
}

const words = (count: number): string => count.toLocaleString("en");
