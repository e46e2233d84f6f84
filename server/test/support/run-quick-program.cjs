// Runs one program of the bundle of `quick-programs.ts`. The first process of a program that succeeds keeps the machine
// code that it had compiled, for all later ones.
const { existsSync, readFileSync, renameSync, writeFileSync } = require("node:fs");
const { createRequire } = require("node:module");
const path = require("node:path");
const { Script } = require("node:vm");

// The program finds only its own arguments in `process.argv`.
const [file, name] = process.argv.splice(1, 3).slice(1);
process.argv.splice(1, 0, file);
const compiled = `${file}.${name}.compiled`;
const isCompiled = existsSync(compiled);
// The bundle is ASCII, which this encoding reads soonest.
const script = new Script(`(function (exports, require, module, programName) {${readFileSync(file, "latin1")}\n})`, {
  filename: file,
  ...(isCompiled && { cachedData: readFileSync(compiled) }),
});
if (!isCompiled) {
  process.once("exit", (code) => {
    if (code !== 0 || existsSync(compiled)) return;
    // Another process never sees half of a file.
    writeFileSync(`${compiled}.${process.pid}`, script.createCachedData());
    renameSync(`${compiled}.${process.pid}`, compiled);
  });
}
const module_ = { exports: {} };
script.runInThisContext()(module_.exports, createRequire(path.join(__dirname, "../../src/main.ts")), module_, name);
