/** A word as it is compared: lower case without accents; of Chinese, Japanese and Korean a character. */
export interface Word {
  readonly text: string;
  /** The place of the word in the text. */
  readonly from: number;
  readonly to: number;
}

/** The word in the place of an address of the web or of mail: nobody says anything by the words in it. */
export const ADDRESS = '@';

const SEPARATE: Readonly<Record<string, string>> = {
  ß: 'ss',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  æ: 'ae',
  œ: 'oe',
};

/** Lower case without accents; characters of full width as those of half. */
export const fold = (text: string): string =>
  ASCII.test(text)
    ? text.toLowerCase()
    : text
        .normalize('NFKD')
        .replace(/\p{M}/gu, '')
        .normalize('NFC')
        .toLowerCase()
        .replace(/[ßłøđðþıæœ]/g, (letter) => SEPARATE[letter] ?? letter);

const ASCII = /^[ -~]*$/;

const LETTER = /^[\p{L}\p{M}]$/u;
const DIGIT = /^\p{Nd}$/u;
const CHARACTER = /^[\u3040-\u30ff\u31f0-\u31ff\u3400-\u9fff\uf900-\ufaff\uac00-\ud7a3\uff66-\uff9f]$/u;
/** Tells a character of Chinese, Japanese and Korean, where each counts as a word. */
export const isCharacter = (word: string): boolean => CHARACTER.test(word);

const BLANK = /^\s$/u;
const isBlank = (sign: string): boolean => (sign <= ' ' || sign > '~') && BLANK.test(sign);

/** The words of a text: runs of letters, runs of digits, single characters. What is between them is left out. */
export function wordsOf(text: string): Word[] {
  if (isPlain(text)) return [{ text, from: 0, to: text.length }];
  const words: Word[] = [];
  for (const { from, to } of chunksOf(text)) {
    const chunk = text.slice(from, to);
    let at = 0;
    for (const [address, begin] of addressesIn(chunk)) {
      addWords(words, chunk.slice(at, begin), from + at);
      at = begin + address.length;
      words.push({ text: ADDRESS, from: from + begin, to: from + at });
    }
    addWords(words, chunk.slice(at), from + at);
  }
  return words.flatMap((word, index) => withoutHyphen(word, words[index - 1], words[index + 1]));
}

/** `e-mail` and `email` are one. */
function withoutHyphen(word: Word, before: Word | undefined, next: Word | undefined): Word[] {
  if (word.text === 'e' && next !== undefined && isMail(word, next)) return [];
  if (before?.text === 'e' && isMail(before, word)) return [{ ...word, text: `e${word.text}`, from: before.from }];
  return [word];
}

const isMail = (e: Word, mail: Word): boolean => mail.text.startsWith('mail') && mail.from - e.to <= 1;

/** Matches addresses of the web or of mail, in ASCII: Chinese and Japanese go on right behind one. */
const ADDRESSES =
  /(?:[a-z]{2,10}:\/\/|(?<![\w.])www\.)[!-~]{1,2000}|(?<![\w.+%-])[\w.+%-]{1,64}@[\w-]{1,63}\.[\w.-]{1,200}/gi;

function addressesIn(chunk: string): (readonly [address: string, from: number])[] {
  if (!/[@:.]/.test(chunk)) return [];
  return [...chunk.matchAll(ADDRESSES)].map((found) => [found[0], found.index] as const);
}

/** Splits a text at its blanks. */
function chunksOf(text: string): { from: number; to: number }[] {
  const chunks: { from: number; to: number }[] = [];
  let from = 0;
  for (let at = 0; at <= text.length; at += 1) {
    if (at < text.length && !isBlank(text[at] ?? '')) continue;
    if (at > from) chunks.push({ from, to: at });
    from = at + 1;
  }
  return chunks;
}

function addWords(words: Word[], chunk: string, offset: number): void {
  let run = '';
  let begin = 0;
  let kind = '';
  const end = (at: number) => {
    if (run !== '') words.push(...asSpoken(fold(run), offset + begin, offset + at));
    run = '';
  };
  let at = 0;
  for (const sign of chunk) {
    const now = kindOf(sign, run !== '' && kind === 'letter');
    if (now !== kind || now === 'character') end(at);
    if (now !== 'none') {
      if (run === '') begin = at;
      run += sign;
    }
    kind = now;
    at += sign.length;
  }
  end(at);
}

