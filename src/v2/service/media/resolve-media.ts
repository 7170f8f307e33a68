import { unreachable } from '../../../shared/kit/result.ts';
import { type Media, type MediaParams, mediaOf } from '../../contract/actions/messages/media.ts';
import { invalidParams } from '../answers/service-error.ts';
import { type ByteBudget, createLinkFetcher } from './fetch-link.ts';
import { readMediaPath } from './read-media-path.ts';
import { type GivenFile, type ResolvedFile, resolvedFile } from './resolved-file.ts';

export interface MediaSettings {
  readonly allow_private_media: boolean;
  /** The one folder from which `media_path` may name files; null: none. */
  readonly media_folder: string | null;
}

/** @unspecified of all files of one message together. */
const MESSAGE_BYTES = 50 * 1024 * 1024;

/**
 * The files of a message, in the contract's order (spec: messages / send, rules 1 and 2), whatever way they were given.
 * Throws INVALID_PARAMS for one that cannot be had. Slow: to be called in `prepare`.
 */
export async function resolveMedia(
  { settings }: { readonly settings: MediaSettings },
  params: MediaParams,
): Promise<readonly ResolvedFile[]> {
  const media = mediaOf(params);
  if (media.length === 0) return [];
  const budget: ByteBudget = { left: MESSAGE_BYTES };
  const links = createLinkFetcher({ allow_private: settings.allow_private_media });
  const given = async (one: Media): Promise<GivenFile> => {
    switch (one.from) {
      case 'link':
        return links.fetch(one.url === params.media_link ? 'params.media_link' : 'params.media_links', one.url, budget);
      case 'path':
        return readMediaPath(settings.media_folder, one.path, budget);
      case 'file': {
        const bytes = Buffer.from(one.file.data, 'base64');
        budget.left -= bytes.length;
        return { name: one.file.filename, bytes, declared_type: null };
      }
      default:
        return unreachable(one);
    }
  };
  try {
    const files = await Promise.all(media.map(given));
    const empty = files.find(({ bytes }) => bytes.length === 0);
    if (empty) throw invalidParams(`params: the file ${empty.name} is empty`);
    return await Promise.all(files.map(resolvedFile));
  } finally {
    await links.close();
  }
}
