// Finds the region of a place of collection: the one that it names, or that of the town that it names. A house writes
// "12 Ring Road, Ibadan" without the state.
import { regionIn } from "@jara/shared/region-in";
import type { Region } from "@jara/shared/regions";

/** The capitals of the states, where they have another name, other large towns, and the parts of Lagos and Abuja. */
const towns: Readonly<Record<string, Region>> = {
  aba: "abia",
  abakaliki: "ebonyi",
  abeokuta: "ogun",
  agege: "lagos",
  ajah: "lagos",
  akure: "ondo",
  apapa: "lagos",
  asaba: "delta",
  auchi: "edo",
  awka: "anambra",
  badagry: "lagos",
  "benin city": "edo",
  bida: "niger",
  calabar: "cross river",
  damaturu: "yobe",
  dutse: "jigawa",
  eket: "akwa ibom",
  epe: "lagos",
  gusau: "zamfara",
  gwagwalada: "abuja",
  gwarinpa: "abuja",
  ibadan: "oyo",
  "ijebu ode": "ogun",
  ikeja: "lagos",
  ikorodu: "lagos",
  ikoyi: "lagos",
  "ile-ife": "osun",
  ilesa: "osun",
  ilorin: "kwara",
  jalingo: "taraba",
  jos: "plateau",
  kubwa: "abuja",
  lafia: "nasarawa",
  lekki: "lagos",
  lokoja: "kogi",
  maiduguri: "borno",
  makurdi: "benue",
  minna: "niger",
  mubi: "adamawa",
  nnewi: "anambra",
  nsukka: "enugu",
  offa: "kwara",
  ogbomosho: "oyo",
  onitsha: "anambra",
  orlu: "imo",
  osogbo: "osun",
  owerri: "imo",
  "port harcourt": "rivers",
  sagamu: "ogun",
  "sango ota": "ogun",
  sapele: "delta",
  suleja: "niger",
  surulere: "lagos",
  umuahia: "abia",
  uyo: "akwa ibom",
  "victoria island": "lagos",
  warri: "delta",
  wuse: "abuja",
  yaba: "lagos",
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
