import { LIMIT_KEYS } from '../../plan/limit-class.ts';
import { channelOf, creditsOf, isSendClass, limitClassOf } from '../../plan/node-traits.ts';
import type { LimitClass } from '../../plan/plan.ts';
import { PER_DOMAIN } from '../header/limits.ts';
import type { Proof, ProofInput } from './proof.ts';
import { senderProfiles } from './sender-profiles.ts';

/** No step that the limits, the warm-up or the working hours can never admit; and a limit for each class that is sent. */
export const proveLimits: Proof = (input) => {
  const limited = limitClassOf(input.node);
  proveCredits(input);
  if (!limited) return;
  if (input.first(`limit ${limited}`)) proveClass(input, limited);
  if (input.first('hours')) proveHours(input);
};

function proveClass(input: ProofInput, limited: LimitClass): void {
  const { syntax, report, first } = input;
  const caps = syntax.limits[limited] ?? [];
  const key = LIMIT_KEYS[limited];
  const zero = caps.find((cap) => cap.count === 0);
  if (zero) {
    const message = `${key} are limited to 0 per ${zero.per}, so this step would never happen`;
    report('SEQ035', message, `Raise \`${key}\`, or remove the step.`);
  } else if (caps.length === 0 && isSendClass(limited)) {
    report('SEQ054', `${key} have no limit in this sequence`, `Add \`${key}: 20/day\` to limits.`);
  }
  const noneOfDomain = limited === 'email' && syntax.emails_per_domain?.find((cap) => cap.count === 0);
  if (noneOfDomain) {
    const message = `${PER_DOMAIN} is 0 per ${noneOfDomain.per}, so this step would never happen`;
    report(
      'SEQ035',
      message,
      `Raise \`${PER_DOMAIN}\`, or remove the step.`,
      syntax.places.get(`limits.${PER_DOMAIN}`),
    );
  }
  proveTolerated(input, limited);
  // Days count from the account's first send, which a start of 0 puts off for ever, however fast it would grow.
  if (syntax.warm_up?.start === 0 && isSendClass(limited) && first('warm_up')) {
    const message = '`warm_up` starts with 0 sends a day and counts from the first send, which so never comes';
    report('SEQ035', message, 'Begin with at least `start: 1/day`.', syntax.places.get('limits.warm_up'));
  }
}

/** Refuses a step that no sender's tier allows at all. An InMail without a seat has a proof of its own. */
function proveTolerated({ node, syntax, options, report }: ProofInput, limited: LimitClass): void {
  const channel = channelOf(node);
  if (!channel || limited === 'inmail') return;
  const senders = senderProfiles(syntax, options, channel);
  const refuses = senders.filter(({ profile }) => profile?.caps[limited]?.some(({ count }) => count === 0));
  if (senders.length === 0 || refuses.length < senders.length) return;
  const names = refuses.map(({ account, profile }) => `${account} (${profile?.name})`).join(', ');
  report(
    'SEQ035',
    `the network allows no ${LIMIT_KEYS[limited]} to ${names}`,
    'Name another sender, or remove the step.',
  );
}

function proveCredits({ node, syntax, report, first }: ProofInput): void {
  const credits = creditsOf(node);
  const low = (syntax.limits.credits ?? []).find((cap) => cap.count < credits);
  if (!low || !first(`credits ${node.kind}`)) return;
  const message = `this step costs up to ${credits} credits, and credits are limited to ${low.count} per ${low.per}`;
  report('SEQ035', message, 'Raise `credits`, or remove the step.');
}

/** Public holidays never take the same day of every week, so with any hours at all there is a day to send on. */
function proveHours({ syntax, report }: ProofInput): void {
  if (!syntax.schedule.hours?.every((ranges) => ranges.length === 0)) return;
  const message = 'the working hours are empty on every day, so nothing could ever be sent';
  report('SEQ041', message, 'Write `hours: { mon-fri: "09:00-18:00" }`.', syntax.places.get('schedule.hours'));
}
