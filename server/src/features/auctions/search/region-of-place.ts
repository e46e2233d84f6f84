// Finds the region of a place of collection: the one that it names, or that of the town that it names. A house writes
// "12 Ring Road, Ibadan" without the state.
import { regionIn } from "@jara/shared/region-in";
import type { Region } from "@jara/shared/regions";

/** The capitals of the states, where they have another name, and other large towns. */
const towns: Readonly<Record<string, Region>> = {
  aba: "abia",
  abakaliki: "ebonyi",
  abeokuta: "ogun",
  akure: "ondo",
  asaba: "delta",
  awka: "anambra",
  "benin city": "edo",
  calabar: "cross river",
  damaturu: "yobe",
  dutse: "jigawa",
  gusau: "zamfara",
  ibadan: "oyo",
  ikeja: "lagos",
  ilorin: "kwara",
  jalingo: "taraba",
  jos: "plateau",
  lafia: "nasarawa",
  lekki: "lagos",
  lokoja: "kogi",
  maiduguri: "borno",
  makurdi: "benue",
  minna: "niger",
  nnewi: "anambra",
  ogbomosho: "oyo",
  onitsha: "anambra",
  osogbo: "osun",
  owerri: "imo",
  "port harcourt": "rivers",
  umuahia: "abia",
  uyo: "akwa ibom",
  warri: "delta",
  yenagoa: "bayelsa",
  yola: "adamawa",
  zaria: "kaduna",
};
/** The first part of the pattern matches as much as it can, so the pattern finds the last town. */
const pattern = new RegExp(`^.*(?<![\\p{L}\\p{N}_])(${Object.keys(towns).join("|")})(?![\\p{L}\\p{N}_])`, "su");

export const regionOfPlace = (place: string): Region | null => {
  const town = pattern.exec(place.toLowerCase())?.[1] ?? "";
  return regionIn(place) ?? towns[town] ?? null;
};
