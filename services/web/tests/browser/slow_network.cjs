"use strict";
// A slow network before the service: FAAN_ROUND_TRIP is its round trip in milliseconds. Of a hundred segments one is lost, and sent again a second later.
const net = require("node:net");

/** What a segment holds, in bytes, and what is lost of all segments. */
const SEGMENT = 1460;
const LOST = 0.01;
/** After how long a lost segment is sent again: the first timeout of RFC 6298. */
const SENT_AGAIN = 1_000;

/** Hands over what comes from one side, in its order, and after a lost segment nothing before it. */
function carry(from, to, delay) {
  let free = 0;
  const at = (time, act) => setTimeout(act, time - Date.now());
  const arrival = (bytes) => {
    const isLost = Math.random() < 1 - (1 - LOST) ** Math.ceil(bytes / SEGMENT);
    free = Math.max(free, Date.now() + delay + (isLost ? SENT_AGAIN : 0));
    return free;
  };
  from.on("data", (data) => at(arrival(data.length), () => to.destroyed || to.write(data)));
  from.on("end", () => at(arrival(0), () => to.end()));
  from.on("close", () => at(arrival(0), () => to.destroy()));
  from.on("error", () => {});
}

/** Puts the network before an address. Answers the address to use, and what ends it. */
async function slowDown(url, roundTrip) {
  const { hostname, port } = new URL(url);
  const proxy = net.createServer((client) => {
    const server = net.connect(Number(port), hostname);
    carry(client, server, roundTrip / 2);
    carry(server, client, roundTrip / 2);
  });
  await new Promise((resolve) => proxy.listen(0, hostname, resolve));
  return { url: `http://${hostname}:${proxy.address().port}`, end: () => proxy.close() };
}

module.exports = { slowDown };
