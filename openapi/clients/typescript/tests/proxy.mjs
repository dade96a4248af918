// An HTTP proxy that fails: `cut` decides for each request whether its answer is cut off after the service has sent it.
import http from "node:http";

/** @param {(request: http.IncomingMessage) => boolean} cut whether to cut the answer off */
export async function startProxy(target, cut) {
  const seen = [];
  const server = http.createServer((request, response) => {
    seen.push({ method: request.method, url: request.url, headers: request.headers });
    const isCut = cut(request);
    const onward = http.request(new URL(request.url, target), { method: request.method, headers: request.headers }, (answer) => {
      if (!isCut) {
        response.writeHead(answer.statusCode, answer.headers);
        answer.pipe(response);
        return;
      }
      const isStream = answer.headers["content-type"] === "text/event-stream";
      // A stream is cut after its first data, any other answer before the client has any of it.
      answer.on("data", (data) => {
        if (!isStream) return;
        if (!response.headersSent) response.writeHead(answer.statusCode, answer.headers);
        response.write(data, () => data.includes("data:") && response.destroy());
      });
      answer.on("end", () => response.destroy());
    });
    // The client ends a stream by closing its connection.
    response.on("close", () => onward.destroy());
    onward.on("error", () => response.destroy());
    request.pipe(onward);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${server.address().port}`, seen, stop };
}
