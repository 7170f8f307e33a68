import { type Html, html } from '../../../../shared/html/html.ts';
import { errorSummary, type FormState, inputField, postForm } from './form.ts';
import type { Page } from './page.ts';

interface Step {
  readonly path: string;
  /** The path at which a new sign-in begins. */
  readonly again: string;
  readonly token: string;
  readonly form: FormState;
}

/** The second step of a sign-in: the code that was sent to the person. */
export function codePage(page: Step & { readonly place: string; readonly email: string | null }): Page {
  return {
    title: 'Enter your code',
    place: page.place,
    failed: page.form.errors.length > 0,
    content: html`${errorSummary(page.form)}
<p class="lead">We need to be sure it is you. A code was sent to ${page.email === null ? 'you' : html`<strong>${masked(page.email)}</strong>`}.</p>
${postForm({ action: page.path, token: page.token, button: 'Verify', busy: 'Verifying…' }, [
  inputField(
    {
      id: 'code',
      label: 'Verification code',
      autocomplete: 'one-time-code',
      inputmode: 'numeric',
      required: true,
      focus: true,
      code: true,
    },
    page.form,
  ),
])}
<p class="aside">No code? <a href="${page.again}">Sign in again</a> and a new one is sent.</p>`,
  };
}

/** The waiting page: the phone links itself by the QR code or the pairing code, and this page notices. */
export function pairingPage(page: {
  readonly qr: Html;
  readonly pairing_code: string;
  readonly phone_number: string | null;
  readonly status: string;
  readonly again: string;
  /** The pages of the sandbox's phone, for people without one at hand: linked by the QR code, or by the typed one. */
  readonly phone: { readonly linked: string; readonly typed: string } | null;
}): Page {
  return {
    title: 'Scan with your phone',
    place: 'Messaging app',
    refresh: 5,
    content: html`<div class="pairing">
<div class="qr" role="img" aria-label="QR code that links your phone">${page.qr}</div>
<ol class="steps">
<li>Open the camera or the messaging app${page.phone_number !== null && html` on <strong>${page.phone_number}</strong>`}.</li>
<li>Point it at this code.</li>
<li>Press “Link this device”.</li>
</ol>
</div>
<div class="or"><span>or type this code on your phone</span></div>
<p class="pairing-code"><span class="hidden">Pairing code: </span>${page.pairing_code}</p>
<p class="waiting" role="status" aria-live="polite" data-status="${page.status}">Waiting for your phone…</p>
${page.phone !== null && html`<p class="sandbox">Sandbox: <a href="${page.phone.linked}" target="_blank" rel="noopener">open the phone's page</a> here, or <a href="${page.phone.typed}" target="_blank" rel="noopener">type the code there</a>.</p>`}
<p class="aside">Wrong number, or the code is too old? <a href="${page.again}">Start again</a>.</p>`,
  };
}

/** The page to which the QR code leads: the sandbox's stand-in for the app on the phone. */
export function phonePage(page: {
  readonly path: string;
  readonly token: string;
  readonly phone_number: string | null;
  readonly form: FormState;
  /** Whether the pairing code is asked for, since no QR code was scanned. */
  readonly by_code: boolean;
}): Page {
  return {
    title: 'Link a device',
    place: 'Sandbox phone',
    failed: page.form.errors.length > 0,
    content: html`${errorSummary(page.form)}
<p class="lead">${
      page.by_code
        ? 'Enter the pairing code that the other screen shows.'
        : html`A computer asks to use your messages${page.phone_number !== null && html` of <strong>${page.phone_number}</strong>`}.`
    }</p>
${postForm({ action: page.path, token: page.token, button: 'Link this device', busy: 'Linking…' }, page.by_code ? byCode(page.form) : [])}`,
    note: 'This page stands in for the messaging app on a phone. No real account is touched.',
  };
}

const byCode = (form: FormState): Html[] => [
  inputField({ id: 'phone_number', label: 'Phone number', type: 'tel', autocomplete: 'tel', required: true }, form),
  inputField({ id: 'code', label: 'Pairing code', autocomplete: 'off', required: true, code: true }, form),
];

/** Enough to recognize one's own address by. */
function masked(email: string): string {
  const at = email.lastIndexOf('@');
  return `${[...email].slice(0, 1).join('')}•••${email.slice(at)}`;
}
