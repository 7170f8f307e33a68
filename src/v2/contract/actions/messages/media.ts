import { z } from 'zod';
import { ATTACHMENTS_PER_MESSAGE } from '../../limits.ts';
import { text, webUrl, word } from '../../params.ts';

/** No regular expression over the whole text: a file may be tens of megabytes. */
const base64 = z
  .string()
  .min(1)
  .refine((value) => value.length % 4 === 0 && !/[^A-Za-z0-9+/=]/.test(value) && !/=[^=]|={3}/.test(value.slice(-4)), {
    error: 'must be base64',
  });

const file = z.object({ data: base64, filename: text() });

/** The media params of messages / send, and of the content actions that publish. */
export const mediaParams = {
  media_link: webUrl().optional(),
  media_file: file.optional(),
  media_path: word().optional(),
  media_links: z.array(webUrl()).optional(),
  media_files: z.array(file).optional(),
};

export interface MediaParams {
  readonly media_link?: string | undefined;
  readonly media_file?: MediaFile | undefined;
  readonly media_path?: string | undefined;
  readonly media_links?: readonly string[] | undefined;
  readonly media_files?: readonly MediaFile[] | undefined;
}

export interface MediaFile {
  readonly data: string;
  readonly filename: string;
}

export type Media =
  | { readonly from: 'link'; readonly url: string }
  | { readonly from: 'file'; readonly file: MediaFile }
  | { readonly from: 'path'; readonly path: string };

/** The files of a message. spec: messages / send, rules 1 and 2: of the single-file params the first one counts. */
export function mediaOf(params: MediaParams): Media[] {
  const media: Media[] = [];
  if (params.media_link !== undefined) media.push({ from: 'link', url: params.media_link });
  else if (params.media_file !== undefined) media.push({ from: 'file', file: params.media_file });
  else if (params.media_path !== undefined) media.push({ from: 'path', path: params.media_path });
  for (const url of params.media_links ?? []) media.push({ from: 'link', url });
  for (const one of params.media_files ?? []) media.push({ from: 'file', file: one });
  return media;
}

export function mediaRules(params: MediaParams): string[] {
  const files = mediaOf(params).length;
  return files > ATTACHMENTS_PER_MESSAGE
    ? [`at most ${ATTACHMENTS_PER_MESSAGE} files per message, these are ${files}`]
    : [];
}
