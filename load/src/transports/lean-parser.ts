// Socket.IO's text protocol (version 5, default namespace, no binary) for its client's `parser` option. A text that
// goes to many sockets is parsed once for all of them.
import { EventEmitter } from "node:events";
import { FrameCache } from "./frame-cache.ts";

interface Packet {
  type: number;
  nsp: string;
  data?: unknown;
  id?: number;
}

const EVENT = 2;
/** The event that goes to many sockets; other events are personal or rare. */
const SHARED = '2["auction:price"';

export class Encoder {
  encode({ type, id, data }: Packet): string[] {
    return [`${type}${id ?? ""}${data === undefined ? "" : JSON.stringify(data)}`];
  }
}

/** Throws for text outside this protocol; the client then closes the connection. */
const parsePacket = (text: string): Packet => {
  const [, type, id, json] = /^([0-4])(\d*)([\s\S]*)$/.exec(text) ?? [];
  if (type === undefined || (json && json[0] === "/")) throw new Error("an unexpected packet");
  return {
    type: Number(type),
    nsp: "/",
    ...(id && { id: Number(id) }),
    ...(json && { data: JSON.parse(json) }),
  };
};

const shared = new FrameCache(parsePacket);

export class Decoder extends EventEmitter {
  add(text: unknown): void {
    if (typeof text !== "string") throw new Error("a binary packet that nobody asked for");
    const packet = text.startsWith(SHARED) ? shared.parse(text) : parsePacket(text);
    if (packet.type === EVENT && !Array.isArray(packet.data)) throw new Error("an event without a name");
    this.emit("decoded", packet);
  }

  destroy(): void {}
}
