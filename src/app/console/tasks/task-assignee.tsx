import type { ItemOf } from '../../api-client/asked.ts';
import { useChange } from '../data/ask.ts';
import { useAssignees } from '../data/use-assignees.ts';
import { useMay } from '../data/who.ts';
import controls from '../parts/controls.module.css';

const NOBODY = '';

/** Shows whose task it is, and to whom it can be given. */
export function TaskAssignee({ task: { id, assignee } }: { readonly task: ItemOf<'listTasks'> }) {
  const may = useMay();
  const assignees = useAssignees();
  const change = useChange('changeTask');
  const named = assignees.find((one) => one.id === assignee)?.name ?? assignee;
  if (!may('changeTask') || assignees.length === 0) return named === null ? null : <span>of {named}</span>;
  // A sequence may name somebody who is no user.
  const all = assignee === null || named !== assignee ? assignees : [{ id: assignee, name: assignee }, ...assignees];
  return (
    <select
      className={controls.select}
      data-key="w"
      aria-label="Assignee"
      value={assignee ?? NOBODY}
      disabled={change.isPending}
      onChange={({ currentTarget: { value } }) =>
        change.mutate({ params: { id }, body: { assignee: value === NOBODY ? null : value } })
      }
    >
      <option value={NOBODY}>Of nobody</option>
      {all.map(({ id: of, name }) => (
        <option key={of} value={of}>
          {name}
        </option>
      ))}
    </select>
  );
}
