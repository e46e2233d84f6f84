// The first module of the thread that draws files. It is JavaScript, because a thread of a server that runs from its
// sources must load tsx before it can load TypeScript.
/**
 * Calls the function `draw` of the module with the task.
 * @param {{ module: string, isSource: boolean, task: unknown }} asked
 */
export const draw = async ({ module, isSource, task }) => {
  if (isSource) await readTypeScript();
  return (await import(module)).draw(task);
};

let reading;
const readTypeScript = () => {
  reading ??= import("tsx/esm/api").then(({ register }) => register());
  return reading;
};
