const SUBJECTS = [
  /^(?:re:\s*)?(?:auto(?:matic|mated)?[ -]?(?:reply|response|answer)|out[ -]of[ -](?:the[ -])?office|ooo\b|autoreply)/i,
  /^(?:re:\s*)?(?:r[ée]ponse automatique|absence du bureau|message d[’']absence)/i,
  /^(?:aw:\s*|re:\s*)?(?:automatische antwort|abwesenheit)/i,
  /^(?:re:\s*)?(?:respuesta autom[áa]tica|fuera de la oficina|risposta automatica|resposta autom[áa]tica|automatisch antwoord)/i,
];

/**
 * What a machine wrote (RFC 3834), by its headers where the service shows them, else by its subject; null: a person did. An
 * `answer` says where its writer is; a `notice`, such as a newsletter, does not.
 */
export function readAutomatic(mail: {
  readonly subject: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly in_reply_to?: string | null | undefined;
}): 'answer' | 'notice' | null {
  const headers = new Map(
    Object.entries(mail.headers).map(([name, value]) => [name.toLowerCase(), String(value).trim().toLowerCase()]),
  );
  const submitted = headers.get('auto-submitted') ?? 'no';
  const precedence = headers.get('precedence') ?? '';
  if (submitted.startsWith('auto-replied') || precedence === 'auto_reply') return 'answer';
  if (headers.has('x-autoreply') || headers.has('x-autorespond')) return 'answer';
  if (SUBJECTS.some((pattern) => pattern.test(mail.subject.trim()))) return 'answer';
  if (submitted === 'no' && precedence !== 'bulk' && precedence !== 'junk') return null;
  return mail.in_reply_to ? 'answer' : 'notice';
}
