// The styles of mails: the client's theme colours inline, which every mail program reads, and the dark colours by class
// for programs that follow the phone's setting.

const light = {
  paper: "#f5f4ef",
  surface: "#fefdfb",
  ink: "#1b1c18",
  soft: "#57574d",
  line: "#d9d7cc",
  brand: "#0b5a3a",
};
const dark = {
  paper: "#121411",
  surface: "#1a1d19",
  ink: "#eceae2",
  soft: "#abaa9e",
  line: "#30342e",
  brand: "#6ccb9b",
};
const onBrand = { light: "#fdfcf8", dark: "#05251a" };

const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',Arial,sans-serif";
const breaks = "overflow-wrap:anywhere;word-break:break-word";

export const styles = {
  body: `margin:0;padding:0;background:${light.paper};${font};-webkit-text-size-adjust:100%`,
  page: `background:${light.paper}`,
  margin: "padding:16px",
  column: "max-width:560px;margin:0 auto",
  brandRow: "padding:8px 4px 16px",
  brand: `${font};font-size:20px;line-height:28px;font-weight:700;color:${light.brand};text-decoration:none`,
  card: `padding:24px 20px 8px;background:${light.surface};border:1px solid ${light.line};border-radius:8px`,
  heading: `margin:0 0 16px;${font};font-size:22px;line-height:30px;font-weight:700;color:${light.ink};${breaks}`,
  paragraph: `margin:0 0 16px;${font};font-size:16px;line-height:24px;color:${light.ink};${breaks}`,
  facts: "margin:0 0 20px;border-collapse:collapse",
  label: `width:42%;padding:10px 12px 10px 0;border-bottom:1px solid ${light.line};${font};font-size:14px;line-height:20px;color:${light.soft};vertical-align:top`,
  value: `padding:10px 0;border-bottom:1px solid ${light.line};${font};font-size:16px;line-height:20px;font-weight:600;color:${light.ink};vertical-align:top`,
  parts: "font-size:12px;line-height:16px",
  mainLabel: `width:42%;padding:12px 12px 12px 0;border-bottom:1px solid ${light.line};${font};font-size:16px;line-height:24px;font-weight:700;color:${light.ink};vertical-align:top`,
  mainValue: `padding:12px 0;border-bottom:1px solid ${light.line};${font};font-size:20px;line-height:24px;font-weight:700;color:${light.ink};vertical-align:top`,
  steps: `margin:0 0 16px;padding:0 0 0 24px;${font};font-size:16px;line-height:24px;color:${light.ink};${breaks}`,
  step: "margin:0 0 8px",
  actionRow: "margin:4px 0 20px",
  actionColor: light.brand,
  actionCell: `background:${light.brand};border-radius:8px`,
  action: `display:block;padding:14px 20px;${font};font-size:16px;line-height:20px;font-weight:600;color:${onBrand.light};text-decoration:none`,
  link: `color:${light.brand};text-decoration:underline`,
  smallPrint: `padding:16px 4px;${font};font-size:14px;line-height:20px;color:${light.soft}`,
  softLink: `color:${light.soft};text-decoration:underline`,
};

export const darkRules = [
  `.paper{background:${dark.paper}!important}`,
  `.surface{background:${dark.surface}!important;border-color:${dark.line}!important}`,
  `.ink{color:${dark.ink}!important}`,
  `.soft{color:${dark.soft}!important}`,
  `.line{border-color:${dark.line}!important}`,
  `.brand{color:${dark.brand}!important}`,
  `.action{background:${dark.brand}!important}`,
  `.on-action{color:${onBrand.dark}!important}`,
].join("");
