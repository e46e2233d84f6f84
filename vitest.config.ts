// For editors, which look for this name.
export { default } from "./vitest.workspace.ts";
