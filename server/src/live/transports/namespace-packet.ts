// Reads the kind and namespace of a Socket.IO packet from its first characters only, because the rest may be 16 KiB of
// anything.

/** "engine": a packet of Engine.IO itself (ping, close); it never reaches Socket.IO. */
export type PacketKind =
  | { readonly kind: "engine" }
  | { readonly kind: "connect" | "other"; readonly namespace: string };

const DEFAULT = "/";
const engine: PacketKind = { kind: "engine" };
const other: PacketKind = { kind: "other", namespace: DEFAULT };
const connect: PacketKind = { kind: "connect", namespace: DEFAULT };

export const isDefault = (namespace: string): boolean => namespace === DEFAULT;

/** Reads one packet as Engine.IO delivers it. With HTTP polling a binary packet begins with `b`. */
export const readPacketKind = (encoded: string | Buffer): PacketKind => {
  if (typeof encoded !== "string" || encoded.startsWith("b")) return other;
  if (!encoded.startsWith("4")) return engine;
  const type = encoded.charAt(1);
  // Binary packets begin with the number of their attachments: `51-/admin,[…]`.
  const start = type === "5" || type === "6" ? encoded.indexOf("-") + 1 : 2;
  if (encoded.charAt(start) !== "/") return type === "0" ? connect : other;
  const end = encoded.indexOf(",", start);
  return { kind: type === "0" ? "connect" : "other", namespace: encoded.slice(start, end < 0 ? undefined : end) };
};
