import type { CompileOptions } from '../compile/compile-options.ts';
import type { Reporter } from '../diagnostics/diagnostic.ts';
import type { YamlMap } from '../yaml/yaml-value.ts';

/** Two files of one name would replace each other, version after version. */
export function lintSameName(document: YamlMap, { elsewhere }: CompileOptions, reporter: Reporter): void {
  const name = document.entries.find(({ key }) => key === 'sequence')?.value;
  const other = name?.kind === 'text' ? elsewhere?.get(name.value) : undefined;
  if (name === undefined || other === undefined) return;
  const fix = 'Give one of the two another name, or remove it.';
  reporter.report('SEQ061', name.place, `${other} is a sequence of the same name`, fix);
}