function kindOf(sign: string, inWord: boolean): 'letter' | 'digit' | 'character' | 'none' {
  // Nearly every sign is one of these, and asking by expressions takes ten times as long.
  if ((sign >= 'a' && sign <= 'z') || (sign >= 'A' && sign <= 'Z')) return 'letter';
  if (sign >= '0' && sign <= '9') return 'digit';
  if (CHARACTER.test(sign)) return 'character';
  if (LETTER.test(sign)) return 'letter';
  if (DIGIT.test(sign)) return 'digit';
  return inWord && /^['’ʼ‘`´]$/.test(sign) ? 'letter' : 'none';
}

/** Whether this is one word that is compared as it stands, as most words of phrases are. */
const isPlain = (run: string): boolean => /^[a-z]+$/.test(run) && run !== 'dont' && run !== 'cannot';

/** English joins words (`don't`, `I'll`), French and Italian others (`d'absence`): each counts alone. */
function asSpoken(run: string, from: number, to: number): Word[] {
  if (isPlain(run)) return [{ text: run, from, to }];
  const parts = run
    .replace(/[’ʼ‘`´]/g, "'")
    .replace(/^dont$/, "don't")
    .replace(/^cannot$/, "can't")
    .replace(/^can't$/, 'can not')
    .replace(/^won't$/, 'will not')
    .replace(/^shan't$/, 'shall not')
    .replace(/n't$/, ' not')
    .replace(/'m$/, ' am')
    .replace(/'ll$/, ' will')
    .replace(/'re$/, ' are')
    .replace(/'ve$/, ' have')
    .split(/['\s]/)
    .filter((part) => part !== '');
  return parts.map((text) => ({ text, from, to }));
}

const ENDS_SENTENCE = /[.!?…。！？]\p{Pe}?\p{Pf}?["')]?\s|[.!?]$|[。！？]/u;
/** Nobody breaks a line of his own before so many characters, unless a sentence or a thought ends. */
const FULL_LINE = 45;

/** The words of each sentence. Lines that a program has broken go on; a blank line ends all. */
export function sentencesOf(text: string): readonly (readonly Word[])[] {
  if (last.text !== text) last = { text, sentences: splitInSentences(text) };
  return last.sentences;
}

/** Several readers ask for the sentences of one text, one after the other. */
let last: { readonly text: string; readonly sentences: readonly (readonly Word[])[] } = { text: '', sentences: [] };

function splitInSentences(text: string): Word[][] {
  const sentences: Word[][] = [];
  let current: Word[] = [];
  let before = 0;
  for (const word of wordsOf(text)) {
    const last = current.at(-1);
    if (last !== undefined && word.from >= last.to && isBreak(text, last, word, before)) {
      sentences.push(current);
      current = [];
      before = word.from;
    }
    current.push(word);
  }
  if (current.length > 0) sentences.push(current);
  return sentences;
}

function isBreak(text: string, last: Word, next: Word, sentenceFrom: number): boolean {
  const between = text.slice(last.to, next.from);
  if (between === '') return false;
  if (between.includes('\n') && isEndOfLine(text, last, next, between, sentenceFrom)) return true;
  // `12. March`, `z. B.`: no end.
  const isShort = /^\d+$/.test(last.text) || (last.text.length === 1 && !CHARACTER.test(last.text));
  return ENDS_SENTENCE.test(between) && !(isShort && between.startsWith('.'));
}

function isEndOfLine(text: string, last: Word, next: Word, between: string, sentenceFrom: number): boolean {
  if (/\n\s*\n/.test(between) || /[.!?:;。！？]\s*\n/.test(between)) return true;
  const lineFrom = Math.max(sentenceFrom, text.lastIndexOf('\n', last.to - 1) + 1);
  const isFull = last.to - lineFrom >= FULL_LINE;
  const first = text[next.from] ?? '';
  const isCapital = first !== first.toLowerCase();
  return !isFull && (isCapital || CHARACTER.test(first) || last.to - lineFrom < FULL_LINE / 2);
}
