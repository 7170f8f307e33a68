import type { Faker } from '@faker-js/faker';
import type { Behavior } from '../behavior.ts';

/** How one person of the demo treats a sequence; `drawPlan` picks one for everybody else. */
export type Temper =
  | 'accepts_and_replies'
  | 'replies_to_invitation'
  | 'accepts_silently'
  | 'answers_inmail'
  | 'declines_inmail'
  | 'ignores_inmail'
  | 'answers_email'
  | 'away_then_answers_email'
  | 'bounces_hard'
  | 'bounces_soft'
  | 'ignores_email'
  | 'has_no_email'
  | 'accepts_reads_email_only';

export interface Manner {
  readonly behavior: Behavior;
  /** Cannot be sent an InMail. */
  readonly restricted: boolean;
  readonly has_email: boolean;
}

const GENERAL: readonly { readonly weight: number; readonly value: Temper }[] = [
  { weight: 18, value: 'accepts_and_replies' },
  { weight: 2, value: 'replies_to_invitation' },
  { weight: 21, value: 'accepts_silently' },
  { weight: 4, value: 'accepts_reads_email_only' },
  { weight: 11, value: 'answers_inmail' },
  { weight: 7, value: 'declines_inmail' },
  { weight: 14, value: 'ignores_inmail' },
  { weight: 6, value: 'answers_email' },
  { weight: 1, value: 'away_then_answers_email' },
  { weight: 3, value: 'bounces_hard' },
  { weight: 1, value: 'bounces_soft' },
  { weight: 7, value: 'ignores_email' },
  { weight: 5, value: 'has_no_email' },
];

export const drawTemper = (faker: Faker): Temper => faker.helpers.weightedArrayElement([...GENERAL]);

const HOURS = (faker: Faker, min: number, max: number): string => `PT${faker.number.int({ min, max })}H`;

const REPLIES = [
  'Thanks for reaching out, I would be glad to talk. How about Thursday?',
  'Interesting, please send me the details.',
  'Thank you, but I am happy where I am.',
  'Could you tell me the salary range first?',
  'Not now, but do ask me again in the spring.',
];

/** From the world's seed: an acceptance after 2 hours to 3 days, an answer after 1 hour to 2 days. */
export function drawManner(faker: Faker, temper: Temper): Manner {
  // Drawn for everybody, so that one person's temper does not shift the dice of the next.
  const accepts = HOURS(faker, 2, 72);
  const answers = HOURS(faker, 1, 48);
  const reply_text = faker.helpers.arrayElement(REPLIES);
  const until = faker.number.int({ min: 3, max: 12 });
  const manner = (behavior: Behavior, rest: Partial<Manner> = {}): Manner => ({
    behavior,
    restricted: false,
    has_email: true,
    ...rest,
  });
  switch (temper) {
    case 'accepts_and_replies':
      return manner({ accepts_after: accepts, replies_after: { message: answers, email: answers }, reply_text });
    case 'replies_to_invitation':
      return manner({ accepts_after: accepts, replies_after: { invitation: accepts }, reply_text });
    case 'accepts_silently':
      return manner({ accepts_after: accepts });
    case 'accepts_reads_email_only':
      return manner({ accepts_after: accepts, replies_after: { email: answers }, reply_text });
    case 'answers_inmail':
      return manner({ replies_after: { inmail: answers }, reply_text });
    case 'declines_inmail':
      return manner({ declines_inmail_after: answers });
    case 'ignores_inmail':
      return manner({});
    case 'answers_email':
      return manner({ replies_after: { email: answers }, reply_text }, { restricted: true });
    case 'away_then_answers_email':
      return manner(
        { replies_after: { email: `P${until}D` }, auto_reply_until: '2100-01-01', reply_text },
        { restricted: true },
      );
    case 'bounces_hard':
      return manner({ bounces: 'hard' }, { restricted: true });
    case 'bounces_soft':
      return manner({ bounces: 'soft' }, { restricted: true });
    case 'ignores_email':
      return manner({}, { restricted: true });
    case 'has_no_email':
      return manner({}, { restricted: true, has_email: false });
  }
}

/** The demo job's forty: every way through a sequence is taken by somebody. */
export const DEMO_TEMPERS: readonly Temper[] = (
  [
    ['accepts_and_replies', 7],
    ['replies_to_invitation', 1],
    ['accepts_silently', 8],
    ['accepts_reads_email_only', 2],
    ['answers_inmail', 6],
    ['declines_inmail', 4],
    ['ignores_inmail', 4],
    ['answers_email', 2],
    ['away_then_answers_email', 1],
    ['bounces_hard', 1],
    ['bounces_soft', 1],
    ['ignores_email', 1],
    ['has_no_email', 2],
  ] as const
).flatMap(([temper, count]) => Array.from({ length: count }, () => temper));
