import type { YAMLError } from 'yaml';

/** A mistake that the YAML library found, as far as we explain it in our own words. */
export type YamlComplaint =
  | { readonly kind: 'open_quote'; readonly quote: string }
  | { readonly kind: 'open_bracket' | 'no_value' | 'no_dash' | 'other' };

const SENTENCES: readonly (readonly [RegExp, Exclude<YamlComplaint['kind'], 'open_quote'>])[] = [
  [/^Flow (?:map|sequence) in block collection must be sufficiently indented/, 'open_bracket'],
  [/^Implicit map keys need to be followed by map values/, 'no_value'],
  [/^Sequence item without - indicator/, 'no_dash'],
];

/**
 * The only place that reads sentences of the YAML library: it has one code for a quote, a bracket and a value that are missing. A test
 * checks each of them against the installed version.
 */
export function yamlComplaint({ message }: Pick<YAMLError, 'message'>): YamlComplaint {
  const quote = /^Missing closing (["'])/.exec(message)?.[1];
  if (quote !== undefined) return { kind: 'open_quote', quote };
  return { kind: SENTENCES.find(([sentence]) => sentence.test(message))?.[1] ?? 'other' };
}
