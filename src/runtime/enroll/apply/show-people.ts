import { isWaitKind } from '../../../language/plan/node-traits.ts';
import type { NodeId } from '../../../language/plan/nodes/common.ts';
import type { PersonInside } from '../../store/enrollments/list-people-inside.ts';
import type { MigrationOutcome } from './migration-outcome.ts';
import type { StepTitles } from './step-titles.ts';

/** People for whom the change has the same outcome; `samples` names a few of them. */
interface Group {
  readonly version: number;
  readonly count: number;
  readonly samples: readonly { readonly id: string; readonly name: string | null }[];
}

export interface ShownPeople {
  readonly stays: readonly (Group & {
    readonly node: NodeId | null;
    readonly title: string | null;
    readonly reason: string | null;
  })[];
  readonly moves: readonly (Group & {
    /** Null: they have not begun, and begin in the new version. */
    readonly from: NodeId | null;
    readonly from_title: string | null;
    readonly to: NodeId;
    readonly to_title: string;
    /** True where it is the same step, in which a wait continues instead of beginning again. */
    readonly goes_on: boolean;
  })[];
  /** Neither their step nor any after it is in the new version; they stay in the old one. */
  readonly orphaned: readonly (Group & Step)[];
  /** Waits of those who move that are not in the new version. */
  readonly cancelled_waits: readonly (Group & Step)[];
  /** Would get again what they got; they stay in the old version. */
  readonly would_repeat: readonly (Group &
    Step & {
      /** Steps of the new version. */
      readonly repeated: readonly NodeId[];
      readonly repeated_titles: readonly string[];
    })[];
}

interface Step {
  readonly node: NodeId;
  /** The step in a few words. */
  readonly title: string;
}

export interface PersonOutcome {
  readonly person: PersonInside;
  readonly outcome: MigrationOutcome;
}

export type Mover = PersonOutcome & { readonly outcome: Extract<MigrationOutcome, { status: 'moves' }> };

export function showPeople(outcomes: readonly PersonOutcome[], titles: StepTitles): ShownPeople {
  const at = (person: PersonInside, node: NodeId) => ({ node, title: titles.before(person, node) });
  return {
    stays: grouped(outcomes, ({ person, outcome }) =>
      outcome.status === 'stays'
        ? { ...standing(person, outcome.node, titles), reason: outcome.why === 'current' ? null : outcome.text }
        : null,
    ),
    moves: grouped(outcomes, ({ person, outcome }) => {
      if (outcome.status !== 'moves') return null;
      const { node: from, title: from_title } = standing(person, hasBegun(person) ? outcome.node : null, titles);
      return { from, from_title, to: outcome.to, to_title: titles.after(outcome.to), goes_on: outcome.goes_on };
    }),
    orphaned: grouped(outcomes, ({ person, outcome }) =>
      outcome.status === 'orphaned' ? at(person, outcome.node) : null,
    ),
    cancelled_waits: grouped(outcomes, ({ person, outcome }) =>
      outcome.status === 'moves' && !outcome.goes_on && hasBegun(person) && isWait(outcome)
        ? at(person, outcome.node)
        : null,
    ),
    would_repeat: grouped(outcomes, ({ person, outcome }) => {
      if (outcome.status !== 'would_repeat') return null;
      const { node, repeated } = outcome;
      return { ...at(person, node), repeated, repeated_titles: repeated.map(titles.after) };
    }),
  };
}

const standing = (person: PersonInside, node: NodeId | null, titles: StepTitles) => ({
  node,
  title: node === null ? null : titles.before(person, node),
});

/** Nobody moves: all stay where they are. */
export function showStaying(people: readonly PersonInside[], titles: StepTitles): ShownPeople {
  const stayed = people.map((person) => ({ person, outcome: null }));
  const stays = grouped(stayed, ({ person }) => ({ ...standing(person, person.node, titles), reason: null }));
  return { stays, moves: [], orphaned: [], cancelled_waits: [], would_repeat: [] };
}

const hasBegun = ({ node, made }: PersonInside): boolean => node !== null || made.length > 0;

function isWait({ map, node }: Extract<MigrationOutcome, { status: 'moves' }>): boolean {
  const kind = map.before.nodes[node]?.kind;
  return kind !== undefined && isWaitKind(kind);
}

const SAMPLES = 3;

function grouped<Subject extends { readonly person: PersonInside }, Shown extends object>(
  subjects: readonly Subject[],
  show: (subject: Subject) => Shown | null,
): (Shown & Group)[] {
  const groups = new Map<string, { shown: Shown; version: number; people: PersonInside[] }>();
  for (const subject of subjects) {
    const shown = show(subject);
    if (shown === null) continue;
    const { person } = subject;
    const key = JSON.stringify([person.version, shown]);
    const group = groups.get(key) ?? { shown, version: person.version, people: [] };
    group.people.push(person);
    groups.set(key, group);
  }
  return [...groups.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { shown, version, people }]) => ({
      ...shown,
      version,
      count: people.length,
      samples: people.slice(0, SAMPLES).map(({ id, lead }) => ({ id, name: nameOf(lead) })),
    }));
}

export function nameOf(lead: PersonInside['lead']): string | null {
  const name = [lead?.first_name, lead?.last_name].filter(Boolean).join(' ');
  return name || lead?.email || lead?.profile_url || null;
}
