// Builds the client to dist/ and, in development, serves it with the API, the sockets and media behind the same origin.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { build, defineConfig, type Plugin } from "vite";
import { sharedChunks } from "./chunks.ts";
import { lightCalls } from "./light-calls.ts";
import { lightIcons } from "./light-icons.ts";
import { lightShared } from "./light-shared.ts";

process.env.VITE_BRAND_NAME ??= process.env.BRAND_NAME ?? "Jara";
const server = process.env.API_ORIGIN ?? "http://127.0.0.1:3000";

/** The built page begins the client by `public/begin.js`, once the page is visible. */
const beginLater: Plugin = {
  name: "begin-later",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler: (html) => {
      const entry = /<script type="module" crossorigin src="([^"]+)"><\/script>/;
      if (!entry.test(html)) throw new Error("index.html has no entry to begin later");
      const begun =
        '<link rel="modulepreload" crossorigin href="$1" data-client>\n    <script type="module" src="/begin.js"></script>\n    <script nomodule src="/old-browser.js"></script>';
      // The style sheet and the first picture go before the code. A part is what the entry imports.
      return html
        .replaceAll('<link rel="modulepreload"', '<link data-part rel="modulepreload"')
        .replace(entry, begun)
        .replaceAll('rel="modulepreload"', 'rel="modulepreload" fetchpriority="low"');
    },
  },
};

const dist = path.resolve(import.meta.dirname, "dist");
/** The oldest browsers that run the client, as docs/found-outside.md says. `begin.js` leads older ones to plain pages. */
const target = ["chrome111", "firefox115", "safari16.4"];
/** The parts that open without a connection: Home, what every page loads later, and the lots that were seen last. */
const shellParts = [
  "index.html",
  "src/screens/home.tsx",
  "src/screens/home/ending-soon.tsx",
  "src/features/search/components/category-chips.tsx",
  "src/screens/auction-detail.tsx",
  "src/features/offline/last-seen-lots.tsx",
  "src/app/late-parts.tsx",
  "src/ui/toaster.tsx",
  "src/connection/socket.ts",
];

/** The built files of these parts, with everything that they import. */
const shellFiles = (): ReadonlySet<string> => {
  type Chunk = { file: string; imports?: string[]; css?: string[]; assets?: string[] };
  const manifest = JSON.parse(readFileSync(path.join(dist, ".vite/manifest.json"), "utf8")) as Record<string, Chunk>;
  const files = new Set(["index.html", "begin.js"]);
  const add = (key: string): void => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The shell's part ${key} was not built`);
    if (files.has(chunk.file)) return;
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) files.add(file);
    for (const imported of chunk.imports ?? []) add(imported);
  };
  for (const part of shellParts) add(part);
  return files;
};

/** Builds the service worker last, because it carries the list of the shell's files. */
const serviceWorker: Plugin = {
  name: "service-worker",
  apply: "build",
  writeBundle: async () => {
    const version = createHash("sha256")
      .update(readFileSync(path.join(dist, "index.html")))
      .digest("hex");
    await build({
      configFile: false,
      root: import.meta.dirname,
      define: { __SHELL__: JSON.stringify({ version, files: [...shellFiles()].sort() }) },
      build: {
        target,
        outDir: dist,
        emptyOutDir: false,
        copyPublicDir: false,
        rolldownOptions: {
          input: path.join(import.meta.dirname, "service-worker/service-worker.ts"),
          output: { format: "iife", entryFileNames: "service-worker.js" },
        },
      },
    });
  },
};

export default defineConfig({
  plugins: [lightCalls, lightIcons, lightShared, react(), tailwind(), beginLater, serviceWorker],
  build: {
    outDir: "dist",
    manifest: true,
    target,
    // Nothing becomes a data: URL or an inline script, so the strict Content-Security-Policy holds.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      treeshake: { propertyReadSideEffects: false },
      output: {
        // Hashes of seven characters instead of eight: they cannot be compressed, and the first load names 90 files.
        entryFileNames: "assets/[name]-[hash:7].js",
        chunkFileNames: "assets/[name]-[hash:7].js",
        assetFileNames: "assets/[name]-[hash:7][extname]",
        codeSplitting: {
          groups: [
            // Packages that every page needs and releases seldom change are one file, which stays in the browser's
            // cache.
            {
              name: "vendor",
              test: /node_modules.(react|react-dom|scheduler|@tanstack(?!.*(queriesObserver|useQueries|[mM]utationObserver|useMutation\.))|zustand)[\\/]/,
            },
            ...sharedChunks,
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      "/manifest.webmanifest": server,
      "/api": server,
      "/feeds": server,
      "^/log([/?]|$)": server,
      "/media": server,
      "/dev": server,
      "/sandbox": server,
      "/socket.io": { target: server, ws: true },
      "/ws": { target: server, ws: true },
    },
  },
});
