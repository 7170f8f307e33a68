/**
 * Phrases, separated by semicolons or line ends, as `words/phrases.ts` reads them: `word`, `begin*`, `one|other`, `[one word|another one]`,
 * `(may be there)`, `..` for up to four words between, `..9` for up to nine, `^` and `$` for where a sentence begins and ends. Case and accents do not
 * matter; `do not` is what `don't` is read as.
 */
export type Phrases = string;

/** Words, of one kind after the other: kinds are separated by commas, words of one kind by blanks. `begin*` as in phrases. */
export type WordsInOrder = string;

/**
 * The words by which mails in a language are read. Chinese and Japanese are read character by character, so that a phrase is
 * any run of them.
 */
export interface Language {
  readonly name: string;
  /** Small letters that it is written with beside a to z; empty where it is not written with letters. */
  readonly letters: string;
  /** How mail programs introduce what they quote. */
  readonly quoting: {
    /** Names of fields, before their colon, as Outlook, Notes and others write them above a quoted mail. */
    readonly from: Phrases;
    readonly sent: Phrases;
    readonly to: Phrases;
    readonly cc: Phrases;
    readonly subject: Phrases;
    /** Words that make `On … Anna wrote:` of a line. */
    readonly wrote: Phrases;
    /** Between dashes above a quoted or forwarded mail, or before a colon. */
    readonly forwarded: Phrases;
    /** At the end of a mail, where a program speaks of itself. */
    readonly sent_from: Phrases;
  };
  /** Words that machines write. */
  readonly automatic: {
    /** Words that programs put before the subject that they answer. */
    readonly subject: Phrases;
    /** Says that somebody is away. */
    readonly absent: Phrases;
    /** Says of leave, journeys and closed doors; people mention them, too. */
    readonly leave: Phrases;
    /** Says what to do meanwhile: whom to turn to, when an answer is to be expected. */
    readonly meanwhile: Phrases;
    /** Says that a machine writes, and that nobody is to answer. */
    readonly declares: Phrases;
    /** Says that somebody is there no more, or has another address. A person may say it, too. */
    readonly moved: Phrases;
    /** Words of machines about requests, tickets, orders and addresses; a person may use them, too. */
    readonly confirms: Phrases;
  };
  /** Phrases that say that somebody wants no more mail. */
  readonly stop: {
    /** The meanings of `<name>` in the phrases below. */
    readonly terms: Readonly<Record<string, string>>;
    /** Says it beyond doubt. */
    readonly asks: Phrases;
    /** May well say it. */
    readonly hints: Phrases;
    /** In the same sentence: something else is meant, such as a meeting. */
    readonly spares: Phrases;
    /** Anywhere in the mail: they want to hear from us after all, so that what says otherwise may be told of others. */
    readonly keeps: Phrases;
    /** In the same sentence: a document, a picture, a payment is meant, unless it is asked beyond doubt. */
    readonly things: Phrases;
    /** In the same sentence: it is offered to us, as footers do, and not asked. */
    readonly offers: Phrases;
  };
  /** The words of refusals, whatever their wording: `wish/refusals.ts` says which of these together may be one. */
  readonly refusal: {
    /** Not, no, never, without; of languages that negate within the verb, such verbs. */
    readonly no: Phrases;
    /** A negation of what is or was (`have not received`), which refuses nothing. */
    readonly fact: Phrases;
    /** More, again, ever, in future. */
    readonly again: Phrases;
    /** Ending, removing, forgetting, sparing. */
    readonly end: Phrases;
    /** Writing, calling, offers, advertising. */
    readonly contact: Phrases;
    /** Places where a person is kept: lists, addresses, data. */
    readonly record: Phrases;
    readonly me: Phrases;
    /** Interest, need, wanting. */
    readonly need: Phrases;
    /** Words that ask who, how and where from. */
    readonly whence: Phrases;
    /** Words that limit a refusal to some time: it asks to come later. */
    readonly now: Phrases;
    /** Refuses, protests, threatens or asks where we have the address from, in these words alone. */
    readonly whole: Phrases;
  };
  /** How the day is written on which somebody is back. Each is looked for in one sentence. */
  readonly dates: {
    readonly months: WordsInOrder;
    /** From Monday. */
    readonly weekdays: WordsInOrder;
    /** Before the day up to which somebody is away. */
    readonly until: Phrases;
    /** Behind that day. */
    readonly until_behind: Phrases;
    /** In a sentence that says when somebody is back. */
    readonly back: Phrases;
    /** Near a day: it still belongs to the absence; so do its evening and its night. */
    readonly inclusive: Phrases;
    /** Today, tomorrow, the day after tomorrow. */
    readonly days: WordsInOrder;
    /** Before a weekday or `week`: that of the next week. */
    readonly next: Phrases;
    /** `in two weeks`: one, two … in order. */
    readonly numbers: WordsInOrder;
    /** Day, week, month: every form of it. */
    readonly units: WordsInOrder;
    /** Before and behind `two weeks`: so much later. */
    readonly ahead: Phrases;
    readonly ahead_behind: Phrases;
    /** Before a unit or a month: its end. */
    readonly end_of: Phrases;
    /** Before or behind a number: the week of that number in the year. */
    readonly week_number: Phrases;
    readonly weekend: Phrases;
    /** Times that nobody can read a day from: holidays, seasons. */
    readonly times: Phrases;
  };
}
