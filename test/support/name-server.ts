import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type Answer, decode, encode, type RecordType } from 'dns-packet';

/** `TXT example.org`, or `PTR 4.3.2.1.in-addr.arpa`. MX as `10 mail.example.org`. */
export type Zone = Readonly<Record<string, readonly string[]>>;

export interface NameServer {
  /** As `setServers` takes it. */
  readonly address: string;
  close(): Promise<void>;
}

/** A name server on loopback that knows the zone, and of everything else that it is not there. */
export async function startNameServer(zone: Zone): Promise<NameServer> {
  const socket = createSocket('udp4');
  socket.on('message', (message, { port, address }) => {
    const { id, questions = [] } = decode(message);
    const answers = questions.flatMap(({ name, type }) =>
      (zone[`${type} ${name.toLowerCase()}`] ?? []).map((data) => answerOf(type, name, data)),
    );
    const isKnown = questions.some(({ name }) =>
      Object.keys(zone).some((key) => key.endsWith(` ${name.toLowerCase()}`)),
    );
    const NXDOMAIN = 3;
    socket.send(encode({ type: 'response', id, flags: isKnown ? 0 : NXDOMAIN, questions, answers }), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    async close() {
      socket.close();
      await once(socket, 'close');
    },
  };
}

function answerOf(type: RecordType, name: string, data: string): Answer {
  const ttl = 60;
  switch (type) {
    case 'MX': {
      const [preference, exchange = ''] = data.split(' ');
      return { type, name, ttl, data: { preference: Number(preference), exchange } };
    }
    case 'A':
    case 'AAAA':
    case 'NS':
    case 'PTR':
      return { type, name, ttl, data };
    case 'TXT':
      // A text of more than 255 bytes comes in pieces, as keys do.
      return { type, name, ttl, data: data.match(/.{1,255}/gs) ?? [''] };
    default:
      throw new Error(`this name server does not serve ${type}`);
  }
}
