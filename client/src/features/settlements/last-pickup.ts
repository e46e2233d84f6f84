// Keeps in this browser the place and hours that staff last named for a pickup, so that they need not be typed again.
const KEY = "jara-pickup";

interface Pickup {
  place: string;
  hours: string;
}

export const lastPickup = (): Pickup => {
  try {
    const { place = "", hours = "" } = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Pickup>;
    return { place: String(place), hours: String(hours) };
  } catch {
    return { place: "", hours: "" };
  }
};

export const rememberPickup = (pickup: Pickup): void => {
  try {
    localStorage.setItem(KEY, JSON.stringify(pickup));
  } catch {
    // Storage can be full or forbidden; then it is typed again.
  }
};
