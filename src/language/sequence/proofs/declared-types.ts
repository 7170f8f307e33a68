import { own } from '../../../shared/kit/own.ts';
import { declaredType, readDeclared } from '../../plan/declared-value.ts';
import type { Proof } from './proof.ts';

/**
 * Proves that what a step makes of a variable has the type that its default declares: a condition on it could not be decided
 * else.
 */
export const proveDeclaredTypes: Proof = ({ node, syntax, report }) => {
  const fallbackOf = (name: string) => own(syntax.vars, name) ?? null;
  if (node.kind === 'action' && node.save_as !== undefined && declaredType(fallbackOf(node.save_as)) !== null) {
    const message = `\`save_as: ${node.save_as}\` keeps a whole answer in a variable that has a default`;
    report('SEQ045', message, 'Save it under a name that `vars` does not have.');
  }
  if (node.kind !== 'set') return;
  for (const [name, value] of Object.entries(node.vars)) {
    if (typeof value === 'string' && /\{[{%]/.test(value)) continue;
    const fallback = fallbackOf(name);
    const read = readDeclared(fallback, value);
    if (!read.ok) report('SEQ045', `${name} ${read.error}`, 'Set a value of that type, or another variable.');
    else if (value === null && declaredType(fallback) !== null) {
      const message = `${name} is set to nothing, but has a default, which would hold again`;
      report('SEQ045', message, 'Set the value that is meant, or give the variable no default (null).');
    }
  }
};
