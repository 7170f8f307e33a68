import type { MediaItem } from './common.ts';

/** A template that a step fills, and what must hold of what comes of it. */
export interface Filled {
  /** `the note` */
  readonly what: string;
  readonly template: string;
  readonly as: 'text' | 'html' | 'line';
  /** The form that the filled text must have; absent: any. `some`: one that says something. */
  readonly is?: 'some' | 'address' | 'link';
  /** An empty one is left out, whatever it would have to be. */
  readonly may_be_empty?: true;
  /** UTF-16 code units at most; absent: as long as any text may be. */
  readonly most?: number;
}

/** The templates of files that go along. */
export const filledMedia = (media: readonly MediaItem[]): Filled[] =>
  media.flatMap(({ link, path, name }): Filled[] => [
    ...(link === undefined ? [] : [{ what: 'the link of a file', template: link, as: 'line', is: 'link' } as const]),
    ...(path === undefined ? [] : [{ what: 'the path of a file', template: path, as: 'line', is: 'some' } as const]),
    ...(name === undefined ? [] : [{ what: 'the name of a file', template: name, as: 'line' } as const]),
  ]);
