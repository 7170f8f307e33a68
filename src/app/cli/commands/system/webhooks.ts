import { Command } from 'commander';
import { CodedError } from '../../../../shared/kit/coded-error.ts';
import type { ItemOf } from '../../../api-client/asked.ts';
import { bodyOf, createApiClient, queryOf } from '../../api-client.ts';
import { printJson, printLine, printText } from '../../print.ts';
import { formatTable } from '../../table.ts';
import { type Times, tellsTimes, timesOf, type ZoneOption } from '../../times.ts';

type Webhook = ItemOf<'listWebhooks'>;
type Delivery = ItemOf<'listDeliveries'>;

interface Paged extends ZoneOption {
  readonly limit: string;
  readonly cursor?: string;
  readonly json?: boolean;
}

export function webhooksCommand(): Command {
  const webhooks = new Command('webhooks').description('where events are sent as they happen');
  paged(webhooks.command('list', { isDefault: true }).description('list them, newest first')).action(list);
  webhooks
    .command('add')
    .description('have events sent to a URL; the secret that signs them is shown once')
    .argument('<url>', 'https; a private one only with OVERTURE_ALLOW_PRIVATE_WEBHOOKS=1')
    .option('--events <names>', 'reply.received, campaign.*, * for all; several with commas', '*')
    .option('--description <text>', 'what it is for')
    .option('--json', 'print the webhook with its secret')
    .action(add);
  webhooks
    .command('test')
    .description('send a test, and say how it went')
    .argument('<id>', 'the webhook')
    .option('--event <name>', 'send an example of this event along')
    .option('--json', 'print the delivery')
    .action(test);
  webhooks
    .command('rotate')
    .description('make a new secret, which is shown once; the former one signs too for a while')
    .argument('<id>', 'the webhook')
    .option('--keep <hours>', 'how long the former one signs too', '24')
    .option('--json', 'print the webhook with its secret')
    .action(rotate);
  for (const [name, status, about] of [
    ['pause', 'paused', 'send nothing until it is resumed'],
    ['resume', 'active', 'let one go on that was paused or switched off'],
  ] as const) {
    webhooks
      .command(name)
      .description(about)
      .argument('<id>', 'the webhook')
      .action(async (id: string) => {
        const changed = await createApiClient().updateWebhook({ params: { id }, body: { status } });
        printLine(`${changed.id} is ${changed.status}.`);
      });
  }
  webhooks
    .command('remove')
    .description('remove one with all that is owed to it')
    .argument('<id>', 'the webhook')
    .action(async (id: string) => {
      await createApiClient().deleteWebhook({ params: { id } });
      printLine(`${id} is removed; nothing more is sent to it.`);
    });
  paged(webhooks.command('deliveries').description('what was sent to one, or is to be, newest first'))
    .argument('<id>', 'the webhook')
    .option('--status <status>', 'waiting, pending, retrying, succeeded or failed')
    .option('--event <name>', 'only of this event')
    .action(deliveries);
  webhooks
    .command('replay')
    .description('send an event again, with the same id')
    .argument('<id>', 'the webhook')
    .argument('<delivery>', 'the delivery')
    .option('--json', 'print the delivery')
    .action(async (id: string, delivery_id: string, { json }: { json?: boolean }) => {
      const { client, before } = await opened(id);
      const queued = await client.replayDelivery({ params: { id: before.id, delivery_id } });
      await tell(id, queued.id ?? '', json);
    });
  return webhooks;
}

const paged = (command: Command): Command =>
  tellsTimes(command)
    .option('--limit <n>', 'how many', '50')
    .option('--cursor <cursor>', 'continue after the page that gave this cursor')
    .option('--json', 'print {items, next_cursor}');

async function opened(id: string) {
  const client = createApiClient();
  return { client, before: await client.getWebhook({ params: { id } }) };
}

async function list({ json, zone, ...page }: Paged): Promise<void> {
  const found = await createApiClient().listWebhooks({ query: queryOf('listWebhooks', page) });
  if (json) return printJson(found);
  if (found.items.length === 0) return printLine('No webhooks. Add one with: overture webhooks add URL');
  const times = timesOf({ zone });
  printLine(times.head);
  const rows = found.items.map((one) => rowOf(one, times));
  printText(formatTable(['ID', 'STATUS', 'EVENTS', 'URL', 'NOTE'], rows));
  if (found.next_cursor !== null) printLine(`More: --cursor ${found.next_cursor}`);
}

