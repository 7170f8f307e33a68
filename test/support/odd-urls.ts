const HOSTS = [
  ...['a%00.b', '%', '%2f', 'a b', 'a<b', '[', '[::', '[::1', '1.2.3.4.5', '256.1', '0x', 'a^b', 'a|b', '%zz', 'xn--'],
  ...['\u00ad', ''],
];
const ENDINGS = ['/', ':0/', ':99999/', ':x/', '@/', '?', '#', '\\'];

/** Texts that look like URLs, and that the readers of URLs do not agree on. */
export const ODD_URLS: readonly string[] = ['http', 'https', 'socks5', ''].flatMap((scheme) =>
  HOSTS.flatMap((host, index) => {
    const ending = ENDINGS[index % ENDINGS.length] ?? '/';
    return [
      ...new Set([`${scheme}://${host}${ending}`, `${scheme}://${host}/`, `${scheme}://${host}/in/ada${ending}`]),
    ];
  }),
);

/** Collects what was answered neither well nor with a clear no, of each URL given as each field. */
export async function oddAnswers(
  fields: Readonly<Record<string, (url: string) => Promise<{ status: number; body: unknown }>>>,
  isClear: (answer: { status: number; body: unknown }) => boolean,
): Promise<string[]> {
  const odd: string[] = [];
  for (const [field, give] of Object.entries(fields)) {
    for (const url of ODD_URLS) {
      const answer = await give(url);
      if (!isClear(answer))
        odd.push(`${field} ${JSON.stringify(url)}: ${answer.status} ${JSON.stringify(answer.body)}`);
    }
  }
  return odd;
}

const has = (body: unknown, field: string): boolean => typeof body === 'object' && body !== null && field in body;

/** As the V2 service and the engine's API say no: with a status of the caller's, and what is wrong. */
export const isClearly =
  (field: 'error' | 'code') =>
  ({ status, body }: { status: number; body: unknown }): boolean =>
    status < 300 || (status >= 400 && status < 500 && has(body, field));
