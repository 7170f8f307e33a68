import type { Node } from '../../../language/plan/node.ts';
import { asksSomebody, isCall, isExpected, isReviewed } from '../../../language/plan/node-traits.ts';
import type { ChannelName, Plan } from '../../../language/plan/plan.ts';
import { waitUntil } from '../../calendar/wait-until.ts';
import { scheduleZone } from '../../calendar/zone-of.ts';
import type { Answers, Call, CallAnswer, ComingEvent, PerformedStep } from '../walk/walk-input.ts';
import { scriptedAnswer } from './answer-call.ts';
import { isNamed } from './check-test-file.ts';
import { instantOfLocal } from './local-time.ts';
import { type RenderedStep, renderStep } from './render-step.ts';
import type { ScriptedEvent, SequenceTest, StepName, TestSender } from './test-file.ts';
import type { DoneItem } from './timeline.ts';

/** An event with the place and time at which it came, once these are known. */
export interface Scheduled {
  readonly event: ScriptedEvent;
  /** Null: what it comes after never happened. */
  readonly at: number | null;
  /** How many steps were done when that was known. */
  readonly after: number;
}

export interface Script {
  readonly answers: Answers;
  /** Events at a time of their own. */
  readonly events: readonly ComingEvent[];
  readonly done: readonly DoneItem[];
  scheduled(): Scheduled[];
  /** When a person was asked something. */
  readonly asked: readonly number[];
}

interface ScriptInput {
  readonly test: SequenceTest;
  readonly plan: Plan;
  readonly zone: string;
  readonly enrollment_id: string;
  readonly senders: { readonly [channel in ChannelName]?: TestSender };
}

/** The outside of one test: answers as they were scripted, events at their moments; writes down what the steps did. */
export function createScript({ test, plan, zone, enrollment_id, senders }: ScriptInput): Script {
  const start = instantOfLocal(test.start, zone);
  const done: DoneItem[] = [];
  const asked: number[] = [];
  const times = new Map<ScriptedEvent, Pick<Scheduled, 'at' | 'after'>>();
  const calls = createCounter();
  const marks = createCounter();
  const questions = createCounter();
  let firstSubject: string | null = null;

  const senderOf = (id: string | undefined): TestSender | null =>
    Object.values(senders).find((sender) => sender.id === id) ?? null;
  const textOf = (node: Node, step: Pick<PerformedStep, 'lead' | 'vars' | 'sender'>) =>
    renderStep(node, { lead: step.lead, vars: step.vars, job: test.job, sender: senderOf(step.sender) });

  const hoursZone = scheduleZone(plan.schedule, test.lead);
  const later = (event: ScriptedEvent, from: number): ComingEvent => {
    const delay = 'after' in event.when ? event.when.delay : null;
    const at = delay === null ? from : waitUntil(delay, from, hoursZone, plan.schedule);
    times.set(event, { at, after: done.length });
    return comingEvent(event, enrollment_id, at, zone);
  };

  /** The events that come after this step, as the first one, or as the one of its number. */
  const follow = (node: Node, at: number, isQuestion: boolean): ComingEvent[] => {
    const counted = isQuestion ? questions : marks;
    counted.count(node);
    return test.events.flatMap((event) => {
      const { when, what } = event;
      if (!('after' in when) || when.after === 'start' || times.has(event)) return [];
      // A decision comes after the question, all else after the step itself.
      if (isQuestion ? what.kind !== 'decided' : what.kind === 'decided' && asks(node)) return [];
      const named = isQuestion && when.after.name === 'review' ? !asksSomebody(node.kind) : isNamed(when.after, node);
      return named && isTurn(when.after, counted.of(when.after.name, node)) ? [later(event, at)] : [];
    });
  };

  return {
    done,
    asked,
    events: test.events.flatMap((event) => {
      if ('at' in event.when) return [later(event, instantOfLocal(event.when.at, zone))];
      return event.when.after === 'start' ? [later(event, start)] : [];
    }),
    scheduled: () => test.events.map((event) => ({ event, ...(times.get(event) ?? { at: null, after: 0 }) })),
    answers: {
      call(call: Call): CallAnswer | null {
        const node = plan.nodes[call.node];
        if (!node) return null;
        calls.count(node);
        const rendered = textOf(node, call);
        if (!rendered.ok) return { outcome: 'failed', code: 'MISSING_VARIABLE', text: rendered.error };
        const answer = test.answers.find(
          ({ step }) => isNamed(step, node) && isTurn(step, calls.of(step.name, node), true),
        );
        return answer && isCall(node) ? scriptedAnswer(node, answer.answer) : null;
      },
      after(step: PerformedStep): readonly ComingEvent[] {
        const node = plan.nodes[step.node];
        if (!node) return [];
        const rendered = textOf(node, step);
        let texts: RenderedStep = rendered.ok ? rendered.value : { text: null, subject: null };
        if (node.kind === 'email' && step.outcome === 'done') {
          // As in production: an answer goes out under the subject of what it answers.
          if (texts.subject === null && firstSubject !== null) texts = { ...texts, subject: answerTo(firstSubject) };
          firstSubject = texts.subject ?? firstSubject;
        }
        done.push(itemOf(step, texts));
        if (step.outcome === 'asked') asked.push(step.at);
        if (step.outcome === 'asked' && step.asks === 'review') return follow(node, step.at, true);
        if (step.outcome === 'asked') return [...follow(node, step.at, true), ...follow(node, step.at, false)];
        return step.outcome === 'done' || step.outcome === 'branch' ? follow(node, step.at, false) : [];
      },
      rests({ node: id, at, kind }): readonly ComingEvent[] {
        const node = plan.nodes[id];
        if (!node) return [];
        const nothing = { text: null, subject: null, sender: null, why: null };
        done.push({ is: 'step', at, id, kind, result: 'done', required: false, ...nothing });
        return follow(node, at, false);
      },
    },
  };
}

