// Bundles the server's own code and the shared contract into dist/main.js; packages stay in node_modules.
import { build } from "esbuild";
import { bundle, notInstalledInside, packagesOutside } from "./packages-outside.mjs";

const common = { ...bundle, outdir: "dist" };

await build({
  ...common,
  entryPoints: [
    "src/main.ts",
    { in: "src/tools/operator/jara.ts", out: "jara" },
    { in: "src/tools/load/load-participants.ts", out: "load-participants" },
    // Loaded in the thread that draws PDF files (src/platform/pdf/draw-apart.ts).
    { in: "src/platform/pdf/draw-thread.mjs", out: "draw-thread" },
    { in: "src/features/offers/agreement-page.ts", out: "agreement-page" },
    { in: "src/features/proceeds/seller-statement-file.ts", out: "seller-statement-file" },
    { in: "src/features/receipts/receipt-page.ts", out: "receipt-page" },
    { in: "src/features/sales/catalogue/catalogue-pages.ts", out: "catalogue-pages" },
    { in: "src/features/settlements/invoices/invoice-page.ts", out: "invoice-page" },
    { in: "src/features/settlements/sale-papers/sale-pages.ts", out: "sale-pages" },
    { in: "src/features/statement/statement-file.ts", out: "statement-file" },
  ],
  splitting: true,
  plugins: [packagesOutside],
});

// The program of the nightly verdict shares no line with the server, so it is a bundle of its own.
await build({
  ...common,
  entryPoints: [{ in: "../load/src/verdict/main.ts", out: "verdict" }],
  plugins: [notInstalledInside],
});
