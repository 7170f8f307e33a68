import { diagramOf } from '../../../language/graph/diagram.ts';
import { stepWords } from '../../../language/graph/step-words.ts';
import type { Plan } from '../../../language/plan/plan.ts';
import type { EnrollmentRow } from '../../../runtime/store/enrollments/enrollment-row.ts';
import { formatDuration } from '../../../shared/kit/duration.ts';
import { uncapitalized } from '../../../shared/kit/first-letter.ts';
import { localMoment } from '../../../shared/kit/local-moment.ts';
import { type EnrollmentView, viewEnrollment } from '../views/enrollment.ts';
import type { LineView } from '../views/line.ts';
import { type ExplainedWait, explainWait } from './explain-wait.ts';
import type { StoppedWorkflow } from './look-at-workflow.ts';

export interface Explanation extends EnrollmentView {
  readonly now: Date;
  /** The explanation in one paragraph. */
  readonly text: string;
  readonly happened: readonly LineView[];
  /** The thing that it waits for now; null where it waits for nothing. */
  readonly waiting: (ExplainedWait & { readonly until: Date | null; readonly until_local: string | null }) | null;
  /** Why nothing goes on whatever it waits for; null: its workflow runs. */
  readonly workflow: StoppedWorkflow | null;
  /** Nodes that it can go to from here. */
  readonly next: readonly { readonly when: string; readonly node: string; readonly title: string }[];
}

/** Explains what happened, what it waits for, until when exactly and why, and what would change it. `now` is virtual time. */
export function explainEnrollment(
  row: EnrollmentRow & { readonly paused_account?: string | null },
  plan: Plan,
  happened: readonly LineView[],
  { now, workflow = null }: { readonly now: number; readonly workflow?: StoppedWorkflow | null },
): Explanation {
  const words = stepWords(plan);
  const view = viewEnrollment(row, plan);
  const node = row.node === null ? undefined : plan.nodes[row.node];
  const held = explainWait(row, node, plan);
  const waiting = held && {
    ...held,
    until: row.until,
    until_local: row.until && `${localMoment(row.until, view.timezone)} ${view.timezone}`,
  };
  const ways = row.status === 'finished' ? [] : diagramOf(plan).arrows.filter(({ from }) => from === row.node);
  return {
    ...view,
    now: new Date(now),
    text: `${inWords(row, view.step, waiting, now)}${workflow === null ? '' : ` ${workflow.text}.`}`,
    happened,
    waiting,
    workflow,
    next: ways.map(({ to, label }) => ({ when: label === '' ? 'then' : label, node: to, title: words.get(to) ?? to })),
  };
}

function inWords(row: EnrollmentRow, step: string | null, waiting: Explanation['waiting'], now: number): string {
  const name = [row.first_name, row.last_name].filter(Boolean).join(' ') || row.email || 'This person';
  if (row.status === 'finished') return `${name} ended as ${(row.outcome ?? 'finished').replaceAll('_', ' ')}.`;
  if (row.status === 'queued' && waiting === null) return `${name} is queued: the sequence has not begun yet.`;
  const at = step === null ? '' : ` at “${step}”`;
  if (waiting === null) return `${name} is under way${at}: a step is being carried out.`;
  const until = waiting.until ? `, until ${waiting.until_local} (${inTime(waiting.until, now)})` : '';
  const change = waiting.would_change[0] ? ` What would change it: ${waiting.would_change[0]}` : '';
  const what = `${inSentence(waiting)}${until}`;
  return `${name} waits${at}: ${what}${/[.?!]$/.test(what) ? '' : '.'}${change}`;
}

/** Says what a task asks, in the words that its author wrote. */
function inSentence({ constraint, text }: ExplainedWait): string {
  return constraint === 'task' ? `a person is asked “${text}”` : uncapitalized(text);
}

function inTime(until: Date, now: number): string {
  const left = until.getTime() - now;
  return left > 0 ? `in ${formatDuration(left)}` : 'due';
}
