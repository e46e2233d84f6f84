// Titles that could break a file out of its format. Every way in cleans them; the writers of files do not rely on it.
export const hostileTitles: Readonly<Record<string, string>> = {
  "line breaks": "Drum\r\nBEGIN:VEVENT\r\nUID:x\r\nDTSTART:20261224T090000Z\r\nSUMMARY:Pay here\r\nEND:VEVENT\rX\nY",
  "the end of the calendar": "Drum\nEND:VALARM\nEND:VEVENT\nEND:VCALENDAR",
  "headers of a mail": "Drum\r\nBcc: all@people.test\r\nContent-Type: text/html\r\n\r\n<b>hello</b>",
  "control characters": "a\u0000b\u0007c\u001bd\u007fe\u0085f\u2028g\u2029h",
  "half a surrogate pair": "x\ud800y\udc00z",
  "the end of CDATA": "Drum ]]> <![CDATA[ <!-- --> ?>",
  "a script": `<script>alert(1)</script></title></noscript><img src=x onerror="alert('2')"> &amp; &#x3c;`,
  emoji: `${"👨‍👩‍👧‍👦🇳🇬🔥".repeat(20)} end`,
  "right to left": "\u202egnp.exe\u202c \u2066x\u2069 مولد كهرباء שלום",
  "marks and dots": "Ọ̀ṣun Ẹ̀gbá, ọ̀nà ńlá; ƙwaɗo àtàtà",
  "300 characters without a space": "Ẹ".repeat(300),
  "300 characters of commas, semicolons and backslashes": `${",;\\".repeat(100)}`,
  "a formula": `=cmd|' /C calc'!A0","x`,
  quotes: `"Drum" 'old' “new” 55" \\"`,
};
