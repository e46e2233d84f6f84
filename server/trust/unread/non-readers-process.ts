// A program that opens many connections that do not read, and lets them ask when it is told to. Its arguments are the
// number of connections and what each asks for, as JSON.
import { setTimeout as sleep } from "node:timers/promises";
import { type Asking, type NonReader, openNonReader, ways } from "./non-readers.ts";

/** Opened at the same time, and the time until the next are: below what one address may open in a second. */
const AT_ONCE = 30;
const EVERY_MS = 100;

const [count = "0", json = "{}"] = process.argv.slice(2);
const asking = JSON.parse(json) as Asking;
const open: NonReader[] = [];
process.once("message", () => {
  for (const one of open) one.ask();
});
while (open.length < Number(count)) {
  const size = Math.min(AT_ONCE, Number(count) - open.length);
  const opened = Array.from({ length: size }, (_, n) =>
    openNonReader(ways[(open.length + n) % ways.length] ?? "/ws", asking),
  );
  open.push(...(await Promise.all([...opened, sleep(EVERY_MS)])).filter((one) => one !== undefined));
}
process.send?.("open");
