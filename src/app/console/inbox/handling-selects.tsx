import { useQuery } from '@tanstack/react-query';
import type { ItemOf } from '../../api-client/asked.ts';
import { ask } from '../data/ask.ts';
import { useAssignees } from '../data/use-assignees.ts';
import { useNow } from '../data/virtual-clock.ts';
import controls from '../parts/controls.module.css';

export type Label = ItemOf<'listLabels'>;

const DAY = 86_400_000;
const PUT_OFF = [
  { title: 'for a day', days: 1 },
  { title: 'for three days', days: 3 },
  { title: 'for a week', days: 7 },
] as const;

interface HandlingSelectsProps {
  /** Before each name, where the same stands for the open conversation too. */
  readonly of?: string;
  /** Undefined: several may differ, so what they have is not shown. */
  readonly label?: string | null;
  readonly assignee?: string | null;
  /** Null: none. */
  onLabel(label: Label | null): void;
  onAssign(user: string | null): void;
  onSnooze(until: string): void;
}

/** Label, assignee and snooze of one conversation, or of several. */
export function HandlingSelects({ of = '', label, assignee, onLabel, onAssign, onSnooze }: HandlingSelectsProps) {
  const now = useNow();
  const labels = useQuery(ask('listLabels', { query: { limit: 1000 } }));
  const assignees = useAssignees();
  return (
    <>
      <select
        className={controls.select}
        data-key="l"
        aria-label={`Label${of}`}
        value={label === undefined ? UNSAID : (label ?? NOTHING)}
        onChange={({ currentTarget: { value } }) =>
          onLabel(labels.data?.items.find(({ name }) => name === value) ?? null)
        }
      >
        {label === undefined && <Unsaid says="Label …" />}
        <option value={NOTHING}>No label</option>
        {labels.data?.items.map(({ name, title }) => (
          <option key={name} value={name}>
            {title}
          </option>
        ))}
      </select>
      {assignees.length > 0 && (
        <select
          className={controls.select}
          data-key="a"
          aria-label={`Assignee${of}`}
          value={assignee === undefined ? UNSAID : (assignee ?? NOTHING)}
          onChange={({ currentTarget: { value } }) => onAssign(value === NOTHING ? null : value)}
        >
          {assignee === undefined && <Unsaid says="Assign …" />}
          <option value={NOTHING}>Of nobody</option>
          {assignees.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
      <select
        className={controls.select}
        data-key="s"
        aria-label={`Snooze${of}`}
        value={UNSAID}
        disabled={now === null}
        onChange={({ currentTarget: { value } }) => onSnooze(new Date((now ?? 0) + Number(value) * DAY).toISOString())}
      >
        <Unsaid says="Snooze …" />
        {PUT_OFF.map(({ title, days }) => (
          <option key={days} value={days}>
            {title}
          </option>
        ))}
      </select>
    </>
  );
}

const UNSAID = '?';
const NOTHING = '';

function Unsaid({ says }: { readonly says: string }) {
  return (
    <option value={UNSAID} disabled>
      {says}
    </option>
  );
}
