import type { MediaItem } from '../../../src/language/plan/nodes/common.ts';
import type { StepRecord } from '../../../src/runtime/store/enrollments/load-step.ts';
import { fail, ok, type Result } from '../../../src/shared/kit/result.ts';
import type { StepContext } from '../../look/context.ts';
import { failed, type Prepared } from '../prepared.ts';
import { renderText } from '../render.ts';

interface MediaFile {
  readonly data: string;
  readonly filename: string;
}

type RenderedMedia = {
  readonly media_links?: readonly string[];
  readonly media_files?: readonly MediaFile[];
  readonly media_path?: string;
};

/** spec: messages / send, the media params. Links and files may be many; of paths the service takes one. */
export function renderMedia(
  context: StepContext,
  sender: StepRecord['accounts'][number],
  media: readonly MediaItem[] | undefined,
): Result<RenderedMedia, Prepared> {
  const links: string[] = [];
  const files: MediaFile[] = [];
  const paths: string[] = [];
  for (const item of media ?? []) {
    const template = item.link ?? item.path ?? item.name ?? 'file';
    const rendered = renderText(context, sender, template, { as: 'line' });
    if (!rendered.ok) return rendered;
    if (item.link !== undefined) links.push(rendered.value.trim());
    else if (item.path !== undefined) paths.push(rendered.value.trim());
    // Base64 is no text to be rendered.
    else if (item.data !== undefined) files.push({ data: item.data, filename: rendered.value.trim() || 'file' });
  }
  const [path, ...more] = paths;
  if (more.length > 0) {
    return fail(failed('TOO_MANY_PATHS', 'a message takes one file by its path; give the others as links or data'));
  }
  return ok({
    ...(links.length > 0 ? { media_links: links } : {}),
    ...(files.length > 0 ? { media_files: files } : {}),
    ...(path === undefined ? {} : { media_path: path }),
  });
}

export const hasMedia = (media: RenderedMedia): boolean => Object.keys(media).length > 0;
