// `nc -z host port`: whether something listens there.
import { connect } from 'node:net';

const [, host, port] = process.argv.slice(2);
const socket = connect(Number(port), host === 'localhost' ? '127.0.0.1' : host);
socket.on('connect', () => process.exit(0)).on('error', () => process.exit(1));
