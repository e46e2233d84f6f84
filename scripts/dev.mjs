// `pnpm dev`: the server (restarted on change) and the client (reloaded on change), both until Ctrl-C.
import { spawn } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const port = process.env.PORT ?? "3000";
const run = (folder, tool, args, env = {}) =>
  spawn(path.join(root, folder, "node_modules/.bin", tool), args, {
    cwd: path.join(root, folder),
    stdio: "inherit",
    env: { ...process.env, ...env },
  });

const children = [
  run("", "tsx", ["watch", "--clear-screen=false", "server/src/main.ts"], {
    PUBLIC_URL: "http://localhost:5173",
    PORT: port,
  }),
  run("client", "vite", [], { API_ORIGIN: `http://127.0.0.1:${port}` }),
];
console.log("The client with reload: http://localhost:5173");
const stop = () => {
  for (const child of children) child.kill("SIGTERM");
};
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, stop);
for (const child of children) child.on("exit", stop);
