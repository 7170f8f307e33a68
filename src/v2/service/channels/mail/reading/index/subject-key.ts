/**
 * Prefixes that mail programs put before the subject of an answer, in the main languages. A forwarded mail begins a new thread,
 * so its prefix is not among them.
 */
const ANSWER =
  /^\s*(?:(?:re|aw|antw|antwort|sv|vs|ref|rif|r|odp|res|ynt|vá|回复|答复|返信)(?:\s*\[\d+\])?\s*[:：]|(?:automatic reply|auto-?reply|automatische antwort|abwesenheitsnotiz|réponse automatique|respuesta automática|risposta automatica|resposta automática|automatisch antwoord)\s*[:：])\s*/iu;

export interface SubjectKey {
  /** Lowercase, without what stands before it; empty: says nothing. */
  readonly base: string;
  readonly is_answer: boolean;
}

export function subjectKey(subject: string): SubjectKey {
  let base = subject.slice(0, 1000);
  let is_answer = false;
  for (let match = ANSWER.exec(base); match; match = ANSWER.exec(base)) {
    is_answer = true;
    base = base.slice(match[0].length);
  }
  return { base: base.replace(/\s+/g, ' ').trim().toLowerCase().slice(0, 300), is_answer };
}
