// Sends invalid frames on an open connection, on either transport: damaged commands, and frames that are not commands.
// A valid command follows each, so that the effect of the invalid one is known.
import { randomUUID } from "node:crypto";
import { liveCommands } from "@jara/shared/calls/live-list";
import { httpStatusByCode } from "@jara/shared/errors";
import { WebSocket } from "ws";
import type { Random } from "../round/random.ts";
import type { Fuzzed, FuzzTarget } from "./target.ts";
import { badJson, badWord, scrambled, spoiled } from "./texts.ts";

const ANSWERED_WITHIN_MS = 20_000;
const names = Object.keys(liveCommands);

const fieldsOf = (name: string, auctionId: string): Record<string, string> => {
  const [id, commandId] = [JSON.stringify(auctionId), JSON.stringify(randomUUID())];
  if (name === "bid:place") return { auctionId: id, amount: "1100", commandId };
  if (name === "maxbid:set") return { auctionId: id, maxAmount: "5000", currency: '"NGN"', commandId };
  if (name === "maxbid:cancel") return { maxBidId: id, commandId };
  if (name === "buy-it-now") return { auctionId: id, commandId };
  if (name === "clock:sync") return { t0: "1" };
  return name.startsWith("auction:") ? { auctionId: id } : {};
};

/** A command's name and data as JSON texts. */
const badCommand = (random: Random, auctionId: string): [name: string, data: string] => {
  const name = random.oneIn(6) ? badWord(random) : random.pick(names);
  if (random.oneIn(4)) return [JSON.stringify(name), badJson(random, 3)];
  const fields = fieldsOf(name, auctionId);
  const [field] = Object.keys(fields);
  // Every value that a field may not have, and some that it may, because commands of a user without money are refused
  // anyway.
  if (random.oneIn(2) && field) {
    const spoiltField = random.pick(Object.keys(fields));
    const changed = { ...fields, [spoiltField]: badJson(random, 1) };
    return [
      JSON.stringify(name),
      `{${Object.entries(changed)
        .map(([key, value]) => `"${key}":${value}`)
        .join(",")}}`,
    ];
  }
  return [random.oneIn(10) ? badJson(random, 1) : JSON.stringify(name), spoiled(random, fields)];
};

const ID = () => randomUUID().slice(0, 8);

const plainFrame = (random: Random, target: FuzzTarget): string | Buffer => {
  const [name, data] = badCommand(random, target.auctionId);
  const id = random.oneIn(4) ? badJson(random, 1) : random.oneIn(2) ? `"${ID()}"` : String(random.whole(2 ** 31));
  const whole = `{"id":${id},"type":${name},"data":${data}}`;
  const kind = random.whole(12);
  if (kind < 7) return whole;
  if (kind < 8) return badJson(random, 3);
  if (kind < 9) return `{"id":${id},"id":2,"type":${name},"type":"x","data":${data},"data":${badJson(random, 1)}}`;
  if (kind < 10) return scrambled(random, whole);
  if (kind < 11) return JSON.stringify({ id: 1, type: "authenticate", data: { token: badWord(random) } });
  return Buffer.from(Array.from({ length: random.pick([0, 1, 100, 17_000]) }, () => random.whole(256)));
};

const socketIoFrame = (random: Random, target: FuzzTarget): string | Buffer => {
  const [name, data] = badCommand(random, target.auctionId);
  const ack = random.pick(["", "7", String(random.whole(2 ** 31)), "99999999999999999999", "-1", "1e3"]);
  const kind = random.whole(16);
  if (kind < 8) return `42${random.oneIn(6) ? ack : random.whole(1_000_000)}[${name},${data}]`;
  if (kind < 9) return `42${ack}[${name},${data},${badJson(random, 1)},${badJson(random, 1)}]`;
  if (kind < 10)
    return `4${random.pick(["0", "1", "3", "4", "5", "6", "7", "9", "x"])}${random.pick(["", "/admin,", "/x?y=1,", ","])}${ack}${badJson(random, 2)}`;
  if (kind < 11)
    return `45${random.pick(["0", "1", "2", "11", "999999999", "-1", "1.5", ""])}-${ack}[${name},{"_placeholder":true,"num":${random.pick(["0", "-1", "99", '"x"', "null"])}}]`;
  if (kind < 12)
    return random.pick([
      "1",
      "2",
      "2probe",
      "3",
      "3probe",
      "5",
      "6",
      "7",
      "b4AAAA",
      "",
      "0{}",
      "\u001e",
      "4\u001e4",
      "40",
      "41",
      "44{}",
    ]);
  if (kind < 13) return scrambled(random, `427[${name},${data}]`);
  if (kind < 14) return `40/${badWord(random)},${badJson(random, 1)}`;
  if (kind < 15) return `42/${badWord(random)},7[${name},${data}]`;
  return Buffer.from(Array.from({ length: random.pick([0, 1, 100, 17_000]) }, () => random.whole(256)));
};

