// A receiver of webhooks in a process of its own, whose CPU is nobody's of ours. Sends its parent its URL, and on every message how many came.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

let received = 0;
const server = createServer((request, response) => {
  request.resume().on('end', () => {
    received += 1;
    response.writeHead(200).end();
  });
}).listen(0, '127.0.0.1', () => process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`));
process.on('message', () => process.send?.(received));
