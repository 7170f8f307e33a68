/** The ids of `list_labels`. @unspecified all but that the inbox is one. */
export const MAIL_LABELS = ['inbox', 'sent', 'archive', 'trash'] as const;
export type MailLabel = (typeof MAIL_LABELS)[number];

/** Undefined: no label. Case does not matter: the specification writes `INBOX`. */
export function findMailLabel(id: string): MailLabel | undefined {
  const wanted = id.trim().toLowerCase();
  return MAIL_LABELS.find((label) => label === wanted);
}
