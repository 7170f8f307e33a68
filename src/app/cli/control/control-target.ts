import { z } from 'zod';
import { capitalized } from '../../../shared/kit/first-letter.ts';
import { type ApiClient, createApiClient } from '../api-client.ts';
import { askFirst } from '../ask-first.ts';
import { EXIT, printJson, printLine } from '../print.ts';
import type { ControlAction, Target } from './target.ts';

export interface ControlOptions {
  readonly note?: string;
  readonly at?: string;
  readonly in?: string;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
}

const DONE: Readonly<Record<ControlAction, string>> = {
  pause: 'Paused',
  resume: 'Resumed',
  stop: 'Stopped',
  skip: 'Skipped',
  retry: 'Begun again',
  reschedule: 'Rescheduled',
};

/** Does it, once it was asked; of one who was named nobody asks. With `dryRun` it says whom it would concern. */
export async function controlTarget(action: ControlAction, target: Target, options: ControlOptions): Promise<void> {
  const { note, at, in: after } = options;
  const body = {
    ...target.body,
    ...(note === undefined ? {} : { note }),
    ...(at === undefined ? {} : { at }),
    ...(after === undefined ? {} : { in: after }),
  };
  const api = createApiClient();
  if (options.dryRun) return tellAnswer(action, target, await preview(api, target, body), options);
  if (target.of !== 'one') {
    const question = `${capitalized(action)}?`;
    const count = async () => (await preview(api, target, body)).matched ?? 0;
    if ((await askFirst({ question, words: target.words, yes: options.yes, count })) === 'declined') {
      printLine('Nothing has changed.');
      process.exitCode = EXIT.problem;
      return;
    }
  }
  tellAnswer(action, target, await ask(api, target, body, false), options);
}

const answer = z.looseObject({
  matched: z.number().optional(),
  done: z.number().optional(),
  refused: z.record(z.string(), z.number()).optional(),
  job_id: z.string().nullish(),
  status: z.string().optional(),
  in_flight: z.number().optional(),
  dry_run: z.boolean().optional(),
  control: z.looseObject({ matched: z.number(), job_id: z.string().nullable(), in_flight: z.number() }).optional(),
});
type Answer = z.output<typeof answer>;

const preview = (api: ApiClient, target: Target, body: object): Promise<Answer> => ask(api, target, body, true);

/** Which operation it is depends on whom it concerns; what is read of the answer is the same. */
async function ask(api: ApiClient, { operation, params }: Target, body: object, dry_run: boolean): Promise<Answer> {
  return answer.parse(await api.call(operation, { params, query: { dry_run }, body }));
}

function tellAnswer(action: ControlAction, target: Target, given: Answer, { json }: ControlOptions): void {
  if (json) {
    printJson(given);
    return;
  }
  const { matched, done, refused = {}, job_id, in_flight } = { ...given, ...given.control };
  if (given.dry_run) {
    printLine(
      matched === undefined ? `This is possible: ${target.words}.` : `${matched} would be affected: ${target.words}.`,
    );
    return;
  }
  printLine(`${DONE[action]}: ${target.words}${done === undefined ? '' : `, ${done} of ${matched}`}.`);
  for (const [code, count] of Object.entries(refused)) printLine(`  ${count} not: ${code.replaceAll('_', ' ')}`);
  if (in_flight) printLine(`  ${in_flight} already running; each is recorded when it ends`);
  if (job_id) printLine(`  how far it is: GET /api/control/${job_id}`);
}
