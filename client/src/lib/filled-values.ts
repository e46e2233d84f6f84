// Reports values to a form that something filled in without an event, as some password managers and browsers do. The form
// would otherwise be sent without what its person sees in it. Imported for this effect.
export {};

const report = ({ target }: Event): void => {
  if (!(target instanceof HTMLFormElement)) return;
  // React tells the form only of those values that differ from what it knows.
  for (const field of target.elements) {
    if (field instanceof HTMLInputElement) field.dispatchEvent(new Event("input", { bubbles: true }));
  }
};

// Before the form itself learns that it is sent.
window.addEventListener("submit", report, true);
