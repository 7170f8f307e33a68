import { CodedError } from '../../../shared/kit/coded-error.ts';
import { messageOf } from '../../../shared/kit/thrown.ts';
import { ApiProblem } from '../../api-client/api-problem.ts';

export interface SaidProblem {
  /** The event itself: what could not be done. */
  readonly title: string;
  /** Why, and what to do. */
  readonly text: string;
}

/** Explains an error to whoever reads the page. */
export function sayProblem(error: unknown): SaidProblem {
  if (error instanceof ApiProblem) {
    const { status, problem } = error;
    // A problem of one field says the same in its detail, as a sentence.
    const fields = (problem.errors ?? []).filter(({ message }) => !problem.detail.includes(message));
    const parts = [problem.detail, ...fields.map(({ field, message }) => `${field} ${message}`)];
    const text = parts.filter((part, at, all) => all.indexOf(part) === at).join(' · ');
    if (status === 401) return { title: 'You are signed out', text };
    if (status === 403) return { title: 'You may not do this', text };
    if (status === 404) return { title: 'This is not there', text };
    if (status === 409) return { title: 'Something stands in the way', text };
    if (status >= 500)
      return { title: 'The server could not do this', text: `${text} Nothing was changed by halves; try again.` };
    return { title: 'The server refused this', text };
  }
  if (error instanceof CodedError && error.code === 'unreachable') {
    return { title: 'The server does not answer', text: 'What you typed is still here. Try again when it is back.' };
  }
  return { title: 'This page made a mistake', text: messageOf(error) };
}
