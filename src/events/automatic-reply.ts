const SUBJECTS = [
  /^(?:re:\s*)?(?:auto(?:matic|mated)?[ -]?(?:reply|response|answer)|out[ -]of[ -](?:the[ -])?office|ooo\b|autoreply)/i,
  /^(?:re:\s*)?(?:r[ée]ponse automatique|absence du bureau|message d[’']absence)/i,
  /^(?:aw:\s*|re:\s*)?(?:automatische antwort|abwesenheit)/i,
  /^(?:re:\s*)?(?:respuesta autom[áa]tica|fuera de la oficina|risposta automatica|resposta autom[áa]tica|automatisch antwoord)/i,
];

/** Out-of-office and other machines' answers (RFC 3834), by their headers where the service shows them, else the subject. */
export function isAutomaticReply(mail: {
  readonly subject: string;
  readonly headers: Readonly<Record<string, unknown>>;
}): boolean {
  const headers = new Map(Object.entries(mail.headers).map(([name, value]) => [name.toLowerCase(), String(value)]));
  const submitted = headers.get('auto-submitted');
  if (submitted !== undefined && submitted.trim().toLowerCase() !== 'no') return true;
  if (headers.has('x-autoreply') || headers.has('x-autorespond')) return true;
  if (/^(?:auto_reply|bulk|junk)$/i.test(headers.get('precedence')?.trim() ?? '')) return true;
  return SUBJECTS.some((pattern) => pattern.test(mail.subject.trim()));
}
