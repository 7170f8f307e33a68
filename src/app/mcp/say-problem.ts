import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { CodedError } from '../../shared/kit/coded-error.ts';
import { ApiProblem } from '../api-client/api-problem.ts';
import { markAsData } from './mark-as-data.ts';

/** The next thing that an agent does, by the code of a problem. */
const NEXT: Readonly<Record<string, string>> = {
  invalid_sequence:
    'Mend the text where each diagnostic says so (`line`, `reason`, `fix`), and validate it again. The language is in the resource overture://docs/sequence-language.',
  missing_scope: 'Your key may not do this, and no other call does it: ask a person for a key with the scope.',
  no_key: 'Ask a person for a key.',
  invalid_key: 'Ask a person for a key: this one is unknown, was revoked or has expired.',
  unreachable: 'Overture does not run, or not here. A person starts it with: overture dev.',
  not_running: 'A person starts it with: overture dev. Then call the tool again.',
  several_running: 'Ask a person which one is meant: OVERTURE_HOME names it where this server is set up.',
  kept_elsewhere:
    'Do not take it over by yourself: ask a person, or save its text as the draft of another name. `kept_by` says who keeps it: a sequence of the console is planned with `kept_by` "console".',
  published_meanwhile:
    'Take what `diff` and `current.source` say into your text, and name `current.version` in `based_on`.',
  draft_changed: 'Take what stands in `draft` into your text, and save it over the revision of that.',
  unknown_draft: 'list_drafts says which there are.',
  unknown_sequence: 'list_sequences says which there are.',
  unknown_campaign: 'list_campaigns says which there are.',
  unknown_person: 'Find the person with list_leads and `q`.',
  unknown_enrollment: 'Find it with list_enrollments, or in the person (get_lead).',
  unknown_task: 'list_tasks says which there are.',
  unknown_account: 'list_accounts says which there are.',
  suppressed: 'This person must not be contacted. Leave it, and say so.',
  missing: 'Give the lead what `missing` names, or give the variables of the sequence a default.',
  duplicate: 'The person is in the sequence: look at `existing_id` with explain_enrollment.',
  in_progress: 'The same request is under way: look at what it does, and do not ask again.',
  database_unavailable:
    'Nothing is wrong with the request: try it again after `retry_after` seconds, and tell a person if it lasts.',
  internal_error: 'This is a fault of Overture. Look whether anything was done before you ask again.',
};

/** A refusal that an agent can act on: the code, what to do, and all that the API said, as data. */
export function sayProblem(error: unknown): CallToolResult {
  if (!(error instanceof CodedError)) throw error;
  const { code, message, fix } = error;
  const next = NEXT[code] ?? fix;
  const said = error instanceof ApiProblem ? withoutForm(error.problem) : { detail: message, ...error.detail };
  const lines = [`Refused: ${code}. Nothing was changed.`, ...(next === undefined ? [] : [next]), markAsData(said)];
  return { isError: true, content: [{ type: 'text', text: lines.join('\n') }] };
}

const withoutForm = ({ type: _, title: __, ...said }: ApiProblem['problem']): object => said;
