// Runs in browsers that are too old for the client, also as a script that is no module: leads to the page of the same
// lot or list that needs no script.
(() => {
  var path = location.pathname;
  var lot = /^\/auction\/[^/]+$/.test(path);
  location.replace((lot ? path : "") + "/plain" + (lot || path === "/" ? location.search : ""));
})();
