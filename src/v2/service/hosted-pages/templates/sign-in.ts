import { type Html, html } from '../../../../shared/html/html.ts';
import { DEFAULT_COUNTRY, type Product } from '../../../contract/records/account.ts';
import { type Choice, checkboxes, errorSummary, type FormState, inputField, postForm, selectField } from './form.ts';
import type { Page } from './page.ts';
import { CHANNELS, COUNTRY_CHOICES, countryName, PRIVACY_NOTE, PRODUCT_WORDS } from './words.ts';

export interface SignInPage {
  readonly path: string;
  readonly back: { readonly href: string; readonly label: string } | undefined;
  readonly token: string;
  readonly form: FormState;
  readonly reconnect: boolean;
  /** The country that the person cannot change; null where they choose; absent where it stays as it is. */
  readonly country?: string | null;
  readonly sandbox: boolean;
}

export function professionalPage(
  page: SignInPage & { readonly products: readonly Product[]; readonly contracts: readonly Choice[] },
): Page {
  const asked = page.products.some((product) => product !== 'classic');
  return signInPage(page, {
    place: CHANNELS.professional.name,
    title: page.reconnect ? 'Sign in again' : 'Sign in',
    button: page.reconnect ? 'Reconnect' : 'Connect',
    note: PRIVACY_NOTE,
    sandbox: 'Sandbox: every password is accepted, “wrong” is refused, “needs-code” asks for the code 246810.',
    fields: html`${inputField({ id: 'email', label: 'Email', type: 'email', autocomplete: 'username', required: true }, page.form)}
${inputField({ id: 'password', label: 'Password', type: 'password', autocomplete: 'current-password', required: true }, page.form)}
${countryField(page)}
${asked && productFields(page)}`,
  });
}

function productFields(page: {
  readonly form: FormState;
  readonly products: readonly Product[];
  readonly contracts: readonly Choice[];
}): Html {
  const choices = page.products.map((value) => ({
    value,
    label: PRODUCT_WORDS[value].name,
    detail: PRODUCT_WORDS[value].about,
  }));
  return html`${checkboxes({ id: 'products', legend: 'What should be connected?', choices }, page.form)}
${selectField(
  {
    id: 'contract',
    label: 'Contract',
    hint: 'Your paid seat belongs to one contract.',
    choices: page.contracts,
    chosen: page.contracts[0]?.value ?? '',
  },
  page.form,
)}`;
}

export function messengerPage(page: SignInPage): Page {
  return signInPage(page, {
    place: CHANNELS.messenger.name,
    title: page.reconnect ? 'Link your phone again' : 'Link your phone',
    button: 'Continue',
    sandbox: null,
    fields: html`${inputField(
      {
        id: 'phone_number',
        label: 'Phone number',
        type: 'tel',
        hint: 'With the country code, like +33 6 12 34 56 78.',
        autocomplete: 'tel',
        inputmode: 'tel',
        required: true,
      },
      page.form,
    )}
${countryField(page)}`,
  });
}

/** A link to the provider at which a person may give consent instead of a password. */
export interface ConsentChoice {
  readonly name: string;
  readonly href: string;
}

export function mailPage(page: SignInPage & { readonly consents: readonly ConsentChoice[] }): Page {
  const opened = MAIL_SERVERS.some(({ id }) =>
    ['host', 'port'].some((part) => page.form.values[`${id}_${part}`] || hasError(page.form, `${id}_${part}`)),
  );
  return signInPage(page, {
    place: CHANNELS.email.name,
    title: page.reconnect ? 'Connect your mailbox again' : 'Connect your mailbox',
    button: page.reconnect ? 'Reconnect' : 'Connect',
    note: PRIVACY_NOTE,
    before: page.consents.length > 0 ? consentChoices(page.consents) : undefined,
    sandbox: 'Sandbox: an address that ends in .example needs no mail server; the password “wrong” is refused.',
    fields: html`${inputField({ id: 'email', label: 'Email address', type: 'email', autocomplete: 'username', required: true }, page.form)}
${inputField(
  {
    id: 'password',
    label: 'Password',
    type: 'password',
    hint: 'Some providers want an app password here, which you make in your account settings.',
    autocomplete: 'current-password',
    required: true,
  },
  page.form,
)}
<details${opened && html` open`}>
<summary>Mail server settings</summary>
<p class="hint">Found from your address when you leave them empty.</p>
${MAIL_SERVERS.map((server) => serverFields(server, page.form))}
</details>`,
  });
}

const consentChoices = (consents: readonly ConsentChoice[]): Html => html`<ul class="consents">
${consents.map(({ name, href }) => html`<li><a class="consent" href="${href}">Continue with ${name}</a></li>`)}
</ul>
<p class="or"><span>or with a password</span></p>`;

const MAIL_SERVERS = [
  { id: 'imap', legend: 'Incoming mail (IMAP)', port: '993' },
  { id: 'smtp', legend: 'Outgoing mail (SMTP)', port: '465' },
] as const;

function serverFields({ id, legend, port }: (typeof MAIL_SERVERS)[number], form: FormState): Html {
  const values = { [`${id}_port`]: port, ...form.values };
  const security = [
    { value: 'tls', label: 'TLS' },
    { value: 'starttls', label: 'STARTTLS' },
  ];
  return html`<fieldset class="server">
<legend>${legend}</legend>
${inputField({ id: `${id}_host`, label: 'Server' }, form)}
<div class="pair">
${inputField({ id: `${id}_port`, label: 'Port', inputmode: 'numeric' }, { ...form, values })}
${selectField({ id: `${id}_security`, label: 'Security', choices: security, chosen: 'tls' }, form)}
</div>
</fieldset>`;
}

const hasError = (form: FormState, id: string): boolean => form.errors.some(({ field }) => field === id);

function countryField({ country, form }: SignInPage): Html | null {
  if (country === undefined) return null;
  if (country !== null) return html`<p class="fixed">You sign in from <strong>${countryName(country)}</strong>.</p>`;
  return selectField(
    {
      id: 'country',
      label: 'Country',
      hint: 'Where you usually sign in from.',
      choices: COUNTRY_CHOICES,
      chosen: DEFAULT_COUNTRY,
    },
    form,
  );
}

interface Wording {
  readonly place: string;
  readonly title: string;
  readonly button: string;
  readonly fields: Html;
  /** Above the form. */
  readonly before?: Html | undefined;
  readonly sandbox: string | null;
  readonly note?: string;
}

function signInPage(page: SignInPage, { place, title, button, fields, before, sandbox, note }: Wording): Page {
  return {
    title,
    place,
    back: page.back,
    failed: page.form.errors.length > 0,
    content: html`${errorSummary(page.form)}
${before}
${postForm({ action: page.path, token: page.token, button, busy: 'One moment…' }, fields)}
${page.sandbox && sandbox !== null && html`<p class="sandbox">${sandbox}</p>`}`,
    note,
  };
}
