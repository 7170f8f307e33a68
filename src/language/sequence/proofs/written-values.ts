import { rehearseTemplate } from '../../expression/rehearse-template.ts';
import { templateScope } from '../../expression/template-scope.ts';
import { wrongWith } from '../../fit/wrong-with.ts';
import { fillsOf } from '../../plan/node-traits.ts';
import { knownAs } from '../check/known-names.ts';
import type { Proof } from './proof.ts';

/** No text shows a value that is written in the sequence itself, such as a default, in a way in which it cannot be shown. */
export const proveWrittenValues: Proof = ({ node, syntax, report, first }) => {
  const { vars } = syntax;
  const scope = templateScope({ lead: {}, vars });
  const isOpen = (name: string): boolean => {
    const meaning = knownAs(name, syntax);
    if (meaning?.kind !== 'var') return true;
    return syntax.made.has(meaning.name) || vars[meaning.name] === null;
  };
  for (const filled of fillsOf(node)) {
    const { text, problems } = rehearseTemplate(filled.template, scope, isOpen, { as: filled.as });
    const isAddress = filled.is === 'address' || filled.is === 'link';
    const wrong = text === null || !isAddress ? null : wrongWith(text, filled);
    if (wrong !== null) report('SEQ044', `${filled.what} ${wrong}`, 'Write a value that can be sent.');
    for (const { reads, message, missing } of problems) {
      const [name = ''] = reads;
      const own = knownAs(name, syntax);
      const place = own?.kind === 'var' ? syntax.places.get(`vars.${own.name}`) : undefined;
      if (missing !== undefined || !first(`SEQ044 ${name} ${message}`)) continue;
      const whose = own?.kind === 'var' ? `the default of ${own.name}: ` : '';
      report('SEQ044', `${whose}${message}`, 'Write a value that the text can show.', place);
    }
  }
};
