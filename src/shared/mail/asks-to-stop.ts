import { ownWords } from './own-words/own-words.ts';
import { readWish } from './wish/read-wish.ts';

/** A person writes that they want no more mail, beyond doubt. What they quote, which may hold our own footer, does not count. */
export const asksToStop = (text: string): boolean => readWish(ownWords(text)) === 'sure';
