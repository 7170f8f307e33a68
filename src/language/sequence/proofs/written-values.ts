import { rehearseTemplate } from '../../expression/rehearse-template.ts';
import { templateScope } from '../../expression/template-scope.ts';
import { fillsOf } from '../../plan/node-traits.ts';
import { knownAs } from '../known-names.ts';
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
  for (const { template, as } of fillsOf(node)) {
    for (const { reads, message, missing } of rehearseTemplate(template, scope, isOpen, { as }).problems) {
      const [name = ''] = reads;
      const own = knownAs(name, syntax);
      const place = own?.kind === 'var' ? syntax.places.get(`vars.${own.name}`) : undefined;
      if (missing !== undefined || !first(`SEQ044 ${name} ${message}`)) continue;
      const whose = own?.kind === 'var' ? `the default of ${own.name}: ` : '';
      report('SEQ044', `${whose}${message}`, 'Write a value that the text can show.', place);
    }
  }
};
