// Two receivers of webhooks in a process of their own: one answers at once, one never. Sends its parent their URLs, and on
// every message how long each post to the first took to arrive, in the order of arrival.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

let delays: number[] = [];

const fast = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const sent = JSON.parse(Buffer.concat(chunks).toString('utf8')).event.sent_at;
    delays.push(performance.timeOrigin + performance.now() - sent);
    response.writeHead(200).end();
  });
});
const hanging = createServer((request) => request.resume());

const listen = (server: Server) =>
  new Promise<string>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`));
  });

process.on('message', (message) => {
  if (message === 'forget') delays = [];
  else process.send?.(delays);
});
process.send?.({ fast: await listen(fast), hanging: await listen(hanging) });
