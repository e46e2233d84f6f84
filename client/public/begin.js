// Begins the client once the browser has shown what the server wrote into the page. To run the client's code first would
// keep a slow phone from painting. The code itself loads meanwhile (`modulepreload`).
const begin = () => void import(document.querySelector("link[data-client]").href);

const paintsSoon = document.visibilityState === "visible" && document.getElementById("root").hasChildNodes();
// A frame is painted after its callbacks, so a task after them runs once the page is visible.
if (paintsSoon) requestAnimationFrame(() => setTimeout(begin));
else begin();
