/** Texts written in one language: for the rules to be made with, or held back from that. No real person's. */
export interface Texts {
  /** Answers of people; nobody asks for no more mail in them. */
  readonly replies: readonly string[];
  /**
   * Answers of machines for somebody who is away: the subject's mark, the text, and the first day on which they are there
   * again; null: no day can be told.
   */
  readonly absences: readonly (readonly [mark: string, text: string, returns_on: string | null])[];
  /** Texts of people who want no more mail. */
  readonly wishes: readonly string[];
  /** Other machines: who sends it (the local part), the subject, the text. */
  readonly notices: readonly (readonly [sender: string, subject: string, text: string])[];
}

export interface Written {
  readonly seen: Texts;
  readonly held_back: Texts;
}
