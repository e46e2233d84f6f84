// Hostile texts (HTML, SQL, templates, formulas), which must come back as they were sent and never run.
export const hostileTexts: readonly string[] = [
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "'; drop table lot_questions; --",
  "{{7*7}} %00 %s",
  "\u202egnp.exe اَلْعَرَبِيَّةُ",
  '=HYPERLINK("x")',
];
