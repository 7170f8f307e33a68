import { parseBuffer } from 'music-metadata';
import { type FileKind, kindOf, mimeTypeOf } from './file-kind.ts';
import { cleanFileName } from './file-name.ts';

/** A file as a message carries it. */
export interface ResolvedFile {
  readonly name: string;
  readonly mime_type: string;
  readonly type: FileKind;
  readonly bytes: Uint8Array;
  /** Set for audio and video; null where the file does not say. */
  readonly duration_ms: number | null;
  /** Delivered as a native voice note. */
  readonly voice_message?: true;
}

/** A file as it was given: nothing of it can be trusted. */
export interface GivenFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The MIME type that a web server declared. */
  readonly declared_type: string | null;
}

export async function resolvedFile({ name, bytes, declared_type }: GivenFile): Promise<ResolvedFile> {
  const mime_type = mimeTypeOf(name, bytes, declared_type);
  const type = kindOf(mime_type);
  return {
    name: cleanFileName(name, mime_type),
    mime_type,
    type,
    bytes,
    duration_ms: type === 'audio' || type === 'video' ? await durationOf(bytes, mime_type) : null,
  };
}

/** Null for what is no audio or video in spite of its name. A name may also be wrong about the kind of audio. */
export async function durationOf(bytes: Uint8Array, mimeType: string): Promise<number | null> {
  return (await durationAs(bytes, { mimeType })) ?? (await durationAs(bytes, {}));
}

async function durationAs(bytes: Uint8Array, hint: { readonly mimeType?: string }): Promise<number | null> {
  try {
    const { format } = await parseBuffer(bytes, { ...hint, size: bytes.length }, { duration: true, skipCovers: true });
    return format.duration === undefined || !Number.isFinite(format.duration)
      ? null
      : Math.round(format.duration * 1000);
  } catch {
    return null;
  }
}
