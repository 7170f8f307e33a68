import { isCallKind } from '../../../language/plan/node-traits.ts';
import { simulatedCall } from '../calls/kinds.ts';
import type { Reaction } from '../calls/simulated-call.ts';
import type { Answers, CallAnswer, ComingEvent, PerformedStep } from '../walk/walk-input.ts';
import { drawDelay } from './delay.ts';
import { type Foreseen, foreseeAcceptance, foreseeReply, type PersonSoFar } from './people-so-far.ts';
import { createRandom, type Random } from './random.ts';
import type { RateName, Rates } from './rates.ts';

/**
 * People who do things at the given rates. Every draw has its own seed, made of the lead and the step: it depends on no other
 * lead, and a second run draws the same. `soFar`: of real people, by their ids, what they have done: they do it again, and then
 * what may still come of them.
 */
export function createDrawnAnswers(
  seed: string,
  rates: Rates,
  soFar: ReadonlyMap<string, PersonSoFar> = NOBODY,
): Answers {
  const ofLead = foreseeing(soFar);

  /** Something that is so about the person, whatever the step. */
  const isSo = (lead: string, name: RateName): boolean => {
    const { rate } = rates[name];
    if (rate <= 0 || rate >= 1) return rate >= 1;
    return createRandom(`${seed}/${lead}/${name}`)() < rate;
  };

  const later = (step: PerformedStep, name: RateName, random: Random): { enrollment_id: string; at: number } => ({
    enrollment_id: step.enrollment_id,
    at: step.at + drawDelay(rates[name].after, random),
  });

  /** Each of these happens at its rate; the first that ends the conversation is the last. */
  const reactions = (step: PerformedStep, names: readonly Reaction[]): ComingEvent[] => {
    if (names.every((name) => rates[name].rate <= 0)) return [];
    const random = createRandom(`${seed}/${step.lead_id}/${step.node}/${step.visit}`);
    const events: ComingEvent[] = [];
    const foreseen = ofLead(step.lead_id, names);
    for (const name of names) {
      const known = foreseen(name, rates, random);
      if (known.is === 'never' || (known.is === 'drawn' && random() >= rates[name].rate)) continue;
      const happens =
        known.is === 'after'
          ? { enrollment_id: step.enrollment_id, at: step.at + known.ms }
          : later(step, name, random);
      events.push({ ...happens, event: EVENTS[name] });
      if (name === 'reply') events.push(...labeled(step, happens.at));
      if (name !== 'away') break;
    }
    return events;
  };

  /** Draws the label that people of ours give an answer, some time after it came. */
  const labeled = (step: PerformedStep, at: number): ComingEvent[] => {
    const random = createRandom(`${seed}/${step.lead_id}/${step.node}/${step.visit}/label`);
    const label = LABELS.find((name) => random() < rates[name].rate);
    return label === undefined
      ? []
      : [{ ...later({ ...step, at }, label, random), event: 'labeled', label, drawn: true }];
  };

  const decided = (step: PerformedStep, name: 'task' | 'review'): ComingEvent[] => {
    const random = createRandom(`${seed}/${step.lead_id}/${step.node}/${step.visit}/${name}`);
    const decision = random() < rates[name].rate ? 'approve' : 'reject';
    return [{ ...later(step, name, random), event: 'decided', decision }];
  };

  return {
    call({ lead_id, kind }): CallAnswer | null {
      const text = simulatedCall(kind).drawn?.((name) => isSo(lead_id, name)) ?? null;
      return text === null ? null : { outcome: 'impossible', code: 'SIMULATED', text };
    },
    after(step) {
      if (step.outcome === 'asked') return decided(step, step.asks ?? 'task');
      if (step.outcome !== 'done' || !isCallKind(step.kind)) return [];
      return reactions(step, simulatedCall(step.kind).reactions);
    },
  };
}

/** Tells what comes of each contact with them, given what they have done. */
function foreseeing(people: ReadonlyMap<string, PersonSoFar>) {
  const sends = new Map<string, number>();
  return (lead: string, names: readonly Reaction[]) => {
    const person = people.get(lead);
    if (person === undefined) return () => DRAWN;
    const send = sends.get(lead) ?? 0;
    if (names.includes('reply')) sends.set(lead, send + 1);
    return (name: Reaction, rates: Rates, random: Random): Foreseen => {
      if (name === 'accept') return foreseeAcceptance(person, rates.accept.rate, rates.accept.after, random);
      return name === 'reply' ? foreseeReply(person, { send, ...rates.reply, random }) : DRAWN;
    };
  };
}

const DRAWN: Foreseen = { is: 'drawn' };
const NOBODY: ReadonlyMap<string, PersonSoFar> = new Map();

/** Whether a lead is connected before anything is sent. */
export function drawConnected(seed: string, rates: Rates, lead: string): boolean {
  const { rate } = rates.connected;
  return rate >= 1 || (rate > 0 && createRandom(`${seed}/${lead}/connected`)() < rate);
}

const LABELS = ['interested', 'not_interested'] as const;

const EVENTS = {
  accept: 'accepted_invitation',
  reply: 'reply',
  refused: 'refused',
  bounce: 'bounced',
  unsubscribe: 'unsubscribed',
  away: 'away',
} as const satisfies Record<Reaction, ComingEvent['event']>;
