// Runs in browsers that are too old for the client, also as a script that is no module: leads to the page of the same
// lot or list that needs no script. In ECMAScript 5.
// biome-ignore-all lint: an old browser reads this file
var path = location.pathname;
var lot = /^\/auction\/[^/]+$/.test(path) ? path : "";
location.replace(lot + "/plain" + (lot || path === "/" ? location.search : ""));
