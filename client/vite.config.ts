// Builds the client to dist/ and, in development, serves it with the API, the sockets and media behind the same origin.
import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

process.env.VITE_BRAND_NAME ??= "Jara";
const server = process.env.API_ORIGIN ?? "http://127.0.0.1:3000";

export default defineConfig({
  plugins: [react(), tailwind()],
  build: {
    outDir: "dist",
    target: "es2022",
    // Nothing becomes a data: URL or an inline script, so the strict Content-Security-Policy holds.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: {
      "/api": server,
      "/media": server,
      "/dev": server,
      "/socket.io": { target: server, ws: true },
      "/ws": { target: server, ws: true },
    },
  },
});
