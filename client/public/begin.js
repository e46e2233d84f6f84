// Begins the client. On a page that the server has filled, the browser paints first: the code is neither loaded nor run
// before, so that a slow phone and a slow line show the page soonest. Then each part runs in a task of its own, between
// which the browser answers touches.
const LONGEST_WAIT_MS = 1000;

// The oldest browsers that run the client (docs/found-outside.md) are the first with both. Opera Mini reports more than it
// can do. An older browser must be able to read this file, so it has no syntax after 2020.
const isCurrent = "toSorted" in Array.prototype && CSS.supports("color", "color-mix(in srgb, red, red)");
const isTooOld = !isCurrent || "operamini" in window;

const links = (selector) => [...document.querySelectorAll(`link${selector}`)];
const nextTask = () => new Promise((resolve) => setTimeout(resolve));

const begin = async () => {
  // The server wrote `rel="code"` where a browser would load at once.
  for (const link of links("[rel=code]")) link.rel = "modulepreload";
  for (const { href } of links("[data-part]")) {
    await import(href);
    await nextTask();
  }
  for (const { href } of links("[data-client]")) await import(href);
};

/** The pictures of the first view are there, or take too long. */
const picturesShown = (root) => {
  const pictures = [...root.querySelectorAll("img:not([loading=lazy])")];
  const shown = Promise.allSettled(pictures.map((picture) => picture.decode()));
  return Promise.race([shown, new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT_MS))]);
};

// The browser offers to install the site once, perhaps before the client runs. The client asks the person later.
addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  window.installOffer = event;
});

const root = document.getElementById("root");
if (isTooOld) {
  import("/old-browser.js");
} else if (document.visibilityState === "visible" && root.hasChildNodes()) {
  // A frame is painted after its callbacks, so a task after them runs once the page is visible.
  picturesShown(root).then(() => requestAnimationFrame(() => setTimeout(begin)));
} else {
  void begin();
}
