// Runs V8's profiler in another process that was started with `--inspect`, over the DevTools protocol.
import { once } from "node:events";
import { WebSocket } from "ws";
import { z } from "zod";

const profile = z.object({
  nodes: z.array(
    z.object({
      id: z.number(),
      callFrame: z.object({
        functionName: z.string(),
        url: z.string(),
        lineNumber: z.number(),
        columnNumber: z.number(),
      }),
    }),
  ),
  samples: z.array(z.number()),
  timeDeltas: z.array(z.number()),
});

/** A call frame by itself, without those that it called. */
export interface SelfTime {
  readonly functionName: string;
  /** The address of the file that runs, which may be a bundle. `line` and `column` count from 0. */
  readonly url: string;
  readonly line: number;
  readonly column: number;
  /** Microseconds of the main thread. */
  readonly us: number;
}

/** Microseconds between two samples. */
const INTERVAL = 250;

/** `port` is that of `--inspect`. Resolves to a function that ends the profile. */
export const startProfile = async (port: number): Promise<() => Promise<SelfTime[]>> => {
  const targets = await (await fetch(`http://127.0.0.1:${port}/json/list`)).json();
  const [target] = z.tuple([z.object({ webSocketDebuggerUrl: z.string() })]).parse(targets);
  const socket = new WebSocket(target.webSocketDebuggerUrl, { perMessageDeflate: false });
  await once(socket, "open");
  let lastId = 0;
  const post = async (method: string, params = {}): Promise<unknown> => {
    const id = ++lastId;
    const answered = new Promise((resolve) => {
      const read = (data: Buffer): void => {
        const message = JSON.parse(data.toString());
        if (message.id !== id) return;
        socket.off("message", read);
        resolve(message.result);
      };
      socket.on("message", read);
    });
    socket.send(JSON.stringify({ id, method, params }));
    return await answered;
  };
  await post("Profiler.enable");
  await post("Profiler.setSamplingInterval", { interval: INTERVAL });
  await post("Profiler.start");
  return async () => {
    const { nodes, samples, timeDeltas } = z.object({ profile }).parse(await post("Profiler.stop")).profile;
    socket.close();
    const usOf = new Map<number, number>();
    for (const [i, id] of samples.entries()) usOf.set(id, (usOf.get(id) ?? 0) + (timeDeltas[i] ?? 0));
    return nodes.map(({ id, callFrame }) => ({
      functionName: callFrame.functionName,
      url: callFrame.url,
      line: callFrame.lineNumber,
      column: callFrame.columnNumber,
      us: usOf.get(id) ?? 0,
    }));
  };
};
