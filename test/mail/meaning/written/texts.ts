/** What is written in one language: for the rules to be made with, or held back from that. No real person's. */
export interface Texts {
  /** What people answer; nobody asks for no more mail. */
  readonly replies: readonly string[];
  /** What machines answer for who is away: the subject's mark, the text, and the first day on which they are there again; null: no day can be told. */
  readonly absences: readonly (readonly [mark: string, text: string, returns_on: string | null])[];
  /** They want no more mail. */
  readonly wishes: readonly string[];
  /** Other machines: who sends it (the local part), the subject, the text. */
  readonly notices: readonly (readonly [sender: string, subject: string, text: string])[];
}

export interface Written {
  readonly seen: Texts;
  readonly held_back: Texts;
}
