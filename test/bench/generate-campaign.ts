import { createRandom } from '../../src/core/simulate/people/random.ts';
import { HOUR } from '../../src/shared/kit/duration.ts';

/** A campaign that nobody has run yet. */
export interface GeneratedCampaign {
  readonly name: string;
  readonly accounts: number;
  /** Makes the text of its sequence, once its accounts are there. */
  readonly yaml: (accounts: readonly string[]) => string;
  readonly people: readonly Behavior[];
  /** Describes its people to whoever reads the figures. */
  readonly about: string;
}

/** Behavior of a person of the sandbox. */
interface Behavior {
  readonly accepts_after?: string;
  readonly replies_after?: { readonly message: string };
}

/**
 * A campaign drawn from a seed: its size, accounts, daily limits, sequence, how many of its people accept and reply, and how long they take. A
 * person who answers does so to the first message, so the more they are sent, the further the world is from the simulator's rate for each message.
 */
export function generateCampaign(seed: string, index: number): GeneratedCampaign {
  const random = createRandom(`${seed}/campaign ${index}`);
  const between = (low: number, high: number) => Math.round(low + random() * (high - low));
  const accounts = between(1, 2);
  const accept = 0.1 + random() * 0.6;
  const reply = 0.02 + random() * 0.3;
  const slowness = 10 + random() * 60;
  const limits = `{ visits: ${between(2, 6)}/day, invites: ${between(1, 4)}/day, messages: ${between(2, 6)}/day }`;
  // Not all at nine: what is due at one moment is done at one moment.
  const hours = `${String(5 + 2 * between(1, 4)).padStart(2, '0')}:00-18:00`;
  const steps = random() < 0.5 ? inviteFirst(between) : visitFirst(between);
  const name = `generated-${index}`;
  // Mostly soon, sometimes late.
  const delay = (mean: number) => `PT${Math.max(1, Math.round((-Math.log(1 - random()) * mean * HOUR) / HOUR))}H`;
  const people = Array.from(
    { length: between(20, 70) },
    (): Behavior => ({
      ...(random() < accept ? { accepts_after: delay(slowness) } : {}),
      ...(random() < reply ? { replies_after: { message: delay(30) } } : {}),
    }),
  );
  return {
    ...{ name, accounts, people },
    yaml: (ids) => `sequence: ${name}
schedule: { timezone: Europe/Paris, hours: { mon-fri: "${hours}" } }
senders: { professional: [${ids.join(', ')}] }
limits: ${limits}
stop_on: [reply]
steps:
${steps}
`,
    about: `${accounts} ${accounts === 1 ? 'account' : 'accounts'}, ${limits}, accept ${percent(accept)} within ${Math.round(slowness)} h, reply ${percent(reply)}`,
  };
}

type Between = (low: number, high: number) => number;

const inviteFirst = (between: Between): string => `  - invite: "Hi {{ first_name }}"
  - wait_for: accepted_invitation
    within: ${between(3, 14)} days
    then:
${messages(between)}
    else:
      - withdraw
      - end: no_answer
  - end: done`;

const visitFirst = (between: Between): string => `  - visit
  - wait: ${between(1, 3)} days
  - invite: "Hi {{ first_name }}"
  - wait_for: accepted_invitation
    within: ${between(5, 21)} days
    then:
${messages(between)}
    else:
      - end: no_answer
  - end: done`;

const messages = (between: Between): string =>
  Array.from(
    { length: between(1, 3) },
    () => `      - message: "Hello {{ first_name }}"\n      - wait: ${between(1, 6)} days`,
  ).join('\n');

const percent = (share: number): string => `${Math.round(share * 100)} %`;
