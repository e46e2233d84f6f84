// Hostile files for the tests of uploads: they claim to be pictures or videos, and are something else, contain more, or
// decode to far more than they look. It is long because it lists the files and builds each byte by byte.
import { crc32, deflateSync, gzipSync } from "node:zlib";
import sharp from "sharp";
import { box, dataReference, element, ftyp, moov, mp4, noise, picture, storedZip, webm } from "./sample-media.ts";

/** The server must never send this text back. */
export const HARM = "alert(document.domain)";
const script = `<script>${HARM}</script>`;
const text = (value: string): Buffer => Buffer.from(value, "utf8");

// --- PNG, chunk by chunk
const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
};
const pngSignature = Buffer.from("89504e470d0a1a0a", "hex");
const header = (width: number, height: number): Buffer => {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.set([8, 2, 0, 0, 0], 8);
  return chunk("IHDR", data);
};
const png = (
  width: number,
  height: number,
  more: Buffer[] = [],
  pixels: Buffer = deflateSync(Buffer.alloc(height * (width * 3 + 1))),
): Buffer =>
  Buffer.concat([pngSignature, header(width, height), ...more, chunk("IDAT", pixels), chunk("IEND", Buffer.alloc(0))]);
const packed = (megabytes: number): Buffer => deflateSync(Buffer.alloc(megabytes * 1024 * 1024));

// --- GIF, block by block
const gif = (width: number, height: number, frames: number, more: Buffer = Buffer.alloc(0), side = 1): Buffer => {
  const screen = Buffer.alloc(13 + 6);
  screen.write("GIF89a", 0, "latin1");
  screen.writeUInt16LE(width, 6);
  screen.writeUInt16LE(height, 8);
  screen.set([0x80, 0, 0, 0, 0, 0, 255, 255, 255], 10);
  const frame = Buffer.from("2c00000000010001000002024401003b".slice(0, 30), "hex");
  frame.writeUInt16LE(side, 5);
  frame.writeUInt16LE(side, 7);
  return Buffer.concat([screen, more, ...Array.from({ length: frames }, () => frame), Buffer.from(";")]);
};

