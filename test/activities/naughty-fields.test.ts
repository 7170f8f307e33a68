import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Node } from '../../src/language/plan/node.ts';
import { readLeadFields } from '../../src/runtime/enroll/leads/read-lead-fields.ts';
import { NAUGHTY } from '../support/naughty-strings.ts';
import { carryThrough, INMAIL } from './bench.ts';
import { email, message } from './nodes.ts';
import { openServiceBench, type ServiceBench } from './service.ts';

let bench: ServiceBench;
let senders: Record<string, string>;
beforeAll(async () => {
  bench = await openServiceBench();
  senders = {
    professional: await bench.sender(),
    email: await bench.sender({ platform: 'email', email: 'anna@mail.example' }),
  };
  await bench.sandbox.control('POST', '/credits', { set: 100_000 });
});
afterAll(() => bench.close());

const FIELDS = 'headline: {{ headline }}, variable: {{ vars.note }}';
const EMAIL = email({
  subject: FIELDS,
  text: FIELDS,
  html: `<p title="{{ headline }}" data-x='{{ vars.note }}'>${FIELDS}</p>`,
  headers: { 'X-Headline': '{{ headline }}' },
  media: [{ data: Buffer.from('cv').toString('base64'), name: '{{ headline }}.txt' }],
});

/** Comes as a lead does, and is written to. */
async function writeTo(index: number, text: string, node: Node) {
  const address = `lead.${index}.${node.id}@acme.example`;
  const made = await bench.sandbox.person({ first_name: 'Ada', last_name: 'L', email: address, degree: 1 });
  const lead = readLeadFields({ profile_url: made.url, email: address, headline: text, vars: { note: text } });
  if (lead.kind === 'refused') throw new Error(lead.message);
  const sequence = await bench.sequence([node], { vars: lead.vars });
  const enrollment = await bench.enroll(sequence, lead.fields, senders);
  const result = await carryThrough(bench, bench.activities(bench.v2), enrollment, node.id);
  const [received] = await bench.sandbox.received(made.slug);
  return { result, received };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there.
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there.
const NO_LINES = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;

describe('a field with a naughty text', () => {
  it.each(NAUGHTY.map(([what, text], index) => [what, text, index] as const))(
    'is mailed: %s',
    async (_, text, index) => {
      const { result, received } = await writeTo(index, text, EMAIL);
      expect(result).toEqual({ status: 'done' });
      expect(received.subject).not.toMatch(CONTROLS);
      expect(received.subject).toMatch(/^headline: /);
      expect(received.headers['X-Headline']).not.toMatch(CONTROLS);
      expect(received.text).not.toMatch(NO_LINES);
    },
  );

  it('goes out on the professional network too', async () => {
    const text = NAUGHTY.map(([, one]) => one.slice(0, 8))
      .join(' ')
      .slice(0, 900);
    const inmail = { ...INMAIL, subject: '{{ headline | slice: 0, 100 }}', text: 'Hi {{ vars.note }}' } as Node;
    expect((await writeTo(1000, text, inmail)).result).toEqual({ status: 'done' });
    const { result, received } = await writeTo(1001, text, message({ text: 'Hi {{ vars.note }}' }));
    expect(result).toEqual({ status: 'done' });
    expect(received.text).not.toMatch(NO_LINES);
  });
});