const asks = (node: Node): boolean => asksSomebody(node.kind) || isReviewed(node);

const answerTo = (subject: string): string => (/^re:/i.test(subject) ? subject : `Re: ${subject}`);

/** Without a number: the first for an event, each for an answer. */
const isTurn = ({ nth }: StepName, count: number, each = false): boolean =>
  nth === null ? each || count === 1 : count === nth;

/** How often a step was counted, by its word and by its id. */
function createCounter() {
  const counts = new Map<string, number>();
  const add = (name: string): void => void counts.set(name, (counts.get(name) ?? 0) + 1);
  return {
    count({ kind, id }: Pick<Node, 'id' | 'kind'>): void {
      add(`kind ${kind}`);
      add(`id ${id}`);
      if (!asksSomebody(kind)) add('kind review');
    },
    of: (name: string, { id }: Pick<Node, 'id'>): number =>
      counts.get(name === id ? `id ${name}` : `kind ${name}`) ?? 0,
  };
}

function itemOf(step: PerformedStep, texts: RenderedStep): DoneItem {
  const { at, node: id, kind, outcome, asks, to, sender = null, text: why = null } = step;
  const base = { is: 'step' as const, at, sender, why };
  if (asks === 'review') return { ...base, id: '', kind: 'review', result: 'done', required: false, ...texts };
  const isDone = outcome === 'done' || outcome === 'asked' || outcome === 'branch';
  const result = to ?? (isDone ? 'done' : outcome);
  const required = isDone && isExpected(kind);
  return { ...base, id, kind, result, required, ...(isDone ? texts : { text: null, subject: null }) };
}

function comingEvent({ what }: ScriptedEvent, enrollment_id: string, at: number, zone: string): ComingEvent {
  switch (what.kind) {
    case 'plain':
      return { enrollment_id, at, event: what.event };
    case 'away':
      return what.back === null
        ? { enrollment_id, at, event: 'away' }
        : { enrollment_id, at, event: 'away', back_at: instantOfLocal(what.back, zone) };
    case 'labeled':
      return { enrollment_id, at, event: 'labeled', label: what.label };
    case 'decided':
      return { enrollment_id, at, event: 'decided', decision: what.decision };
  }
}
