// A V2 service in a process of its own, to be killed: `sending-process.ts <database url> <smtp port> <imap port>`.
import { createClock } from '../../../src/shared/kit/clock.ts';
import { openDatabase } from '../../../src/shared/postgres/open-database.ts';
import { createApp } from '../../../src/v2/service/server/create-app.ts';
import { registerRoutes } from '../../../src/v2/service/server/register-routes.ts';
import { createTestContext } from '../support/create-test-context.ts';
import { createStubChannels } from '../support/stub-channels.ts';
import { connectTo, sendOver } from './send-over.ts';

const [url = '', smtp, imap] = process.argv.slice(2);
const channels = createStubChannels();
const events = { emit: async () => undefined, onStored: () => () => undefined };
const context = createTestContext({ db: openDatabase(url), clock: createClock(), channels, events });
const sending = sendOver(context, channels, connectTo({ smtp: Number(smtp), imap: Number(imap) }));
const app = createApp(context);
registerRoutes(app, context);
await sending.start();
process.send?.(await app.listen({ port: 0, host: '127.0.0.1' }));
