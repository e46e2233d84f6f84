// What a packet of Socket.IO says of namespaces, read from its first characters: the rest may be 16 KiB of anything.

/** "engine": Engine.IO's own (pings, closes); it never reaches Socket.IO. */
export type PacketKind =
  | { readonly kind: "engine" }
  | { readonly kind: "connect" | "other"; readonly namespace: string };

const DEFAULT = "/";
const engine: PacketKind = { kind: "engine" };
const other: PacketKind = { kind: "other", namespace: DEFAULT };
const connect: PacketKind = { kind: "connect", namespace: DEFAULT };

export const isDefault = (namespace: string): boolean => namespace === DEFAULT;

/** Of one packet as Engine.IO brings it; `b` begins a binary one where HTTP polling brings it. */
export const readPacketKind = (encoded: string | Buffer): PacketKind => {
  if (typeof encoded !== "string" || encoded.startsWith("b")) return other;
  if (!encoded.startsWith("4")) return engine;
  const type = encoded.charAt(1);
  // Binary packets name the number of their attachments first: `51-/admin,[…]`.
  const start = type === "5" || type === "6" ? encoded.indexOf("-") + 1 : 2;
  if (encoded.charAt(start) !== "/") return type === "0" ? connect : other;
  const end = encoded.indexOf(",", start);
  return { kind: type === "0" ? "connect" : "other", namespace: encoded.slice(start, end < 0 ? undefined : end) };
};
