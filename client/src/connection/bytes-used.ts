// Counts the bytes that this visit used: those of its requests, as the browser reports them, and those of the live
// connection. A visit is a tab until it is closed. The headers of the network itself (TCP, TLS) are not counted,
// because no page can see them; they add some 40 bytes to each packet.
import type { Manager } from "socket.io-client";

const KEPT = "bytes-used";
/** A WebSocket frame has a header of at least this, and a mask in one direction. */
const FRAME_BYTES = 4;

/** The browser reckons 300 bytes of headers for each answer. Over HTTP/1.1 the site's are some 1,200, uncompressed. */
const MORE_HEADERS = 900;

export interface BytesUsed {
  /** Pages, code, pictures and requests. */
  requests: number;
  /** The live connection. */
  live: number;
}

const read = (): BytesUsed => {
  try {
    return { requests: 0, live: 0, ...JSON.parse(sessionStorage.getItem(KEPT) ?? "{}") };
  } catch {
    return { requests: 0, live: 0 };
  }
};
const used = read();

export const bytesUsed = (): BytesUsed => ({ ...used });

const sizeOf = (data: unknown): number => (typeof data === "string" ? new TextEncoder().encode(data).length : 0);

/** Counts everything from the document's first request on. */
export const countBytes = (manager: Manager): void => {
  const add = (list: PerformanceEntryList) => {
    for (const { transferSize, nextHopProtocol } of list as PerformanceResourceTiming[]) {
      // An answer from the cache transferred nothing.
      if (transferSize > 0) used.requests += transferSize + (nextHopProtocol === "http/1.1" ? MORE_HEADERS : 0);
    }
  };
  const observer = new PerformanceObserver((list) => add(list.getEntries()));
  observer.observe({ type: "navigation", buffered: true });
  observer.observe({ type: "resource", buffered: true });
  manager.on("open", () => {
    const { engine } = manager;
    // Polling is counted with the requests.
    const count = ({ data }: { data?: unknown }) => {
      if (engine.transport.name === "websocket") used.live += sizeOf(data) + 1 + FRAME_BYTES;
    };
    engine.on("packet", count);
    engine.on("packetCreate", count);
  });
  window.addEventListener("pagehide", () => {
    try {
      sessionStorage.setItem(KEPT, JSON.stringify(used));
    } catch {
      // A browser that keeps nothing counts this page alone.
    }
  });
};