/** Sends frames one after the other on one connection, and opens a new one if the server closed it. */
export const openFrames = (transport: "socket.io" | "/ws", random: Random, target: FuzzTarget) => {
  const isPlain = transport === "/ws";
  let socket: WebSocket | null = null;
  let heard: string[] = [];
  let settle = (): void => {};

  const open = async (): Promise<WebSocket> => {
    if (socket?.readyState === WebSocket.OPEN) return socket;
    const path = isPlain ? "/ws" : "/socket.io/?EIO=4&transport=websocket";
    const headers = isPlain ? { authorization: `Bearer ${target.poor.token}` } : {};
    const opened = new WebSocket(`${target.address.replace("http", "ws")}${path}`, { headers });
    opened.on("error", () => {});
    opened.on("message", (raw, isBinary) => {
      const text = isBinary ? "binary" : raw.toString();
      if (!isPlain && text === "2") opened.send("3");
      else heard.push(text);
      settle();
    });
    opened.on("close", () => settle());
    await new Promise((resolve, reject) => opened.once("open", resolve).once("error", reject).once("close", reject));
    socket = opened;
    if (!isPlain) {
      opened.send(`40${JSON.stringify({ token: target.poor.token })}`);
      await until(() => heard.some((text) => text.startsWith("40")) || opened.readyState !== WebSocket.OPEN);
    }
    heard = [];
    return opened;
  };

  const until = async (isSo: () => boolean): Promise<boolean> => {
    const late = performance.now() + ANSWERED_WITHIN_MS;
    while (!isSo()) {
      if (performance.now() > late) return false;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, 1_000);
        settle = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    return true;
  };

  return {
    async fuzz(): Promise<Fuzzed> {
      const to = await open();
      const frame = isPlain ? plainFrame(random, target) : socketIoFrame(random, target);
      heard = [];
      const mark = random.whole(2 ** 31) + 0.5;
      to.send(frame);
      if (to.readyState === WebSocket.OPEN) {
        to.send(
          isPlain
            ? `{"id":"mark","type":"clock:sync","data":{"t0":${mark}}}`
            : `428888888[${'"clock:sync"'},{"t0":${mark}}]`,
        );
      }
      const answered = () => heard.some((text) => text.includes(`"t0":${mark}`));
      const what = `${transport} ${typeof frame === "string" ? frame.slice(0, 300) : `bytes ${frame.subarray(0, 60).toString("base64")}`}`;
      if (!(await until(() => answered() || to.readyState !== WebSocket.OPEN))) {
        to.terminate();
        return { outcome: "no answer", finding: `nothing is answered any more after ${what}` };
      }
      const finding = heard
        .filter((text) => !text.includes(`"t0":${mark}`))
        .map(wrongWith)
        .find((one) => one !== null);
      return {
        outcome: answered() ? "refused" : "closed",
        finding: finding ? `${finding} upon ${what}` : null,
      };
    },
    close: () => socket?.terminate(),
  };
};

/** Returns a finding if the error is not in the contract, or if a bid was accepted. */
const wrongWith = (text: string): string | null => {
  const codes = [...text.matchAll(/"code":"([^"]*)"/g)].map(([, code]) => code ?? "");
  const odd = codes.find(
    (code) => !Object.hasOwn(httpStatusByCode, code) || code === "INTERNAL" || code === "UNAVAILABLE",
  );
  if (odd !== undefined) return `answered ${odd} (${text.slice(0, 200)})`;
  if (/"ok":true.*"(bid|maxBid|paymentInstructions)"/.test(text)) return `took it (${text.slice(0, 200)})`;
  return null;
};