/** A progressive JPEG whose scans come again and again: each costs a pass over the whole picture. */
const scansAgain = async (times: number): Promise<Buffer> => {
  const plain = await picture(1200, 900).jpeg({ progressive: true }).toBuffer();
  const scan = plain.lastIndexOf(Buffer.from("ffda", "hex"));
  const last = plain.subarray(scan, plain.length - 2);
  return Buffer.concat([plain.subarray(0, -2), ...Array.from({ length: times }, () => last), plain.subarray(-2)]);
};
const jpegSaying = async (width: number, height: number): Promise<Buffer> => {
  const bytes = Buffer.from(await picture(64, 64).jpeg().toBuffer());
  const frame = bytes.indexOf(Buffer.from("ffc0", "hex"));
  bytes.writeUInt16BE(height, frame + 5);
  bytes.writeUInt16BE(width, frame + 7);
  return bytes;
};
const inJpeg = async (marker: number, data: Buffer): Promise<Buffer> => {
  const plain = await picture(64, 48).jpeg().toBuffer();
  const head = Buffer.from([0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 255]);
  return Buffer.concat([plain.subarray(0, 2), head, data, plain.subarray(2)]);
};
const utf16 = (value: string): Buffer => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(value, "utf16le")]);
const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="${HARM}"/>`;
const sized = (type: string, size: number, body: Buffer): Buffer => {
  const whole = box(type, body);
  whole.writeUInt32BE(size, 0);
  return whole;
};
const wide = (type: string, size: bigint): Buffer => {
  const whole = Buffer.alloc(16);
  whole.writeUInt32BE(1, 0);
  whole.write(type, 4, "latin1");
  whole.writeBigUInt64BE(size, 8);
  return whole;
};
const nested = (levels: number): Buffer => {
  let inner = box("free", Buffer.alloc(4));
  for (let n = 0; n < levels; n++) inner = box("trak", inner);
  return Buffer.concat([ftyp, moov("vide", inner), box("mdat", noise(100))]);
};
const film = (...parts: Buffer[]): Buffer => Buffer.concat([ftyp, ...parts, box("mdat", noise(500))]);

interface Hostile {
  readonly what: string;
  readonly make: () => Buffer | Promise<Buffer>;
  /** "refused": with a clear 4xx. "clean": taken, and nothing of the harm is left. "either": one of them. */
  readonly becomes: "refused" | "clean" | "either";
}

export const hostileFiles: readonly Hostile[] = [
  // More than one kind at once.
  { what: "a GIF that is a script", make: () => text(`GIF89a/*${"x".repeat(200)}*/=1;${HARM}`), becomes: "refused" },
  {
    what: "a GIF with a page in its comment",
    make: () =>
      gif(40, 40, 1, Buffer.concat([Buffer.from([0x21, 0xfe, script.length]), text(script), Buffer.from([0])])),
    becomes: "clean",
  },
  { what: "a JPEG with a page in its comment", make: () => inJpeg(0xfe, text(script)), becomes: "clean" },
  {
    what: "a JPEG with PHP in its EXIF",
    make: () => inJpeg(0xe1, text(`Exif\0\0<?php system(1); ?>${script}`)),
    becomes: "clean",
  },
  {
    what: "a JPEG with a script in its XMP",
    make: () => inJpeg(0xe1, text(`http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>${script}</x:xmpmeta>`)),
    becomes: "clean",
  },
  {
    what: "a JPEG whose EXIF points past its end",
    make: () =>
      inJpeg(0xe1, Buffer.concat([text("Exif\0\0MM\0*"), Buffer.from([0, 0, 0, 8, 255, 255, ...Array(60).fill(255)])])),
    becomes: "either",
  },
  {
    what: "a JPEG with a broken colour profile",
    make: () => inJpeg(0xe2, Buffer.concat([text("ICC_PROFILE\0\u0001\u0001"), noise(3000)])),
    becomes: "either",
  },
  {
    what: "a JPEG that is a PDF",
    make: async () =>
      Buffer.concat([
        await picture(64, 48).jpeg().toBuffer(),
        text(`%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(${HARM})>>>>`),
      ]),
    becomes: "clean",
  },
  {
    what: "a PDF with a JPEG behind it",
    make: async () => Buffer.concat([text(`%PDF-1.7\n(${HARM})`), await picture(64, 48).jpeg().toBuffer()]),
    becomes: "refused",
  },
  {
    what: "a PNG with a page in its text and behind its end",
    make: () =>
      Buffer.concat([
        png(20, 20, [chunk("tEXt", text(`Comment\0${script}`)), chunk("iTXt", text(`x\0\0\0\0\0${script}`))]),
        text(script),
      ]),
    becomes: "clean",
  },
  {
    what: "a PNG with an archive behind it",
    make: () => Buffer.concat([png(20, 20), storedZip, text(HARM)]),
    becomes: "clean",
  },
  {
    what: "a WebP with a script in its XMP",
    make: () => picture(64, 48).withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${script}</x:xmpmeta>`).webp().toBuffer(),
    becomes: "clean",
  },
  // Not what is taken at all.
  { what: "an SVG", make: () => text(svg), becomes: "refused" },
  {
    what: "an SVG behind a byte order mark, space and a comment",
    make: () => text(`\ufeff \n<!-- x -->${svg}`),
    becomes: "refused",
  },
  { what: "an SVG in UTF-16", make: () => utf16(svg), becomes: "refused" },
  { what: "an SVG that is packed", make: () => gzipSync(svg), becomes: "refused" },
  {
    what: "XML that grows",
    make: () =>
      text(
        `<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "${"x".repeat(99)}"><!ENTITY b "&a;&a;&a;&a;">]><svg>&b;</svg>`,
      ),
    becomes: "refused",
  },
  {
    what: "XML that reads a file",
    make: () => text('<?xml version="1.0"?><!DOCTYPE s [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>'),
    becomes: "refused",
  },
  { what: "a page in UTF-16", make: () => utf16(`<html>${script}`), becomes: "refused" },
  {
    what: "a page in a mail",
    make: () => text(`MIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n${script}`),
    becomes: "refused",
  },
  {
    what: "a drawing script",
    make: () =>
      text("push graphic-context\nviewbox 0 0 1 1\nimage over 0,0 0,0 'https://elsewhere.test/x'\npop graphic-context"),
    becomes: "refused",
  },
  { what: "PostScript", make: () => text("%!PS-Adobe-3.0 EPSF-3.0\n(%pipe%id) (w) file"), becomes: "refused" },
  {
    what: "an X bitmap",
    make: () => text("#define a_width 1\n#define a_height 1\nstatic char a_bits[] = {0};"),
    becomes: "refused",
  },
  { what: "a bitmap", make: () => Buffer.concat([text("BM"), noise(2000)]), becomes: "refused" },
  { what: "an icon", make: () => Buffer.concat([Buffer.from([0, 0, 1, 0, 1, 0]), noise(2000)]), becomes: "refused" },
  { what: "a Photoshop file", make: () => Buffer.concat([text("8BPS\0\u0001"), noise(2000)]), becomes: "refused" },
  { what: "WebAssembly", make: () => Buffer.concat([text("\0asm\u0001\0\0\0"), noise(2000)]), becomes: "refused" },
  {
    what: "a Java class",
    make: () => Buffer.concat([Buffer.from("cafebabe00000034", "hex"), noise(2000)]),
    becomes: "refused",
  },
  { what: "a Windows script host file", make: () => text(`#@~^AAAA==${HARM}`), becomes: "refused" },
  {
    what: "a RIFF that is a WAVE",
    make: () => Buffer.concat([text("RIFF"), Buffer.from([0, 16, 0, 0]), text("WAVEfmt "), noise(4000)]),
    becomes: "refused",
  },
  {
    what: "an AVI",
    make: () => Buffer.concat([text("RIFF"), Buffer.from([0, 16, 0, 0]), text("AVI LIST"), noise(4000)]),
    becomes: "refused",
  },
  // Larger than it looks.
  {
    what: "a PNG that says it has 4,294 megapixels",
    make: () => png(65_535, 65_535, [], deflateSync(Buffer.alloc(100))),
    becomes: "refused",
  },
  {
    what: "a PNG that says it is 2,147,483,647 wide",
    make: () => png(2_147_483_647, 1, [], deflateSync(Buffer.alloc(100))),
    becomes: "refused",
  },
  { what: "a PNG of no width", make: () => png(0, 10, [], deflateSync(Buffer.alloc(100))), becomes: "refused" },
  {
    what: "a PNG with 200 MB of text packed into its head",
    make: () => png(20, 20, [chunk("zTXt", Buffer.concat([text("Comment\0\0"), packed(200)]))]),
    becomes: "either",
  },
  {
    what: "a PNG with 200 MB of colour profile packed into its head",
    make: () => png(20, 20, [chunk("iCCP", Buffer.concat([text("x\0\0"), packed(200)]))]),
    becomes: "either",
  },
  { what: "a PNG with 300 MB more pixels than it says", make: () => png(20, 20, [], packed(300)), becomes: "either" },
  {
    what: "a PNG with 50,000 empty pieces",
    make: () =>
      png(
        20,
        20,
        Array.from({ length: 50_000 }, () => chunk("tEXt", text("a\0b"))),
      ),
    becomes: "either",
  },
  // Its screen counts for nothing where no frame fills it.
  { what: "a GIF whose screen has 4,294 megapixels", make: () => gif(65_535, 65_535, 1), becomes: "either" },
  {
    what: "a GIF whose frame has 4,294 megapixels",
    make: () => gif(65_535, 65_535, 1, Buffer.alloc(0), 65_535),
    becomes: "refused",
  },
  { what: "a GIF of 20,000 frames", make: () => gif(40, 40, 20_000), becomes: "either" },
  {
    what: "a GIF of 2,000 frames of 49 megapixels",
    make: () => gif(7_000, 7_000, 2_000, Buffer.alloc(0), 7_000),
    becomes: "either",
  },
  { what: "a JPEG that says it has 4,290 megapixels", make: () => jpegSaying(65_500, 65_500), becomes: "refused" },
  { what: "a JPEG of 2,000 scans", make: () => scansAgain(2_000), becomes: "either" },
  {
    what: "a WebP that says it has 268 megapixels",
    make: async () => {
      const bytes = Buffer.from(await picture(64, 64).webp().toBuffer());
      bytes.writeUInt16LE(16_383, bytes.indexOf(Buffer.from("9d012a", "hex")) + 3);
      bytes.writeUInt16LE(16_383, bytes.indexOf(Buffer.from("9d012a", "hex")) + 5);
      return bytes;
    },
    becomes: "refused",
  },
  // Not whole.
  {
    what: "a PNG without its end",
    make: () => png(200, 200, [], deflateSync(noise(200 * 601))).subarray(0, 20_000),
    becomes: "refused",
  },
  {
    what: "a PNG whose sums are wrong",
    make: () => Buffer.from(png(200, 200).map((byte, n) => (n === 29 || n === 30 ? byte ^ 255 : byte))),
    becomes: "either",
  },
  {
    what: "a WebP cut short",
    make: async () =>
      (
        await sharp(noise(90_000), { raw: { width: 200, height: 150, channels: 3 } })
          .webp()
          .toBuffer()
      ).subarray(0, 6_000),
    becomes: "refused",
  },
  {
    what: "an AVIF cut short",
    make: async () => (await picture(200, 150).avif({ effort: 0 }).toBuffer()).subarray(0, 350),
    becomes: "refused",
  },
  { what: "a GIF without a frame", make: () => gif(40, 40, 0), becomes: "refused" },
  // Films.
  {
    what: "a film that lies at an address",
    make: () => film(moov("vide", box("trak", box("mdia", box("minf", dataReference("http://elsewhere.test/x\0")))))),
    becomes: "refused",
  },
  {
    what: "a film that lies in another file",
    make: () => film(moov("vide", box("trak", box("mdia", box("minf", dataReference("file:///etc/passwd\0")))))),
    becomes: "refused",
  },
  {
    what: "a film with a reference that says nothing",
    make: () =>
      film(moov("vide", box("trak", box("mdia", box("minf", box("dinf", box("dref", Buffer.alloc(8), box("url ")))))))),
    becomes: "refused",
  },
  {
    what: "a film with a box of 4 bytes",
    make: () => film(sized("free", 4, Buffer.alloc(8)), moov()),
    becomes: "refused",
  },
  {
    what: "a film with a box beyond its end",
    make: () => film(moov(), sized("free", 0x7fffffff, Buffer.alloc(8))),
    becomes: "refused",
  },
  {
    what: "a film with a box of 16 exabytes",
    make: () => film(moov(), wide("mdat", 2n ** 64n - 1n)),
    becomes: "refused",
  },
  { what: "a film with a box of 9 exabytes", make: () => film(moov(), wide("free", 2n ** 63n)), becomes: "refused" },
  { what: "a film of boxes in boxes", make: () => nested(500), becomes: "clean" },
  {
    what: "a film of 50,000 boxes",
    make: () => film(moov(), ...Array.from({ length: 50_000 }, () => box("free"))),
    becomes: "refused",
  },
  {
    what: "a film with a page in its free space",
    make: () => film(box("free", script), moov(), box("skip", script), box("uuid", script)),
    becomes: "clean",
  },
  {
    what: "a film with a page in its brand",
    make: () => Buffer.concat([box("ftyp", "isom", Buffer.alloc(4), text(script)), moov(), box("mdat", noise(500))]),
    becomes: "refused",
  },
  {
    what: "a film with a page at the front of its frames",
    make: () => Buffer.concat([mp4(Buffer.concat([text(`<html>${script}`), noise(500)]))]),
    becomes: "refused",
  },
  {
    what: "a WebM with a page in its tags and attachments",
    make: () => webm(element(0x1254c367, element(0x7373, script)), element(0x1941a469, element(0x61a7, script))),
    becomes: "clean",
  },
  {
    what: "a Matroska file",
    make: () =>
      Buffer.concat([
        Buffer.from("1a45dfa3", "hex"),
        Buffer.from([0x8b]),
        Buffer.from("4282886d6174726f736b61", "hex"),
        noise(500),
      ]),
    becomes: "refused",
  },
];

/** File names of an attacker. */
export const hostileNames: readonly string[] = [
  "../../etc/passwd.jpg",
  "..\\..\\windows\\x.jpg",
  "/etc/passwd",
  "C:\\x.jpg",
  "....//....//x.jpg",
  "%2e%2e%2fx.jpg",
  "..%c0%afx.jpg",
  "photo.php.jpg",
  "photo.jpg.php",
  "photo.jpg\u0000.php",
  "photo.html",
  ".htaccess",
  ".",
  "..",
  "",
  " ",
  "con.jpg",
  "nul",
  "a:b.jpg",
  "x".repeat(5_000),
  `${"x".repeat(300)}.jpg`,
  "\u202egpj.exe",
  "a\u200b\u2028b.jpg",
  `"><img src=x onerror=${HARM}>.jpg`,
  "a;b=c.jpg",
  'a"b.jpg',
  "$(id).jpg",
  "`id`.jpg",
  "|id.jpg",
  "-rf.jpg",
  "~root.jpg",
  "*.jpg",
  "__proto__",
  "constructor",
  "\ud83c\udf89.jpg",
  "file://x.jpg",
];
