import { templateLength } from '../../expression/names-used.ts';
import { parseTemplate } from '../../expression/template.ts';
import type { Node } from '../../plan/node.ts';
import { NOTE_LENGTH } from '../../plan/nodes/invite.ts';
import { characters, LONG_VALUE } from '../check/note-length.ts';
import type { Proof } from './proof.ts';
import { senderProfiles } from './sender-profiles.ts';

/**
 * No note longer than each sender's tier takes. What no tier takes was refused at the step itself; an account whose tier
 * is not known is taken for one of the best, since a warning on each note above 200 characters would teach nobody.
 */
export const proveNoteLength: Proof = ({ node, syntax, options, report }) => {
  const note = noteOf(node);
  const stricter = senderProfiles(syntax, options, 'professional').flatMap(({ account, profile }) =>
    profile && profile.note_length < NOTE_LENGTH ? { account, profile } : [],
  );
  const parsed = note === undefined || stricter.length === 0 ? null : parseTemplate(note);
  if (!parsed?.ok) return;
  const { min, max } = templateLength(parsed.value, LONG_VALUE);
  for (const { account, profile } of stricter) {
    const most = `${profile.note_length} is the most for ${account} (${profile.name})`;
    if (min > profile.note_length) {
      const fix = `Shorten it by ${characters(min - profile.note_length)} or more.`;
      report('SEQ033', `the note has at least ${min} characters, ${most}`, fix);
    } else if (max > profile.note_length && max <= NOTE_LENGTH) {
      const fix = 'Shorten it, or cut values with {{ company | truncate: 30 }}.';
      report('SEQ055', `the note may reach ${max} characters with long names, ${most}`, fix);
    }
  }
};

function noteOf(node: Node): string | undefined {
  if (node.kind === 'invite') return node.note;
  if (node.kind !== 'action' || node.category !== 'network' || node.action !== 'invite') return undefined;
  return typeof node.params.message_text === 'string' ? node.params.message_text : undefined;
}
