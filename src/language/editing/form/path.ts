import type { YamlEntry, YamlMap, YamlValue } from '../../sequence/yaml/yaml-value.ts';

/** From the top of a document: keys of mappings, and positions in lists from 0. */
export type Path = readonly (string | number)[];

export const entryOf = ({ entries }: YamlMap, key: string): YamlEntry | undefined =>
  entries.find((entry) => entry.key === key);

export function valueAt(document: YamlValue, path: Path): YamlValue | undefined {
  let value: YamlValue | undefined = document;
  for (const key of path) {
    if (value?.kind === 'list' && typeof key === 'number') value = value.items[key];
    else value = value?.kind === 'map' ? entryOf(value, String(key))?.value : undefined;
  }
  return value;
}