const rowOf = (webhook: Webhook, times: Times): string[] => [
  ...[webhook.id, webhook.status.replace('_', ' '), webhook.events.join(', '), webhook.url],
  noteOf(webhook, times),
];

function noteOf({ id, description, status_reason, failing_since, behind }: Webhook, times: Times): string {
  const owed = behind === null ? '' : `${behind.count} waiting`;
  const failing = failing_since === null ? '' : `failing since ${times.at(failing_since)}`;
  if (status_reason !== null) {
    return [status_reason, failing, owed, `to go on: overture webhooks resume ${id}`].filter(Boolean).join(', ');
  }
  return [failing, owed].filter(Boolean).join(', ') || (description ?? '');
}

async function add(
  url: string,
  { events, description, json }: { events: string; description?: string; json?: boolean },
): Promise<void> {
  const names = events.split(',').map((name) => name.trim());
  const asked = { url, events: names, ...(description === undefined ? {} : { description }) };
  const made = await createApiClient().createWebhook({ body: bodyOf('createWebhook', asked) });
  if (json) return printJson(made);
  printLine(made.id ?? '');
  if ('secret' in made) printLine(`secret ${made.secret}; it is not shown again`);
}

async function rotate(id: string, { keep, json }: { keep: string; json?: boolean }): Promise<void> {
  const body = bodyOf('rotateWebhookSecret', { keep_hours: Number(keep) });
  const made = await createApiClient().rotateWebhookSecret({ params: { id }, body });
  if (json) return printJson(made);
  if ('secret' in made) printLine(`secret ${made.secret}; it is not shown again`);
  printLine(`For ${keep} hours the former secret signs too.`);
}

async function test(id: string, { event, json }: { event?: string; json?: boolean }): Promise<void> {
  const body = bodyOf('testWebhook', event === undefined ? {} : { event });
  const queued = await createApiClient().testWebhook({ params: { id }, body });
  await tell(id, queued.id ?? '', json);
}

async function deliveries(
  id: string,
  { json, zone, ...page }: Paged & { readonly status?: string; readonly event?: string },
): Promise<void> {
  const found = await createApiClient().listDeliveries({ params: { id }, query: queryOf('listDeliveries', page) });
  if (json) return printJson(found);
  if (found.items.length === 0) return printLine('No deliveries.');
  const times = timesOf({ zone });
  const rows = found.items.map((one) => [
    ...[one.id, times.at(one.created_at), one.event, one.event_id, one.replay ? `${one.status} (replay)` : one.status],
    ...[String(one.attempts.length), outcomeOf(one)],
  ]);
  printLine(times.head);
  printText(formatTable(['ID', 'QUEUED', 'EVENT', 'EVENT ID', 'STATUS', 'ATTEMPTS', 'LAST ANSWER'], rows));
  if (found.next_cursor !== null) printLine(`More: --cursor ${found.next_cursor}`);
}

function outcomeOf({ attempts }: Pick<Delivery, 'attempts'>): string {
  const last = attempts.at(-1);
  return last === undefined ? '' : (last.error ?? String(last.status ?? ''));
}

/** Wall milliseconds: an attempt lasts ten seconds at most, and a worker looks once a second. */
const WAITED = 20_000;
const LOOK_EVERY = 200;

/** How the first attempt went; a worker makes it. */
async function tell(id: string, deliveryId: string, json: boolean | undefined): Promise<void> {
  const client = createApiClient();
  for (const end = Date.now() + WAITED; Date.now() < end; ) {
    for await (const one of client.each('listDeliveries', { params: { id }, query: { limit: 20 } })) {
      if (one.id !== deliveryId) continue;
      if (one.attempts.length === 0) break;
      if (json) return printJson(one);
      printLine(`${one.event_id}: ${one.status === 'succeeded' ? 'arrived' : 'did not arrive'}, ${outcomeOf(one)}`);
      if (one.status !== 'succeeded') {
        throw new CodedError('not_delivered', `The receiver did not take it: ${outcomeOf(one)}.`, {
          fix: `See: overture webhooks deliveries ${id}`,
        });
      }
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
  }
  throw new CodedError('not_delivered', 'Nothing has been sent yet.', { fix: 'Check that a worker is running.' });
}
