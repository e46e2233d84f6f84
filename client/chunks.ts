// Says which built file carries the code that several parts of the client share. A patchy network pays for each request,
// so that what one part of a visit needs travels together, and users pay for their data, so that nobody loads what only a
// later part needs.
import path from "node:path";

type GetModuleInfo = (
  id: string,
) => { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] } | null;

const fileOf = (name: string): string => path.join(import.meta.dirname, "src", name);

const START = fileOf("main.tsx");
/** The parts of a visit in their order, and where the code of each begins. Shared code travels with the first of them. */
const PARTS = [
  ["ui", [START, fileOf("screens/home.tsx"), fileOf("screens/home/ending-soon.tsx")]],
  ["late", ["app/late-parts.tsx", "ui/toaster.tsx", "screens/home/search-tools.tsx"].map(fileOf)],
  ["lots", [fileOf("screens/auction-detail.tsx")]],
] as const;

type Modules = ReadonlySet<string>;

/** Its index leads to all of it. Home needs what is in "vendor" (vite.config.ts), and the rest later. */
const isQueryLibrary = (id: string): boolean => id.includes("@tanstack");
const isOtherPackage = (id: string): boolean => id.includes("node_modules") && !id.includes("lucide-react");

/** All modules that load with these. Not those with schemas: others take a constant of them, and few take a schema. */
const loadedWith = (ids: readonly string[], getModuleInfo: GetModuleInfo): Modules => {
  const found = new Set(ids);
  const refused = new Set<string>();
  for (const id of found) {
    const imported = getModuleInfo(id)?.importedIds ?? [];
    if (isOtherPackage(id) || imported.some((one) => one.includes("/zod/"))) refused.add(id);
    else for (const one of imported) found.add(one);
  }
  return new Set([...found].filter((id) => !refused.has(id)));
};

/** The modules that several of the files need with which a load may begin. */
const sharedModules = (getModuleInfo: GetModuleInfo): Modules => {
  const begins = new Set([START]);
  const [once, more] = [new Set<string>(), new Set<string>()];
  for (const begin of begins) {
    for (const id of loadedWith([begin], getModuleInfo)) {
      (once.has(id) ? more : once).add(id);
      for (const late of getModuleInfo(id)?.dynamicallyImportedIds ?? []) begins.add(late);
    }
  }
  return more;
};

const placesIn = (getModuleInfo: GetModuleInfo): ReadonlyMap<string, string> => {
  const shared = sharedModules(getModuleInfo);
  const places = new Map<string, string>();
  for (const [name, begins] of PARTS) {
    for (const id of loadedWith(begins, getModuleInfo)) if (shared.has(id) && !places.has(id)) places.set(id, name);
  }
  return places;
};

let places: ReadonlyMap<string, string> | undefined;
const placeOf = (id: string, graph: { getModuleInfo: GetModuleInfo }): string | undefined => {
  if (isQueryLibrary(id)) return "late";
  places ??= placesIn((module) => graph.getModuleInfo(module));
  return places.get(id);
};

/** In their order, because a group takes with it what its modules import. */
export const sharedChunks = PARTS.map(([place]) => ({
  debugName: place,
  name: (id: string, graph: { getModuleInfo: GetModuleInfo }) => (placeOf(id, graph) === place ? place : null),
}));
