import type { Place } from '../diagnostics/edit.ts';

/** A YAML document with the place of each value and key, aliases expanded. */
export type YamlValue = YamlText | YamlNumber | YamlBoolean | YamlNull | YamlList | YamlMap;

export interface YamlText {
  readonly kind: 'text';
  readonly value: string;
  readonly place: Place;
}
interface YamlNumber {
  readonly kind: 'number';
  readonly value: number;
  readonly place: Place;
}
interface YamlBoolean {
  readonly kind: 'boolean';
  readonly value: boolean;
  readonly place: Place;
}
interface YamlNull {
  readonly kind: 'null';
  readonly place: Place;
}
interface YamlList {
  readonly kind: 'list';
  readonly items: readonly YamlValue[];
  readonly place: Place;
}
export interface YamlMap {
  readonly kind: 'map';
  readonly entries: readonly YamlEntry[];
  readonly place: Place;
}
export interface YamlEntry {
  readonly key: string;
  readonly key_place: Place;
  readonly value: YamlValue;
}

const NAMES: Readonly<Record<YamlValue['kind'], string>> = {
  text: 'a text',
  number: 'a number',
  boolean: 'true or false',
  null: 'nothing',
  list: 'a list',
  map: 'a mapping',
};

export const nameOf = (value: YamlValue): string => NAMES[value.kind];
