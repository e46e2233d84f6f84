import { chromium } from "@playwright/test";
const [,, base, out, ...which] = process.argv;
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
const views = [[360,740],[768,1024],[1280,800]] as const;
for (const [w,h] of views) for (const theme of ["light","dark"] as const) {
  const ctx = await browser.newContext({ viewport: {width:w,height:h}, colorScheme: theme, deviceScaleFactor: w<500?2:1, hasTouch: w<500, isMobile: w<500 });
  const page = await ctx.newPage();
  for (const [name, path, act] of [
    ["home","/",null],["more","/","more"],["search","/?search=hisense&category=electronics",null],["typo","/?search=genrator",null],["empty","/?search=zzzqqq",null],["sorted","/?sortBy=endTime",null],
  ] as const) {
    if (which.length && !which.includes(name)) continue;
    if (theme==="dark" && !["home","more"].includes(name)) continue;
    await page.goto(base+path); await page.waitForTimeout(1200);
    if (act==="more") { await page.getByRole("button",{name:"More Filters"}).click(); await page.waitForTimeout(600); }
    await page.screenshot({ path: `${out}/${name}-${w}-${theme}.png` });
    if (name==="home" && theme==="light") await page.screenshot({ path: `${out}/${name}-${w}-${theme}-full.png`, fullPage: true });
  }
  await ctx.close();
}
await browser.close();
