import { createReporter } from '../../../src/language/sequence/diagnostics/diagnostic.ts';
import { parse } from '../../../src/language/sequence/yaml/parse.ts';
import type { YamlValue } from '../../../src/language/sequence/yaml/yaml-value.ts';

/** A YAML text as an editor's validator sees it; null when it cannot be read. */
export function asJson(text: string): unknown {
  const document = parse(text, createReporter(text));
  return document && plain(document);
}

function plain(value: YamlValue): unknown {
  switch (value.kind) {
    case 'null':
      return null;
    case 'list':
      return value.items.map(plain);
    case 'map':
      return Object.fromEntries(value.entries.map((entry) => [entry.key, plain(entry.value)]));
    default:
      return value.value;
  }
}
