import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createProgram } from '../../src/app/cli/program.ts';
import { compileSequence } from '../../src/language/sequence/compile-sequence.ts';
import { openTask } from '../../src/runtime/store/tasks/open-task.ts';
import { newId } from '../../src/shared/kit/ids.ts';
import { type ApiBench, openApi } from '../api/fixtures.ts';
import { addPlayedCampaign, type Played } from '../api/played-campaign.ts';
import { follow } from '../conversations/fixtures.ts';
import { runInProcess } from '../support/overture-command.ts';
import { PLAYED } from '../support/write-played-campaign.ts';
import { reachedByCommands } from './fixtures.ts';

let api: ApiBench;
let played: Played;
const folder = mkdtempSync(join(tmpdir(), 'overture-steps-'));
/** Another wait, another text, and all steps moved on by one. */
const NEXT = PLAYED.yaml
  .replace('7 days', '9 days')
  .replace('Thank you', 'Thanks')
  .replace('  - invite', '  - visit\n  - invite');
/** The ids of the steps, in both versions. */
const ids = [PLAYED.yaml, NEXT].flatMap((text) => {
  const compiled = compileSequence(text);
  return compiled.ok ? Object.keys(compiled.plan.nodes) : [];
});

beforeAll(async () => {
  api = await openApi();
  played = await addPlayedCampaign(api, { people: 24 });
  // Conversations follow what has just gone out.
  await api.db.query(
    `update intents set state = 'sent', request = '{"params": {"message_text": "Thank you"}}' where action = 'send' and state = 'done'`,
  );
  await api.db.query(`update intents set state = 'done' where state = 'sent'`);
  await follow(api);
  await openTask(api.db, {
    ...{ id: newId('tsk'), enrollment_id: played.enrollment(13), node: '3-wait_for', visit: 1, kind: 'review' },
    ...{ text: 'May the message go out?', preview: {}, due_at: null, created_at: new Date() },
  });
  writeFileSync(join(folder, 'played.yaml'), PLAYED.yaml);
  writeFileSync(join(folder, 'next.yaml'), NEXT);
});
afterAll(async () => {
  await api.close();
  rmSync(folder, { recursive: true });
});
reachedByCommands(() => api);

/** Calls of each command that tells of steps. The last ones change what the others tell, so their order counts. */
const ASKED: readonly (readonly [command: string, ...asked: (readonly string[])[]])[] = [
  ['simulate', ['played.yaml', '--leads', '40', '--days', '30']],
  ['diff', ['next.yaml'], ['played.yaml', 'next.yaml']],
  ['plan', ['next.yaml', '--move'], ['next.yaml']],
  ['campaigns', [], ['show', 'Spring']],
  ['forecast', ['Spring']],
  ['experiments', ['played']],
  ['results', ['Spring', '--people'], ['Spring', '--by', 'sender']],
  ['report', ['campaign', 'Spring', '--out', 'page.html']],
  ['enrollments', []],
  ['people', [], ['lead_00000004']],
  ['inbox', ['--state', 'all'], ['CONVERSATION']],
  ['explain', ['lead_00000004'], ['enr_00000013']],
  ['tasks', []],
  ['events', []],
  ['skip', ['enr_00000014', '--dry-run']],
  ['apply', ['next.yaml', '--move', '--yes']],
  ['audit-log', []],
  ['rollback', ['played', '--yes']],
];

/** Columns where an id stands beside the words: how often, and who needs it. */
const BESIDE: Readonly<Record<string, { readonly header: string; readonly why: string }>> = {
  results: { header: 'ID', why: 'it is what --step, --standing and --answered of the same command take' },
};

const OTHERS: Readonly<Record<string, readonly string[]>> = {
  'say nothing of steps': [
    ...['dev', 'init', 'sequences', 'enroll', 'import', 'candidates', 'accounts', 'capacity', 'erase', 'settings'],
    ...['pause', 'resume', 'stop', 'retry', 'reschedule', 'addresses', 'suppress', 'webhooks', 'keys', 'users'],
    ...['sessions', 'clock', 'doctor', 'migrate', 'recount', 'deployment', 'api', 'worker', 'v2', 'completion'],
  ],
  'point at the line and column of a file, where the step stands as its author wrote it': ['validate', 'lint'],
  'say a step as the author of the test wrote it: its word, or its id where several have the same': ['test'],
  'take the id, and say the text': ['send-test'],
  'draw the id as the name of a box for other programs: in the tip of the SVG and in mermaid': ['graph'],
  'names a call by its key, by which it is found in the log of the V2 service': ['audit'],
  'answers programs': ['mcp'],
};

it('lists every command', async () => {
  const named = [...ASKED.map(([command]) => command), ...Object.values(OTHERS).flat()];
  expect(named.toSorted()).toEqual((await createProgram([])).commands.map((command) => command.name()).toSorted());
});

it('takes for ids what the steps of the campaign have', () => {
  expect(ids).toEqual(expect.arrayContaining(['1-split', '3-wait_for/then/1-message', '3-invite']));
});

it.each(ASKED.map(([command, ...questions]) => ({ command, questions })))(
  'overture $command says steps in words',
  async ({ command, questions }) => {
    for (const asked of questions) {
      const { code, out, err } = await runInProcess(folder, command, ...(await Promise.all(asked.map(meant))));
      expect([code, err]).toEqual([0, '']);
      const file = asked.at(-1) ?? '';
      const text = file.endsWith('.html')
        ? textOf(readFileSync(join(folder, file), 'utf8'))
        : withoutColumn(out, command);
      expect(ids.filter((id) => text.includes(id))).toEqual([]);
      expect(text).not.toMatch(/\d-(?:visit|invite|message|inmail|wait|wait_for|split|end)\b/);
      expect(text.length).toBeGreaterThan(20);
    }
  },
);

/** Ways in which a page would show one. */
const SHOWN = ['{node}', '.node}', '=> node'];
const CONSOLE = join(import.meta.dirname, '../../src/app/console');

it('is so in the console too: no page shows the id of a step', () => {
  const files = readdirSync(CONSOLE, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'));
  const shown = files.flatMap((name) => {
    const lines = readFileSync(join(CONSOLE, name), 'utf8').split('\n');
    // React's own keys, and those of the rows of a table, are shown to nobody.
    return lines.filter((line) => !/\b(?:key|idOf)=/.test(line) && SHOWN.some((words) => line.includes(words)));
  });
  expect(files.length).toBeGreaterThan(50);
  expect(shown).toEqual([]);
});

/** The text that people see of a page. */
const textOf = (html: string): string =>
  html
    .split('<')
    .map((part) => part.slice(part.indexOf('>') + 1))
    .join(' ');

/** A conversation in which a step of ours has written. */
async function meant(word: string): Promise<string> {
  if (word !== 'CONVERSATION') return word;
  const { items } = (await api.call('GET', '/api/conversations?lead_id=lead_00000004')).body;
  return items[0].id;
}

/** Cuts the last column off the table that has it. */
function withoutColumn(text: string, command: string): string {
  const { header } = BESIDE[command] ?? {};
  if (header === undefined) return text;
  const lines = text.split('\n');
  const head = lines.findIndex((line) => line.endsWith(` ${header}`));
  if (head === -1) return text;
  const from = (lines[head] ?? '').length - header.length;
  const end = lines.findIndex((line, n) => n > head && line === '');
  return lines.map((line, n) => (n >= head && n < end ? line.slice(0, from) : line)).join('\n');
}
