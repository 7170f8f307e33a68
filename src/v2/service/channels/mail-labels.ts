/** The folders of a mailbox. @unspecified all but that the inbox is one. */
export const MAIL_LABELS = ['inbox', 'sent', 'archive', 'trash'] as const;
export type MailLabel = (typeof MAIL_LABELS)[number];

/** As `list_labels` gives it. spec: messages / list_inbox, `label_ids`: the default is `INBOX`. */
export const labelId = (label: MailLabel): string => (label === 'inbox' ? 'INBOX' : label);

/** Finds a label by its id in any case; undefined: there is no such label. */
export function findMailLabel(id: string): MailLabel | undefined {
  const wanted = id.trim().toLowerCase();
  return MAIL_LABELS.find((label) => label === wanted);
}
