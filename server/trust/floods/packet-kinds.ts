// The kinds of packets with which a visitor without an account can flood: the transport, what is sent once at the
// start, and what is sent repeatedly.

/** A WebSocket frame as a client writes it, masked with zeros. Its payload must be shorter than 126 bytes. */
export const frame = (opcode: number, payload: string | Buffer, isLast = true): Buffer => {
  const bytes = Buffer.from(payload);
  return Buffer.concat([Buffer.from([(isLast ? 0x80 : 0) | opcode, 0x80 | bytes.length, 0, 0, 0, 0]), bytes]);
};
export const text = (payload: string): Buffer => frame(1, payload);
const binary = (payload: Buffer): Buffer => frame(2, payload);
const ping = frame(9, "ping");
const pong = frame(10, "pong");
const continuation = frame(0, "", false);
const nothing = Buffer.alloc(0);

export interface PacketKind {
  readonly path: "/ws" | "socket.io" | "polling";
  /** Sent once. */
  readonly first: Buffer;
  /** Sent repeatedly. */
  readonly again: Buffer;
}

const joined = text("40");
const socketIo = (again: Buffer, first: Buffer = nothing): PacketKind => ({ path: "socket.io", first, again });
const plain = (again: Buffer, first: Buffer = nothing): PacketKind => ({ path: "/ws", first, again });

export const packetKinds: Readonly<Record<string, PacketKind>> = {
  "connects with a bad token": socketIo(text('40{"token":"x"}')),
  "connects to other namespaces": socketIo(text("40/x,")),
  "connects and disconnects": socketIo(Buffer.concat([text("40"), text("41")])),
  events: socketIo(text('42["x"]'), joined),
  acknowledgements: socketIo(text("431[]"), joined),
  "binary events and their attachments": socketIo(
    Buffer.concat([text('451-["x",{"_placeholder":true,"num":0}]'), binary(Buffer.from("abc"))]),
    joined,
  ),
  heartbeats: socketIo(text("3"), joined),
  "WebSocket pings and pongs": socketIo(Buffer.concat([ping, pong]), joined),
  "empty packets": socketIo(text(""), joined),
  "packets of unknown types": socketIo(text("49[]"), joined),
  "HTTP polling, many packets a request": { path: "polling", first: nothing, again: Buffer.from('42["x"]') },
  "frames that are no JSON, on /ws": plain(text("{")),
  "binary and empty frames, on /ws": plain(Buffer.concat([binary(Buffer.from([0])), text("")])),
  "pings, on /ws": plain(ping),
  "fragments without end, on /ws": plain(continuation, frame(1, "{", false)),
};
