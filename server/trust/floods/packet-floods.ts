// Floods with each kind of packet and with all kinds together, from 1, 10 and 100 sockets of visitors, from one address
// and from fifty. Every bid of other users must be accepted, and their 99th percentile must stay within 50 ms of its
// value without a flood.
import { setTimeout as sleep } from "node:timers/promises";
import type { RowContext, Tried } from "../row.ts";
import { at, type Bidders } from "./bidders.ts";
import { startFlood } from "./flood-process.ts";
import { packetKinds } from "./packet-kinds.ts";

const AT_MOST_ABOVE_CALM_MS = 50;
/** The time for the rest of a flood to pass after its process has ended. */
const SETTLING_MS = 300;

interface Shape {
  readonly sockets: number;
  readonly addresses: number;
}
const shapes: readonly Shape[] = [1, 10, 100].flatMap((sockets) =>
  [1, 50].map((addresses) => ({ sockets, addresses })),
);
const largest: readonly Shape[] = [{ sockets: 100, addresses: 50 }];
const MIXTURE = "";

export const floodWithPackets = async (
  address: string,
  bidders: Bidders,
  { quick, say }: RowContext,
): Promise<Required<Omit<Tried, "bad">>> => {
  const lastsMs = quick ? 2_000 : 6_000;
  const findings: string[] = [];
  const notes: string[] = [];
  let tried = 0;
  let networks = 0;
  const bid = async (): Promise<number[]> => {
    const waits = await bidders.bidFor(lastsMs, findings);
    tried += waits.length;
    return waits;
  };
  for (const kind of [...Object.keys(packetKinds), MIXTURE]) {
    const what = kind === MIXTURE ? "all kinds together" : kind;
    const calmBefore = await processorSecondsOf(address);
    const calm = await bid();
    const calmUsed = (await processorSecondsOf(address)) - calmBefore;
    const worst = { above: Number.NEGATIVE_INFINITY, words: "" };
    for (const { sockets, addresses } of quick && kind !== MIXTURE ? largest : shapes) {
      // Addresses that no earlier flood used, so that none of them is refused already.
      const network = `127.1.${++networks}`;
      const flood = startFlood("packet-flooder", {
        FLOOD_ADDRESS: address,
        FLOOD_KIND: kind,
        FLOOD_NETWORK: network,
        FLOOD_SOCKETS: String(sockets),
        FLOOD_ADDRESSES: String(addresses),
      });
      await flood.started;
      const usedBefore = await processorSecondsOf(address);
      flood.begin();
      const waits = await bid();
      const used = (await processorSecondsOf(address)) - usedBefore;
      const { sent, limited, cutOff } = await flood.stop();
      await sleep(SETTLING_MS);
      const above = at(waits, 0.99) - at(calm, 0.99);
      const from = `${sockets} ${sockets === 1 ? "socket" : "sockets"}, ${addresses} ${addresses === 1 ? "address" : "addresses"}`;
      const words =
        `${what} from ${from}: median ${at(waits, 0.5).toFixed(0)} ms, 99th percentile ${at(waits, 0.99).toFixed(0)} ms ` +
        `(calm ${at(calm, 0.99).toFixed(0)}), the server's processor ${used.toFixed(2)} s of ${lastsMs / 1000} (calm ${calmUsed.toFixed(2)}); ${sent.toLocaleString("en")} sent, ${cutOff} times closed or refused, ${limited} of them with 429`;
      say(words);
      if (sent === 0) findings.push(`there was no flood: ${words}`);
      if (above > AT_MOST_ABOVE_CALM_MS)
        findings.push(`bids waited ${above.toFixed(0)} ms more than in calm: ${words}`);
      if (above > worst.above) Object.assign(worst, { above, words });
    }
    notes.push(`worst of ${worst.words}`);
  }
  return { tried, findings, notes };
};

/**
 * The processor time that the server's process has used so far, the only figure that other load on the machine does not
 * change.
 */
const processorSecondsOf = async (address: string): Promise<number> => {
  const text = await (await fetch(`${address}/metrics`)).text();
  return Number(/^process_cpu_seconds_total\S* (\S+)/m.exec(text)?.[1]);
};
