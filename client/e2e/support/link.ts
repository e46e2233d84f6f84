// Simulates a network between the browser and the server: a TCP relay with a bandwidth, a delay and a loss of packets.
// It can be cut silently, give the device another address, and answer like the log-in page of a hotel. It models what
// TCP makes of a bad network: a lost packet stalls everything behind it. It does not model the growth and the shrinking
// of TCP's window.
import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { Direction, type Quality, type Way } from "./link-direction.ts";

const A_LOG_IN_PAGE = "<!doctype html><title>Hotel Wi-Fi</title><h1>Please log in to use this network</h1>";
const portalAnswers = {
  page: `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: ${A_LOG_IN_PAGE.length}\r\nConnection: close\r\n\r\n${A_LOG_IN_PAGE}`,
  redirect:
    "HTTP/1.1 302 Found\r\nLocation: http://login.hotel.test/\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
} as const;
export type PortalKind = keyof typeof portalAnswers;

interface Joined {
  near: Socket;
  far: Socket;
  ways: [Direction, Direction];
}

export class Link {
  /** Bytes that were passed on, by direction; TCP's own headers are not counted. */
  readonly bytes = { up: 0, down: 0 };
  readonly #relay: Server;
  readonly #joined = new Set<Joined>();
  readonly #waiting = new Set<Socket>();
  readonly #way: Way;
  #target: URL | null = null;
  #portal: PortalKind | null = null;
  #passesWebSockets = true;

  private constructor(relay: Server, quality: Quality) {
    this.#relay = relay;
    this.#way = { quality, isCut: false, freeAt: { up: 0, down: 0 }, passed: (way, size) => (this.bytes[way] += size) };
    relay.on("connection", (near) => this.#accept(near));
  }

  static async open(quality: Quality): Promise<Link> {
    const relay = createServer({ allowHalfOpen: true });
    relay.listen(0, "127.0.0.1");
    await once(relay, "listening");
    return new Link(relay, quality);
  }

  /** The browser opens the site at this address. */
  get origin(): string {
    const at = this.#relay.address();
    return `http://127.0.0.1:${typeof at === "object" && at ? at.port : 0}`;
  }

  leadTo(serverUrl: string): void {
    this.#target = new URL(serverUrl);
  }

  use(quality: Quality): void {
    this.#way.quality = quality;
  }

  /** Nothing passes any more, in either direction, and neither end is told: a tunnel. */
  cut(): void {
    this.#way.isCut = true;
  }

  /** Everything passes again. Open connections go on when TCP next sends what was not acknowledged. */
  mend(): void {
    this.#way.isCut = false;
    for (const { ways } of this.#joined) for (const way of ways) way.resend();
  }

  /** The device has another address: open connections are dead, and neither end is told. New ones work. */
  changeAddress(): void {
    for (const { ways } of this.#joined) for (const way of ways) way.die();
    this.mend();
  }

  /** New connections get the answer of a log-in page; open ones are dead. */
  showPortal(kind: PortalKind): void {
    for (const { ways } of this.#joined) for (const way of ways) way.die();
    this.#portal = kind;
  }

  /** The device drops its connections, as it does when it joins another network. */
  dropConnections(): void {
    for (const { near } of this.#joined) near.destroy();
  }

  /** As some proxies do: the request for a WebSocket never gets an answer. */
  swallowWebSockets(isOn: boolean): void {
    this.#passesWebSockets = !isOn;
  }

  logIn(): void {
    this.#portal = null;
  }

  async close(): Promise<void> {
    this.#relay.close();
    for (const { near, far } of this.#joined) {
      near.destroy();
      far.destroy();
    }
    for (const near of this.#waiting) near.destroy();
  }

  #accept(near: Socket): void {
    near.on("error", () => near.destroy());
    if (this.#portal) {
      const answer = portalAnswers[this.#portal];
      near.once("data", () => near.end(answer));
      this.#waiting.add(near);
      near.once("close", () => this.#waiting.delete(near));
      return;
    }
    if (!this.#target) return void near.destroy();
    const far = connect({ port: Number(this.#target.port), host: this.#target.hostname, allowHalfOpen: true });
    const joined: Joined = {
      near,
      far,
      ways: [new Direction("up", near, far, this.#way), new Direction("down", far, near, this.#way)],
    };
    if (!this.#passesWebSockets) {
      near.once("data", (data: Buffer) => {
        if (/^upgrade: websocket/im.test(data.toString("latin1"))) for (const way of joined.ways) way.die();
      });
    }
    this.#joined.add(joined);
    let left = 2;
    const ended = (): void => {
      left -= 1;
      if (left === 0) this.#joined.delete(joined);
    };
    near.once("close", ended);
    far.once("close", ended);
  }
}
