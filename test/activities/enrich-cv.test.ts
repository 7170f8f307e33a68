import { zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StepClient } from '../../activities/v2-caller.ts';
import { isRecord } from '../../src/shared/kit/is-record.ts';
import { carryThrough } from './bench.ts';
import { enrich } from './nodes.ts';
import { openServiceBench, type ServiceBench } from './service.ts';

let bench: ServiceBench;
let anna: string;
let jobs = 4_100_000_000;

beforeAll(async () => {
  bench = await openServiceBench();
  anna = await bench.sender();
  await bench.sandbox.control('POST', '/credits', { set: 100_000 });
});
afterAll(() => bench.close());

/** Somebody who has applied for a job, enrolled as the campaign of the job does it. */
async function applicant(person: Record<string, unknown>, { shares_contact = true, application = true } = {}) {
  const made = await bench.sandbox.person({ first_name: 'Ada', last_name: 'Lovelace', ...person });
  jobs += 1;
  const job_id = String(jobs);
  await bench.sandbox.control('POST', '/jobs', { job_id, people: [{ public_identifier: made.slug, shares_contact }] });
  const plan = await bench.sequence([enrich('cv')]);
  const lead = { profile_url: made.url, first_name: 'Ada', last_name: 'Lovelace' };
  const enrollment = await bench.enroll(plan, lead, { professional: anna });
  const job = { id: job_id, title: 'Engineer', ...(application ? { application_id: `${job_id}000000` } : {}) };
  await bench.db.query('update enrollments set vars = $2 where id = $1', [enrollment.id, JSON.stringify({ job })]);
  return { ...enrollment, application_id: `${job_id}000000` };
}

const perform = (one: { id: string; lead_id: string }, v2: StepClient = bench.v2) =>
  carryThrough(bench, bench.activities(v2), one, 'enrich');
const leadOf = async (id: string) => (await bench.db.query('select * from leads where id = $1', [id])).rows[0];

/** The service, whose answer says nothing beside the file, which may be another one. */
const onlyTheFile = (file?: Uint8Array, filename = 'cv.docx'): StepClient => ({
  ...bench.v2,
  async perform(definition, call) {
    const outcome = await bench.v2.perform(definition, call);
    if (outcome.kind !== 'success' || !isRecord(outcome.data)) return outcome;
    const { candidate, cv } = outcome.data;
    if (!isRecord(candidate) || !isRecord(cv)) return outcome;
    const { email: _, phone: __, ...others } = candidate;
    const other = file === undefined ? {} : { content: Buffer.from(file).toString('base64'), filename };
    return { ...outcome, data: { ...outcome.data, candidate: others, cv: { ...cv, ...other } } };
  },
});
const word = (...lines: string[]) =>
  zipSync({
    'word/document.xml': Buffer.from(
      `<w:document>${lines.map((line) => `<w:p><w:r><w:t>${line}</w:t></w:r></w:p>`).join('')}</w:document>`,
    ),
  });

describe('enrich: cv', () => {
  it('fills address and number from the file, remembers where they come from, and keeps nothing else of it', async () => {
    const contact = { email: 'ada.cv@acme.example', phone_number: '+33644444444' };
    const ada = await applicant(contact);
    expect(await perform(ada, onlyTheFile())).toEqual({ status: 'done' });
    const from = `the CV ada-lovelace-cv.pdf of the application ${ada.application_id}`;
    expect(await leadOf(ada.lead_id)).toMatchObject({
      ...contact,
      origins: { email: { value: contact.email, from }, phone_number: { value: contact.phone_number, from } },
    });
    expect(await bench.titles(ada.id)).toContain(
      `Found the email address and the phone number of Ada Lovelace in ${from}`,
    );
    const intent = JSON.stringify(await bench.intent(ada.id));
    expect(intent).toContain(contact.email);
    expect(intent).not.toContain('base64');
    expect(intent.length).toBeLessThan(4000);
  });

  it('takes what somebody shares beside it first', async () => {
    const ada = await applicant({ email: 'ada.beside@acme.example', phone_number: '+33655555555' });
    expect(await perform(ada)).toEqual({ status: 'done' });
    const { origins } = (await leadOf(ada.lead_id)) ?? {};
    expect(origins).toMatchObject({ email: { from: `what they share with the application ${ada.application_id}` } });
  });

  it('does not take a referee for the applicant', async () => {
    const ada = await applicant({}, { shares_contact: false });
    const file = word('Ada', 'jobs@firm.example', 'charles@firm.example', 'a.lovelace@home.example');
    expect(await perform(ada, onlyTheFile(file))).toEqual({ status: 'done' });
    expect(await leadOf(ada.lead_id)).toMatchObject({ email: 'a.lovelace@home.example' });
    const eve = await applicant({}, { shares_contact: false });
    const others = onlyTheFile(word('Ada', 'charles@firm.example', 'mary@firm.example'));
    expect(await perform(eve, others)).toMatchObject({
      ...{ status: 'impossible', code: 'CONTACT_NOT_FOUND' },
      text: expect.stringContaining('none of them is certainly theirs'),
    });
    expect(await leadOf(eve.lead_id)).toMatchObject({ email: null, origins: {} });
  });

  it('takes its else where the file is hostile, and says why', async () => {
    const ada = await applicant({}, { shares_contact: false });
    expect(await perform(ada, onlyTheFile(Buffer.from('MZ\u0000'), 'cv.exe'))).toMatchObject({
      ...{ status: 'impossible', code: 'CV_UNREADABLE' },
      text: 'the CV cv.exe of Ada Lovelace cannot be read: it is neither a PDF nor a Word file',
    });
  });

  it('asks nothing where both are known, and is not possible without an application', async () => {
    const nobody = await applicant({}, { application: false });
    expect(await perform(nobody)).toMatchObject({ status: 'impossible', code: 'NO_APPLICATION' });
    const known = await applicant({});
    await bench.db.query(`update leads set email = 'a@x.example', phone_number = '+33611223344' where id = $1`, [
      known.lead_id,
    ]);
    expect(await perform(known)).toEqual({ status: 'done' });
    expect(await bench.intent(known.id)).toBeUndefined();
  });
});
