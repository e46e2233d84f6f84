import { expect, it } from "vitest";
import { readEndpoint } from "./endpoint.ts";

const services = ["https://push.example.org", "http://127.0.0.1:9000"];
const read = (text: string) => readEndpoint(text, { services });

it.each([
  "https://fcm.googleapis.com/fcm/send/abc:def",
  "https://updates.push.services.mozilla.com/wpush/v2/gAAAA",
  "https://wns2-par02p.notify.windows.com/w/?token=BQYAAA",
  "https://web.push.apple.com/QGui",
])("takes the address of a known service: %s", (address) => {
  expect(read(address)).toEqual({ address, isOwn: false });
});

it.each(["https://push.example.org/a", "http://127.0.0.1:9000/a"])(
  "takes the operator's own service: %s",
  (address) => {
    expect(read(address)).toEqual({ address, isOwn: true });
  },
);

it.each([
  "",
  "fcm.googleapis.com/x",
  "//fcm.googleapis.com/x",
  "http://fcm.googleapis.com/x",
  "https://fcm.googleapis.com:8443/x",
  "https://fcm.googleapis.com.evil.test/x",
  "https://evil.test/fcm.googleapis.com",
  "https://evil.test#fcm.googleapis.com",
  "https://fcm.googleapis.com@evil.test/x",
  "https://user:pass@fcm.googleapis.com/x",
  "https://evil.test\\@fcm.googleapis.com/x",
  "https://xfcm.googleapis.com/x",
  "https://notify.windows.com/x",
  "https://evilnotify.windows.com/x",
  "https://push.services.mozilla.com.evil.test/x",
  "https://push.example.org:444/x",
  "http://push.example.org/x",
  "http://127.0.0.1:9001/x",
  "http://127.0.0.1/x",
  "http://localhost:9000/x",
  "https://169.254.169.254/latest/meta-data",
  "https://[::1]/x",
  "https://fcm.googleapis.com./x",
  "ftp://fcm.googleapis.com/x",
  "data:text/plain,x",
  `https://fcm.googleapis.com/${"x".repeat(1000)}`,
])("refuses any other address: %s", (address) => {
  expect(read(address)).toBeNull();
});

it("gives the address as the parser writes it, so that tricks of spelling end here", () => {
  expect(read("HTTPS://FCM.googleapis.com\\fcm/send/a b")?.address).toBe("https://fcm.googleapis.com/fcm/send/a%20b");
  expect(read("https://fcm.googleapis.com:443/x")?.address).toBe("https://fcm.googleapis.com/x");
  expect(read("https://fcm.google\tapis.com/x")?.address).toBe("https://fcm.googleapis.com/x");
});
