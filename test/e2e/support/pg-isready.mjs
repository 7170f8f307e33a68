// `pg_isready --username u --dbname d`: whether Postgres on this machine asks who is there, instead of sending everybody away.
import { connect } from 'node:net';
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { username: { type: 'string' }, dbname: { type: 'string' } } });
const words = Buffer.from(`user\0${values.username}\0database\0${values.dbname}\0\0`);
const head = Buffer.alloc(8);
head.writeInt32BE(8 + words.length, 0);
head.writeInt32BE(196608, 4); // Protocol 3.0.
const socket = connect(5432, '127.0.0.1', () => socket.write(Buffer.concat([head, words])));
socket.on('data', (answer) => process.exit(answer.toString('latin1', 0, 1) === 'R' ? 0 : 1));
socket.on('error', () => process.exit(2)).on('close', () => process.exit(1));
