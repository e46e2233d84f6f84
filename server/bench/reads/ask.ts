// Sends one measured call, and checks that it is answered.
import type { Call } from "./calls.ts";

/** A running server and a session's token for each kind of caller. */
export interface Target {
  readonly url: string;
  readonly tokens: Readonly<Record<Call["as"], string | null>>;
}

/** Asks the call's address with this number and resolves to the milliseconds until the whole answer is there. */
export const ask = async ({ url, tokens }: Target, { as, paths }: Call, index: number): Promise<number> => {
  const token = tokens[as];
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  const address = paths[index % paths.length] ?? "";
  const from = performance.now();
  const answer = await fetch(`${url}${address}`, { headers });
  const text = await answer.text();
  const ms = performance.now() - from;
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}: ${text.slice(0, 200)}`);
  return ms;
};
