// Says which built file carries the code that several parts of the client share. Each request costs time on a patchy
// network, so the code that one part of a visit needs travels together. Users pay for their data, so nobody loads code
// that only a later part needs.
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
  ["rows", [fileOf("screens/my-bids.tsx")]],
  ["lots", [fileOf("screens/auction-detail.tsx")]],
  ["account", [fileOf("screens/account/login.tsx")]],
] as const;

type Modules = ReadonlySet<string>;

/** The library's index imports all of it. Home needs its part in "vendor" (vite.config.ts); the rest loads later. */
const isQueryLibrary = (id: string): boolean => id.includes("@tanstack");
const isOtherPackage = (id: string): boolean => id.includes("node_modules") && !id.includes("lucide-react");

/** Returns all modules that load with these, without those that have schemas: most importers need only a constant. */
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

/** Returns the modules that several first files need: the start, and each file that is loaded on demand. */
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

/** The order counts, because a group also takes what its modules import. */
export const sharedChunks = PARTS.map(([place]) => ({
  debugName: place,
  name: (id: string, graph: { getModuleInfo: GetModuleInfo }) => (placeOf(id, graph) === place ? place : null),
}));
