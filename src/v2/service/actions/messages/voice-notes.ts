import { lookup } from 'mime-types';
import type { SendParams } from '../../../contract/actions/messages/send.ts';
import { VOICE_NOTE_EXTENSIONS } from '../../../contract/limits.ts';
import { extensionOf } from '../../media/file-name.ts';
import { durationOf, type ResolvedFile } from '../../media/resolved-file.ts';

/** MIME type of a voice note whose bytes do not say theirs: the networks record voice notes so. */
const VOICE_MIME_TYPE = 'audio/mp4';

/**
 * Marks the files that are delivered as native voice notes (spec: messages / send, rule 3): audio by its extension; with
 * `voice_message` any audio, and what has no usable extension. A picture or a document stays what it is.
 */
export function withVoiceNotes(
  files: readonly ResolvedFile[],
  { voice_message }: Pick<SendParams, 'voice_message'>,
): Promise<ResolvedFile[]> {
  return Promise.all(files.map((file) => (isVoiceNote(file, voice_message) ? voiceNote(file) : file)));
}

function isVoiceNote({ name, type }: ResolvedFile, forced: boolean): boolean {
  const extension = extensionOf(name);
  if (VOICE_NOTE_EXTENSIONS.some((one) => one === extension)) return true;
  return forced && (type === 'audio' || type === 'unknown' || lookup(extension) === false);
}

async function voiceNote(file: ResolvedFile): Promise<ResolvedFile> {
  const mime_type = file.type === 'audio' ? file.mime_type : VOICE_MIME_TYPE;
  const duration_ms = file.duration_ms ?? (await durationOf(file.bytes, mime_type));
  return { ...file, mime_type, type: 'audio', duration_ms, voice_message: true };
}
