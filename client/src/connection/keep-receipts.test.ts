import { expect, it, vi } from "vitest";
import { FakeSocket } from "./fake-socket.ts";
import { keepingReceipts } from "./keep-receipts.ts";

it("keeps a receipt after it has passed the answer on, and keeps nothing of an answer without one", async () => {
  const socket = new FakeSocket();
  socket.connected = true;
  const receipt = { statement: "{}", index: 1, path: "", note: "" };
  const happened: string[] = [];
  const keeping = keepingReceipts(socket, (kept) => happened.push(`kept ${kept === receipt}`));
  keeping.emit("bid:place", {}, () => happened.push("answered"));
  keeping.emit("bid:place", {}, () => happened.push("refused"));
  socket.emitted[0]?.answer({ ok: true, receipt });
  socket.emitted[1]?.answer({ ok: false, error: {} });
  expect(happened).toEqual(["answered", "refused"]);
  await vi.waitFor(() => expect(happened).toEqual(["answered", "refused", "kept true"]), 15_000);
});

it("sends a command again without asking for a receipt, if a server of the previous version refuses the field", () => {
  const socket = new FakeSocket();
  socket.connected = true;
  const answers: unknown[] = [];
  keepingReceipts(socket, () => {}).emit("bid:place", { amount: 5 }, (answer) => answers.push(answer));
  socket.emitted[0]?.answer({ ok: false, error: { code: "INVALID" } });
  socket.emitted[1]?.answer({ ok: true });
  expect(socket.emitted.map(({ data }) => data)).toEqual([{ amount: 5, receipt: true }, { amount: 5 }]);
  expect(answers).toEqual([{ ok: true }]);
});
