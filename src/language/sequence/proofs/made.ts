import { knownAs } from '../check/known-names.ts';
import type { Proof } from './proof.ts';

/** No text or condition reads what `set` or `save_as` has made on some paths only. */
export const proveMade: Proof = ({ node, step, here, syntax, report }) => {
  const needed = step.reads.filter((use) => use.needed && !use.defaulted).map(({ name }) => name);
  // A condition is asked before the step it stands beside, and may be a node of its own.
  const asked = node.kind === 'if' || 'condition' in node ? (step.condition?.reads ?? []) : [];
  for (const [names, place] of [
    [node.kind === 'if' && step.body.kind !== 'if' ? [] : needed, step.place],
    [asked, step.condition?.place ?? step.place],
  ] as const) {
    for (const name of names) {
      const meaning = knownAs(name, syntax);
      if (meaning?.kind !== 'made' || here.made.has(meaning.name)) continue;
      const fix = `Set it on every path before, or give it a value from the start: \`vars: { ${meaning.name}: "" }\`.`;
      report('SEQ036', `"${meaning.name}" may not be set yet when this step reads it`, fix, place);
    }
  }
};
