// The web app manifest: how the site looks and starts when it is installed on a phone.

/** The page's background in the light theme (client/src/ui/theme.css), as in the page's theme-color. */
const PAPER = "#f5f4ef";

const icon = (file: string, size: number, purpose: "any" | "maskable") => ({
  src: `/icons/${file}.png`,
  sizes: `${size}x${size}`,
  type: "image/png",
  purpose,
});

const shortcut = (name: string, url: string) => ({ name, url, icons: [icon("icon-192", 192, "any")] });

export const manifestOf = (brandName: string): object => ({
  // The identity of the installed app. It must never change, or phones would take it for another app.
  id: "/",
  name: brandName,
  short_name: brandName,
  description: "Live auctions in Nigeria. Bid in naira or dollars, by hand or with a maximum bid.",
  lang: "en-NG",
  dir: "ltr",
  start_url: "/",
  scope: "/",
  display: "standalone",
  background_color: PAPER,
  theme_color: PAPER,
  categories: ["shopping"],
  icons: [
    icon("icon-192", 192, "any"),
    icon("icon-512", 512, "any"),
    icon("maskable-192", 192, "maskable"),
    icon("maskable-512", 512, "maskable"),
  ],
  shortcuts: [shortcut("Watchlist", "/watchlist"), shortcut("My bids", "/my-bids")],
});
