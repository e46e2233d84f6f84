// A plain WebSocket client of one bidder that measures how long each answer took.
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { WebSocket } from "ws";

export interface TimedAnswer {
  readonly ms: number;
  readonly answer: { readonly ok: boolean; readonly error?: { readonly code: string } };
}

export interface Asker {
  ask(command: "bid:place" | "maxbid:set", data: object): Promise<TimedAnswer>;
  close(): void;
}

export const openAsker = async (address: string, token: string): Promise<Asker> => {
  const socket = new WebSocket(`${address.replace("http", "ws")}/ws`, {
    headers: { authorization: `Bearer ${token}` },
  });
  await once(socket, "open");
  let lastId = 0;
  let onAnswer: (frame: TimedAnswer["answer"] & { id?: number }) => void = () => {};
  let onClose: () => void = () => {};
  socket.on("message", (raw) => onAnswer(JSON.parse(raw.toString())));
  socket.on("close", () => onClose());
  return {
    ask: (command, data) =>
      new Promise((resolve, reject) => {
        const id = ++lastId;
        const frame = JSON.stringify({ id, type: command, data: { ...data, commandId: randomUUID() } });
        const sentAt = performance.now();
        onAnswer = (answer) => {
          if (answer.id === id) resolve({ ms: performance.now() - sentAt, answer });
        };
        onClose = () => reject(new Error("the connection was closed"));
        socket.send(frame);
      }),
    close: () => socket.close(),
  };
};
