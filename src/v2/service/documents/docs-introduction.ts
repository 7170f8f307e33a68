import { curl, heading, inline, json, prose } from '../../../shared/html/docs-parts.ts';
import { type Html, html } from '../../../shared/html/html.ts';
import { ERROR_CODES, ERROR_STATUS } from '../../contract/errors.ts';
import * as limits from '../../contract/limits.ts';
import type { OpenApiDocument } from '../../contract/openapi/create-openapi-document.ts';
import { errorTexts } from '../../contract/openapi/error-responses.ts';
import { V1_MAPPINGS } from '../../contract/v1.ts';

/** The header of the commands that the page shows; `$API_KEY` stands for the key. */
export const KEY_HEADER = 'x-api-key: $API_KEY';

export const INTRODUCTION_LINKS: readonly (readonly [string, string])[] = [
  ['start', 'Start'],
  ['answers', 'Answers'],
  ['errors', 'Errors'],
  ['pages', 'Pages of lists'],
  ['repeating', 'Repeating a call'],
  ['rates', 'Credits and rates'],
];

/** The rules that hold for every call. */
export function introduction(document: OpenApiDocument): Html {
  const { info, servers } = document;
  const base = servers[0]?.url ?? '';
  const metadata = {
    action: 'get_me',
    account_id: 'acc_…',
    credits_consumed: 1,
    timestamp: '2026-03-05T10:15:00.000Z',
  };
  return html`<section><h1 id="start">${info.title}</h1>${prose(info.description)}
${curl('POST', `${base}/v2/profiles`, { key: KEY_HEADER, body: { account_id: 'acc_…', action: 'get_me' } })}
${heading(2, 'answers', 'Answers')}
${prose('Every JSON answer is one of two envelopes. A success:')}${json({ success: true, data: {}, metadata })}
${prose('An error:')}${json({
  success: false,
  error: { code: 'INVALID_PARAMS', message: 'params.profile_url: is required' },
  metadata: { ...metadata, credits_consumed: 0 },
})}
${prose('Each answer carries `X-Request-Id`. Fields may be added: take what you know and leave the rest.')}
${heading(2, 'errors', 'Errors')}
<div class="scroll"><table><thead><tr><th scope="col">Code</th><th scope="col">HTTP</th><th scope="col">When</th></tr></thead><tbody>
${ERROR_CODES.map((code) => html`<tr><td><code>${code}</code></td><td>${ERROR_STATUS[code]}</td><td>${inline(errorTexts[code].when)}</td></tr>`)}
</tbody></table></div>
${prose('An unknown path is 404 and a wrong method 405, both `INVALID_ACTION`; a body that is too large is 413 `INVALID_PARAMS`. Errors cost nothing, except `CHANNEL_ERROR` of `unlock` and of `balance get`: 1 credit. Checks come in this order: key, rate, body, account, action, params, credits, platform.')}
${heading(2, 'pages', 'Pages of lists')}
${prose(`Lists take \`count\` (${limits.COUNT_DEFAULT} by default, ${limits.COUNT_CAP} at most) and \`offset\`, and answer \`pagination\`: go on at \`next_offset\` while \`has_more\`. Inboxes take \`cursor\` and answer \`next_cursor\`, null at the end.`)}
${heading(2, 'repeating', 'Repeating a call')}
${prose(`With the header \`Idempotency-Key\`, the same key and body get the stored answer for ${limits.IDEMPOTENCY_HOURS} hours, marked \`Idempotent-Replayed: true\`, with no second effect or charge. Another body under the same key is \`INVALID_PARAMS\`; a call that is still running is \`RATE_LIMITED\`. This is an extension.`)}
${heading(2, 'rates', 'Credits and rates')}
${prose(`\`metadata.credits_consumed\` is the exact charge of a call; what each action costs stands beside it below. A key makes ${limits.REQUEST_RATE.per_second} requests per second, ${limits.REQUEST_RATE.burst} at once; beyond that, 429 says in \`Retry-After\` how many seconds to wait.`)}
</section>`;
}

export function v1Section(): Html {
  return html`<section>${heading(2, 'v1', 'V1 and V2')}
${prose('V1 still works: a URL per action, `login_token` and `country` in every request, mostly HTTP 200 with `status`. What each became:')}
<div class="scroll"><table><thead><tr><th scope="col">V1</th><th scope="col">V2</th></tr></thead><tbody>
${V1_MAPPINGS.map(({ v1, methods, v2, action }) => html`<tr><td><code>${methods.join(', ')} ${v1}</code></td><td><code>${v2}</code>${action !== null && html` <code>${action}</code>`}</td></tr>`)}
</tbody></table></div></section>`;
}
