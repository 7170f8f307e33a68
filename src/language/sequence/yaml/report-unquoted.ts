import type { YamlReporter } from '../diagnostics/diagnostic.ts';
import type { Edit, Place } from '../diagnostics/edit.ts';

export function reportUnquoted(place: Place, reporter: YamlReporter, edits: readonly Edit[]): void {
  const fix = 'Put the whole text in quotes: "{{ first_name }} …".';
  reporter.report('SEQ005', place, 'a text that begins with {{ must be quoted', fix, edits);
}
