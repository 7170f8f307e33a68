import type { ChannelName, Plan } from '../../../language/plan/plan.ts';
import { DAY } from '../../../shared/kit/duration.ts';
import { isZone } from '../../calendar/zone-offsets.ts';
import { walkAll } from '../walk/walk-all.ts';
import type { EnrollmentRun, SimulatedAccount } from '../walk/walk-input.ts';
import { formatLocalTime, instantOfLocal } from './local-time.ts';
import { showStepName } from './read-step-name.ts';
import { createScript, type Scheduled, type Script } from './script.ts';
import type { Happening, SequenceTest, TestSender } from './test-file.ts';
import type { Played, TimelineItem } from './timeline.ts';

/** Longer than all waits together of any sequence that somebody would write a test for. */
const LONGEST = 20 * 365 * DAY;
const LEAD = 'lead';
const CHANNELS: readonly ChannelName[] = ['professional', 'messenger', 'email'];

/** One lead through the plan in virtual time, with what the test says about the outside. */
export function playTest(test: SequenceTest, plan: Plan): Played {
  const zone = zoneOfTest(test, plan);
  const start = instantOfLocal(test.start, zone);
  const senders = sendersOf(test, plan);
  const chosen = chooseArms(plan, test);
  const script = createScript({ test, plan: chosen, zone, enrollment_id: LEAD, senders });
  const run = walkAll({
    enrollments: [
      {
        id: LEAD,
        lead: test.lead,
        vars: test.vars,
        plan: chosen,
        senders: Object.fromEntries(Object.entries(senders).map(([channel, sender]) => [channel, sender.id])),
        starts_at: start,
        connected: test.connected,
      },
    ],
    accounts: accountsOf(senders, plan),
    answers: script.answers,
    events: script.events,
    until: start + LONGEST,
  });
  const enrollment = run.enrollments[0];
  const ended = enrollment?.finished_at ?? null;
  return {
    zone,
    items: itemsOf(script, ended),
    outcome: enrollment?.outcome ?? null,
    ended_at: ended,
    problems: problemsOf(script, enrollment, zone),
  };
}

/** The lead's, so that times read as the lead lives; else the schedule's. */
function zoneOfTest({ lead }: SequenceTest, { schedule }: Plan): string {
  if (lead.timezone !== undefined && isZone(lead.timezone)) return lead.timezone;
  return schedule.timezone === 'lead' ? schedule.fallback_timezone : schedule.timezone;
}

/** The test's, else the first of the sequence's pool, else one that stands for whichever is chosen at enrollment. */
function sendersOf({ senders }: SequenceTest, plan: Plan): { readonly [channel in ChannelName]: TestSender } {
  const of = (channel: ChannelName): TestSender => {
    const id = plan.senders[channel]?.[0] ?? `${channel}-sender`;
    return senders[channel] ?? { id, name: 'Sender', email: null };
  };
  return { professional: of('professional'), messenger: of('messenger'), email: of('email') };
}

function accountsOf(senders: { readonly [channel in ChannelName]: TestSender }, plan: Plan): SimulatedAccount[] {
  const rules = { zone: plan.schedule.fallback_timezone, daily_limit: null, profile: null, first_send_at: null };
  const accounts = CHANNELS.map((channel) => ({ id: senders[channel].id, name: senders[channel].name, ...rules }));
  return [...new Map(accounts.map((account) => [account.id, account])).values()];
}

/** A split that the test decides has one arm left: the lead's hash would choose otherwise. */
function chooseArms(plan: Plan, { answers }: SequenceTest): Plan {
  const nodes = Object.entries(plan.nodes).map(([id, node]) => {
    if (node.kind !== 'split') return [id, node] as const;
    const words = answers.flatMap(({ step, answer }) =>
      answer.kind === 'word' && (step.name === id || step.name === 'split') ? [answer.word] : [],
    );
    const arms = node.arms.filter(({ name }) => words.includes(name));
    return [id, arms.length > 0 ? { ...node, arms } : node] as const;
  });
  return { ...plan, nodes: Object.fromEntries(nodes) };
}

/** Steps and events in order; at one time, what comes after a step comes behind it, and all else before. */
function itemsOf(script: Script, ended: number | null): TimelineItem[] {
  const happened = script
    .scheduled()
    .flatMap(({ event, at, after }) => (at === null || (ended !== null && at > ended) ? [] : [{ event, at, after }]))
    .sort((a, b) => a.at - b.at);
  const items: TimelineItem[] = [];
  const tell = (until: number, position: number): void => {
    for (let next = happened[0]; next; next = happened[0]) {
      if (next.at > until || (next.at === until && next.after > position)) return;
      items.push({ is: 'event', at: next.at, what: describe(next.event.what) });
      happened.shift();
    }
  };
  for (const [position, step] of script.done.entries()) {
    tell(step.at, position);
    items.push(step);
  }
  tell(Number.POSITIVE_INFINITY, 0);
  return items;
}

const WORDS: Readonly<Record<Extract<Happening, { kind: 'plain' }>['event'], string>> = {
  accepted_invitation: 'accepts the invitation',
  reply: 'replies',
  refused: 'declines',
  unsubscribed: 'unsubscribes',
  bounced: 'the email bounces',
  company_reply: 'a colleague replies',
  stop: 'is stopped',
  pause: 'is paused',
  resume: 'is resumed',
};

function describe(what: Happening): string {
  switch (what.kind) {
    case 'plain':
      return what.text === undefined ? WORDS[what.event] : `${WORDS[what.event]}: "${what.text}"`;
    case 'away':
      return what.back === null ? 'is out of office' : `is out of office until ${what.back.date}`;
    case 'labeled':
      return `is labeled ${what.label}`;
    case 'decided':
      return what.decision === 'approve' ? 'a person approves' : 'a person rejects';
  }
}

function problemsOf(script: Script, run: EnrollmentRun | undefined, zone: string): string[] {
  const scheduled = script.scheduled();
  const problems = scheduled.flatMap((one) => whyNever(one, scheduled, script, run, zone) ?? []);
  if (!run || run.outcome !== null) return problems;
  const { waiting } = run;
  const hint =
    waiting?.kind === 'person'
      ? 'a person is asked, and nobody decides; add an event like `after task + 1 hour: approve`'
      : `it still waits for ${waiting?.kind ?? 'something'}: ${waiting?.text ?? ''}`;
  return [...problems, `it never ends: at "${waiting?.node ?? ''}" ${hint}`];
}

function whyNever(
  { event, at }: Scheduled,
  all: readonly Scheduled[],
  { asked }: Script,
  run: EnrollmentRun | undefined,
  zone: string,
): string | null {
  const { when, what, text } = event;
  const end = run?.finished_at ?? Number.POSITIVE_INFINITY;
  if (at === null) {
    const step = 'after' in when && when.after !== 'start' ? showStepName(when.after) : 'that step';
    const never = what.kind === 'decided' ? `"${step}" never asked for a decision` : `"${step}" was never done`;
    return `the event "${text}" never came: ${never}`;
  }
  if (at > end) {
    const over = `it had ended as ${run?.outcome ?? ''} at ${formatLocalTime(end, zone)}`;
    return `the event "${text}" never came: it would come at ${formatLocalTime(at, zone)}, and ${over}`;
  }
  if (what.kind !== 'decided') return null;
  const earlier = all.filter(
    (other) => other.event.what.kind === 'decided' && other.at !== null && other.at < at,
  ).length;
  const isAsked = asked.filter((time) => time <= at).length > earlier;
  return isAsked ? null : `the event "${text}" decides nothing: nobody is asked at ${formatLocalTime(at, zone)}`;
}
