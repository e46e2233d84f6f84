// Counts what a page sends and receives, as the browser's own protocol reports it.
import type { Page } from "@playwright/test";

export interface Traffic {
  /** Requests: bodies as they were compressed, with their headers. */
  requests: number;
  /** WebSocket frames in both directions, with their headers. */
  live: number;
}

/** A frame's header: two bytes, or four for more than 125 bytes; a client's frame has a mask of four. */
const frameBytes = (payload: string, isMasked: boolean): number => {
  const length = Buffer.byteLength(payload);
  return length + (length > 125 ? 4 : 2) + (isMasked ? 4 : 0);
};

export class TrafficMeter {
  readonly #now: Traffic = { requests: 0, live: 0 };

  static async on(page: Page): Promise<TrafficMeter> {
    const meter = new TrafficMeter();
    const cdp = await page.context().newCDPSession(page);
    cdp.on("Network.loadingFinished", ({ encodedDataLength }) => (meter.#now.requests += encodedDataLength));
    cdp.on(
      "Network.webSocketFrameReceived",
      ({ response }) => (meter.#now.live += frameBytes(response.payloadData, false)),
    );
    cdp.on("Network.webSocketFrameSent", ({ response }) => (meter.#now.live += frameBytes(response.payloadData, true)));
    await cdp.send("Network.enable");
    return meter;
  }

  get total(): number {
    return this.#now.requests + this.#now.live;
  }

  read(): Traffic {
    return { ...this.#now };
  }
}
