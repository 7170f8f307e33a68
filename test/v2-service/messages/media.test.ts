import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MediaParams } from '../../../src/v2/contract/actions/messages/media.ts';
import { withVoiceNotes } from '../../../src/v2/service/actions/messages/voice-notes.ts';
import { attachmentDisposition } from '../../../src/v2/service/downloads/content-disposition.ts';
import { createLinkFetcher } from '../../../src/v2/service/media/fetch-link.ts';
import { cleanFileName } from '../../../src/v2/service/media/file-name.ts';
import { resolveMedia } from '../../../src/v2/service/media/resolve-media.ts';
import { createTestContext } from '../support/create-test-context.ts';
import { type FileServer, mediaFile, PNG, serve, startFileServer, wav } from './files.ts';

let files: FileServer;
let base: string;
let folder: string;

beforeAll(async () => {
  base = mkdtempSync(join(tmpdir(), 'media-'));
  folder = join(base, 'folder');
  mkdirSync(join(folder, 'inner'), { recursive: true });
  writeFileSync(join(folder, 'offer.pdf'), '%PDF-1.7 offer');
  writeFileSync(join(folder, 'inner', 'photo.png'), PNG);
  writeFileSync(join(base, 'secret.txt'), 'secret');
  symlinkSync(join(base, 'secret.txt'), join(folder, 'link.txt'));
  symlinkSync(base, join(folder, 'out'));
  files = await startFileServer({
    '/photo.png': serve(PNG, { 'content-type': 'image/png' }),
    '/named?id=1': serve('text', { 'content-disposition': `attachment; filename*=UTF-8''R%C3%A9sum%C3%A9.txt` }),
    '/bare': serve(PNG, { 'content-type': 'image/webp; charset=binary' }),
    '/unnamed': serve(PNG),
    '/empty.txt': serve(''),
    '/moved': (_request, response) => response.writeHead(302, { location: '/photo.png' }).end(),
    '/loop': (_request, response) => response.writeHead(302, { location: '/loop' }).end(),
    '/inside': (_request, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/x' }).end(),
    '/local-file': (_request, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
    '/never': () => undefined,
    '/slow': (_request, response) => response.writeHead(200).write('a'),
    '/broken': (request) => request.socket.destroy(),
    '/endless': (_request, response) => {
      const chunk = Buffer.alloc(4 * 1024 * 1024);
      const more = () => {
        while (!response.destroyed && response.write(chunk)) {}
      };
      response.on('drain', more);
      more();
    },
  });
});
afterAll(async () => {
  await files.close();
  rmSync(base, { recursive: true });
});

const resolve = (params: MediaParams, settings: object = {}) => {
  const parts = {} as Parameters<typeof createTestContext>[0];
  return resolveMedia(createTestContext(parts, settings), params);
};
const link = (path: string, settings: object = {}) => resolve({ media_link: `${files.url}${path}` }, settings);
const refusedFor = (message: RegExp) => ({ code: 'INVALID_PARAMS', message: expect.stringMatching(message) });

describe('a media link', () => {
  it('is fetched, with its name and its type [messages/send.media_link]', async () => {
    expect(await link('/photo.png')).toMatchObject([
      { name: 'photo.png', mime_type: 'image/png', type: 'image', duration_ms: null },
    ]);
    expect((await link('/photo.png'))[0]?.bytes).toEqual(PNG);
    expect(await link('/named?id=1')).toMatchObject([{ name: 'Résumé.txt', mime_type: 'text/plain', type: 'file' }]);
  });

  it('has the type that its server says, or else that its bytes show, where its name has no extension', async () => {
    expect(await link('/bare')).toMatchObject([{ name: 'bare', mime_type: 'image/webp', type: 'image' }]);
    expect(await link('/unnamed')).toMatchObject([{ name: 'unnamed', mime_type: 'image/png', type: 'image' }]);
  });

  it('may redirect, but not without end and not out of HTTP', async () => {
    expect(await link('/moved')).toMatchObject([{ name: 'photo.png' }]);
    await expect(link('/loop')).rejects.toMatchObject(refusedFor(/redirects more than 5 times/));
    await expect(link('/local-file')).rejects.toMatchObject(refusedFor(/not http/));
  });

  it('that cannot be fetched is INVALID_PARAMS', async () => {
    await expect(link('/nothing')).rejects.toMatchObject(refusedFor(/^params\.media_link: answered with status 404/));
    await expect(link('/broken')).rejects.toMatchObject(refusedFor(/^params\.media_link: cannot be fetched/));
    await expect(link('/empty.txt')).rejects.toMatchObject(refusedFor(/is empty/));
    const nowhere = { media_links: ['http://nowhere.invalid/a.png'] };
    await expect(resolve(nowhere)).rejects.toMatchObject(refusedFor(/^params\.media_links: cannot be fetched/));
  });

  it('that takes too long is INVALID_PARAMS', async () => {
    const links = createLinkFetcher({ allow_private: true, timeout_ms: 50 });
    for (const path of ['/never', '/slow']) {
      await expect(links.fetch('params.media_link', `${files.url}${path}`, { left: 100 })).rejects.toMatchObject(
        refusedFor(/^params\.media_link: was not fetched within 0\.05 s/),
      );
    }
    await links.close();
  });

  it('is not read beyond what a message may carry', async () => {
    await expect(link('/endless')).rejects.toMatchObject(refusedFor(/too large/));
  });

  it('leads to public addresses alone, unless the service allows private ones', async () => {
    const before = files.seen.length;
    const guarded = { allow_private_media: false };
    await expect(link('/photo.png', guarded)).rejects.toMatchObject(refusedFor(/127\.0\.0\.1 is not a public address/));
    const port = new URL(files.url).port;
    for (const host of ['localhost', '[::1]', '169.254.169.254', '0x7f000001', 'user:pass@example.com']) {
      const media_link = `http://${host}:${port}/photo.png`;
      await expect(resolve({ media_link }, guarded)).rejects.toMatchObject(
        refusedFor(/not a public address|user name or a password/),
      );
    }
    expect(files.seen).toHaveLength(before);
  });
});

describe('a media file', () => {
  it('is what was sent, whatever its name [messages/send.media_file]', async () => {
    const [file] = await resolve({ media_file: mediaFile('../../etc/contract.pdf', 'text') });
    expect(file).toMatchObject({ name: 'contract.pdf', mime_type: 'application/pdf', type: 'file' });
    expect(Buffer.from(file?.bytes ?? []).toString()).toBe('text');
  });

  it.each([
    ['a.gif', 'x', 'image/gif', 'gif'],
    ['a.mp4', 'x', 'video/mp4', 'video'],
    ['a.m4a', 'x', 'audio/mp4', 'audio'],
    ['a.docx', 'x', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'file'],
    ['a', PNG, 'image/png', 'image'],
    ['a', '%PDF-1.7', 'application/pdf', 'file'],
    ['a', wav(1), 'audio/wav', 'audio'],
    ['a.zzz', 'x', 'application/octet-stream', 'unknown'],
  ])('%s is of its kind', async (name, bytes, mime_type, type) => {
    expect(await resolve({ media_file: mediaFile(name, bytes) })).toMatchObject([{ name, mime_type, type }]);
  });

  it('says how long it plays', async () => {
    expect(await resolve({ media_file: mediaFile('a.wav', wav(2.5)) })).toMatchObject([{ duration_ms: 2500 }]);
    expect(await resolve({ media_file: mediaFile('a.wav', 'no sound') })).toMatchObject([{ duration_ms: null }]);
  });

  it.each(['a.mp3', 'a.m4a', 'a.aac'])('says how long a recording plays that is wrongly called %s', async (name) => {
    expect(await resolve({ media_file: mediaFile(name, wav(2)) })).toMatchObject([{ duration_ms: 2000 }]);
  });
});

describe('a media path', () => {
  const path = (media_path: string, media_folder: string | null = folder) => resolve({ media_path }, { media_folder });

  it('names a file of the media folder [messages/send.media_path]', async () => {
    expect(await path('offer.pdf')).toMatchObject([{ name: 'offer.pdf', mime_type: 'application/pdf' }]);
    expect(await path('inner/photo.png')).toMatchObject([{ name: 'photo.png', type: 'image' }]);
    expect(await path(join(folder, 'offer.pdf'))).toMatchObject([{ name: 'offer.pdf' }]);
  });

  it('leads nowhere else, by no road', async () => {
    await expect(path('../secret.txt')).rejects.toMatchObject(refusedFor(/must not contain "\.\."/));
    await expect(path('inner/..\\..\\secret.txt')).rejects.toMatchObject(refusedFor(/must not contain/));
    for (const other of [join(base, 'secret.txt'), '/etc/passwd', 'link.txt', 'out/secret.txt', 'inner', '.', 'none']) {
      await expect(path(other)).rejects.toMatchObject(refusedFor(/not found in the media folder/));
    }
  });

  it('is refused where no folder is set aside', async () => {
    await expect(path('offer.pdf', null)).rejects.toMatchObject(refusedFor(/V2_MEDIA_FOLDER/));
  });
});

describe('several files', () => {
  it('go in the order of the params, the first of the single ones counting [messages/send#1] [messages/send.media_links] [messages/send.media_files]', async () => {
    const all: MediaParams = {
      media_link: `${files.url}/photo.png`,
      media_file: mediaFile('file.txt', 'f'),
      media_path: 'offer.pdf',
      media_links: [`${files.url}/moved`, `${files.url}/bare`],
      media_files: [mediaFile('one.txt', '1'), mediaFile('two.txt', '2')],
    };
    const names = async (params: MediaParams) =>
      (await resolve(params, { media_folder: folder })).map(({ name }) => name);
    expect(await names(all)).toEqual(['photo.png', 'photo.png', 'bare', 'one.txt', 'two.txt']);
    const { media_link: _link, ...withoutLink } = all;
    expect((await names(withoutLink))[0]).toBe('file.txt');
    const { media_file: _file, ...onlyPath } = withoutLink;
    expect((await names(onlyPath))[0]).toBe('offer.pdf');
  });
});

describe('voice notes', () => {
  const voiced = async (filename: string, bytes: Buffer | string, voice_message: boolean) => {
    const [file] = await withVoiceNotes(await resolve({ media_file: mediaFile(filename, bytes) }), { voice_message });
    return file && { type: file.type, voice: file.voice_message ?? false, duration_ms: file.duration_ms };
  };

  it('are audio files by their extension [messages/send#3]', async () => {
    for (const extension of ['m4a', 'mp3', 'wav', 'aac', 'MP3']) {
      expect(await voiced(`a.${extension}`, 'x', false)).toMatchObject({ type: 'audio', voice: true });
    }
    expect(await voiced('a.ogg', 'x', false)).toMatchObject({ type: 'audio', voice: false });
    expect(await voiced('a.pdf', 'x', false)).toMatchObject({ type: 'file', voice: false });
  });

  it('are forced where the name has no usable extension, and nothing else turns into one [messages/send.voice_message]', async () => {
    expect(await voiced('note', wav(3), false)).toEqual({ type: 'audio', voice: false, duration_ms: 3000 });
    expect(await voiced('note', wav(3), true)).toEqual({ type: 'audio', voice: true, duration_ms: 3000 });
    expect(await voiced('note.rec', 'x', true)).toEqual({ type: 'audio', voice: true, duration_ms: null });
    expect(await voiced('note.bin', wav(3), true)).toEqual({ type: 'audio', voice: true, duration_ms: 3000 });
    expect(await voiced('a.ogg', 'x', true)).toMatchObject({ voice: true });
    expect(await voiced('a.png', PNG, true)).toMatchObject({ type: 'image', voice: false });
  });
});

describe('names of files', () => {
  it.each([
    ['..\\..\\boot.ini', 'boot.ini'],
    ['.htaccess', 'htaccess'],
    ['a\r\nb"<c>.txt', 'ab__c_.txt'],
    ['photo\u202egpj.exe', 'photogpj.exe'],
    ['  ', 'file.png'],
    ['..', 'file.png'],
    ['\ud800.txt', 'txt'],
    [`${'é'.repeat(300)}.pdf`, `${'é'.repeat(196)}.pdf`],
  ])('%j is kept as %j', (given, kept) => {
    expect(cleanFileName(given, 'image/png')).toBe(kept);
  });

  it('are given in two ways in a header, and break none', () => {
    expect(attachmentDisposition(`Ré"su'mé.pdf`)).toBe(
      `attachment; filename="R__su'm_.pdf"; filename*=UTF-8''R%C3%A9%22su%27m%C3%A9.pdf`,
    );
  });
});
