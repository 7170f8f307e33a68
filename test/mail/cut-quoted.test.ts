import { describe, expect, it } from 'vitest';
import { cutQuoted } from '../../src/shared/mail/cut-quoted.ts';

/** The quote in every one of them, with marks. */
const Q = '\n> Hi Ada, shall we talk?\n> Anna';
type Shapes = readonly (readonly [program: string, text: string, own: string])[];

/** As the mail programs of these years write them, by program and language. */
const SHAPES: Readonly<Record<string, Shapes>> = {
  Gmail: [
    [
      'gmail web en',
      `Yes, gladly.\n\nOn Mon, Mar 2, 2026 at 10:00 AM Anna Keller <anna@agency.test> wrote:\n${Q}`,
      'Yes, gladly.',
    ],
    [
      'gmail web en broken',
      `Yes.\n\nOn Mon, Mar 2, 2026 at 10:00 AM Anna Keller, Agency for Good People <\nanna@agency.test> wrote:\n${Q}`,
      'Yes.',
    ],
    [
      'gmail de',
      `Ja, gern.\n\nAm Mo., 2. März 2026 um 10:00 Uhr schrieb Anna Keller <anna@agency.test>:\n${Q}`,
      'Ja, gern.',
    ],
    ['gmail fr', `Oui.\n\nLe lun. 2 mars 2026 à 10:00, Anna Keller <anna@agency.test> a écrit :\n${Q}`, 'Oui.'],
    ['gmail es', `Sí.\n\nEl lun, 2 mar 2026 a las 10:00, Anna Keller (<anna@agency.test>) escribió:\n${Q}`, 'Sí.'],
    [
      'gmail it',
      `Sì.\n\nIl giorno lun 2 mar 2026 alle ore 10:00 Anna Keller <anna@agency.test> ha scritto:\n${Q}`,
      'Sì.',
    ],
    [
      'gmail pt-br',
      `Sim.\n\nEm seg., 2 de mar. de 2026 às 10:00, Anna Keller <anna@agency.test> escreveu:\n${Q}`,
      'Sim.',
    ],
    ['gmail nl', `Ja.\n\nOp ma 2 mrt 2026 om 10:00 schreef Anna Keller <anna@agency.test>:\n${Q}`, 'Ja.'],
    ['gmail pl', `Tak.\n\npon., 2 mar 2026 o 10:00 Anna Keller <anna@agency.test> napisał(a):\n${Q}`, 'Tak.'],
    ['gmail sv', `Ja.\n\nDen mån 2 mars 2026 kl 10:00 skrev Anna Keller <anna@agency.test>:\n${Q}`, 'Ja.'],
    ['gmail da', `Ja.\n\nDen man. 2. mar. 2026 kl. 10.00 skrev Anna Keller <anna@agency.test>:\n${Q}`, 'Ja.'],
    ['gmail no', `Ja.\n\nman. 2. mars 2026 kl. 10:00 skrev Anna Keller <anna@agency.test>:\n${Q}`, 'Ja.'],
    ['gmail cs', `Ano.\n\npo 2. 3. 2026 v 10:00 odesílatel Anna Keller <anna@agency.test> napsal:\n${Q}`, 'Ano.'],
    ['gmail ja', `はい。\n\n2026年3月2日(月) 10:00 Anna Keller <anna@agency.test>:\n${Q}`, 'はい。'],
    [
      'gmail fwd',
      'See below.\n\n---------- Forwarded message ---------\nFrom: Anna <anna@agency.test>\nDate: Mon',
      'See below.',
    ],
    ['tr', `Evet.\n\nAnna Keller <anna@agency.test>, 2 Mar 2026 Pzt, 10:00 tarihinde şunu yazdı:\n${Q}`, 'Evet.'],
    ['ru', `Да.\n\nпн, 2 мар. 2026 г. в 10:00, Anna Keller <anna@agency.test>:\n${Q}`, 'Да.'],
    ['fi', `Kyllä.\n\nma 2. maalisk. 2026 klo 10.00 Anna Keller (anna@agency.test) kirjoitti:\n${Q}`, 'Kyllä.'],
  ],
  'Apple Mail and telephones': [
    ['apple en', 'Yes.\n\n> On 2 Mar 2026, at 10:00, Anna Keller <anna@agency.test> wrote:\n> \n> Hi Ada', 'Yes.'],
    ['apple de', 'Ja.\n\n> Am 02.03.2026 um 10:00 schrieb Anna Keller <anna@agency.test>:\n> \n> Hi Ada', 'Ja.'],
    ['apple fr', 'Oui.\n\n> Le 2 mars 2026 à 10:00, Anna Keller <anna@agency.test> a écrit :\n> \n> Hi Ada', 'Oui.'],
    [
      'iphone en',
      'Yes\n\nSent from my iPhone\n\n> On 2 Mar 2026, at 10:00, Anna Keller <anna@agency.test> wrote:\n> \n> \uFEFFHi Ada',
      'Yes',
    ],
    [
      'iphone de',
      'Ja\n\nVon meinem iPhone gesendet\n\n> Am 02.03.2026 um 10:00 schrieb Anna Keller <anna@agency.test>:\n> \n> Hi',
      'Ja',
    ],
    [
      'iphone fr',
      'Oui\n\nEnvoyé de mon iPhone\n\n> Le 2 mars 2026 à 10:00, Anna Keller <anna@agency.test> a écrit :\n> \n> Hi',
      'Oui',
    ],
    [
      'iphone es',
      'Sí\n\nEnviado desde mi iPhone\n\n> El 2 mar 2026, a las 10:00, Anna Keller <anna@agency.test> escribió:\n> \n> Hi',
      'Sí',
    ],
    [
      'iphone it',
      'Sì\n\nInviato da iPhone\n\n> Il giorno 2 mar 2026, alle ore 10:00, Anna Keller <anna@agency.test> ha scritto:\n> \n> Hi',
      'Sì',
    ],
    [
      'iphone pt',
      'Sim\n\nEnviado do meu iPhone\n\n> Em 2 de mar. de 2026, à(s) 10:00, Anna Keller <anna@agency.test> escreveu:\n> \n> Hi',
      'Sim',
    ],
    [
      'iphone nl',
      'Ja\n\nVerstuurd vanaf mijn iPhone\n\n> Op 2 mrt 2026 om 10:00 heeft Anna Keller <anna@agency.test> het volgende geschreven:\n> \n> Hi',
      'Ja',
    ],
    [
      'iphone ja',
      'はい\n\niPhoneから送信\n\n> 2026/03/02 10:00、Anna Keller <anna@agency.test>のメール:\n> \n> Hi',
      'はい',
    ],
    [
      'iphone sv',
      'Ja\n\nSkickat från min iPhone\n\n> 2 mars 2026 kl. 10:00 skrev Anna Keller <anna@agency.test>:\n> \n> Hi',
      'Ja',
    ],
    [
      'iphone pl',
      'Tak\n\nWysłane z iPhone’a\n\n> Wiadomość napisana przez Anna Keller <anna@agency.test> w dniu 2 mar 2026, o godz. 10:00:\n> \n> Hi',
      'Tak',
    ],
    [
      'outlook mobile',
      'Yes.\n\nGet Outlook for iOS<https://aka.ms/o0ukef>\n________________________________\nFrom: Anna Keller <anna@agency.test>\nSent: Monday\nTo: Ada\n\nHi',
      'Yes.',
    ],
    [
      'outlook mobile de',
      'Ja.\n\nOutlook für Android herunterladen<https://aka.ms/AAb9ysg>\n________________________________\nVon: Anna',
      'Ja.',
    ],
    [
      'samsung',
      'Yes.\n\nSent from my Galaxy\n\n-------- Original message --------\nFrom: Anna Keller <anna@agency.test>\nDate: 3/2/26 10:00 AM (GMT+01:00)\nTo: Ada <ada@people.test>\nSubject: On-call\n\nHi',
      'Yes.',
    ],
    [
      'apple it',
      'Sì.\n\n> Il giorno 2 mar 2026, alle ore 10:00, Anna Keller <anna@agency.test> ha scritto:\n> \n> Hi',
      'Sì.',
    ],
  ],
  Thunderbird: [
    ['thunderbird en', `Yes.\n\nOn 3/2/26 10:00, Anna Keller wrote:${Q}`, 'Yes.'],
    ['thunderbird de', `Ja.\n\nAm 02.03.26 um 10:00 schrieb Anna Keller:${Q}`, 'Ja.'],
    ['thunderbird fr', `Oui.\n\nLe 02/03/2026 à 10:00, Anna Keller a écrit :${Q}`, 'Oui.'],
    ['thunderbird it', `Sì.\n\nIl 02/03/26 10:00, Anna Keller ha scritto:${Q}`, 'Sì.'],
    ['thunderbird es', `Sí.\n\nEl 2/3/26 a las 10:00, Anna Keller escribió:${Q}`, 'Sí.'],
    ['thunderbird nl', `Ja.\n\nOp 02-03-2026 om 10:00 schreef Anna Keller:${Q}`, 'Ja.'],
    ['thunderbird pt', `Sim.\n\nEm 02/03/2026 10:00, Anna Keller escreveu:${Q}`, 'Sim.'],
    ['thunderbird pl', `Tak.\n\nW dniu 02.03.2026 o 10:00, Anna Keller pisze:${Q}`, 'Tak.'],
  ],
  Outlook: [
    [
      'outlook desktop en',
      'Yes.\n\nFrom: Anna Keller <anna@agency.test>\nSent: Monday, March 2, 2026 10:00 AM\nTo: Ada <ada@people.test>\nSubject: On-call load\n\nHi Ada',
      'Yes.',
    ],
    [
      'outlook desktop de',
      'Ja.\n\nVon: Anna Keller <anna@agency.test>\nGesendet: Montag, 2. März 2026 10:00\nAn: Ada <ada@people.test>\nBetreff: On-call load\n\nHi Ada',
      'Ja.',
    ],
    [
      'outlook desktop fr',
      'Oui.\n\nDe : Anna Keller <anna@agency.test>\nEnvoyé : lundi 2 mars 2026 10:00\nÀ : Ada <ada@people.test>\nObjet : On-call load\n\nHi Ada',
      'Oui.',
    ],
    [
      'outlook fr nbsp',
      'Oui.\n\nDe\u00a0: Anna Keller <anna@agency.test>\nEnvoyé\u00a0: lundi 2 mars 2026 10:00\nÀ\u00a0: Ada <ada@people.test>\nObjet\u00a0: On-call load\n\nHi Ada',
      'Oui.',
    ],
    [
      'outlook es',
      'Sí.\n\nDe: Anna Keller <anna@agency.test>\nEnviado el: lunes, 2 de marzo de 2026 10:00\nPara: Ada <ada@people.test>\nAsunto: On-call load\n\nHi',
      'Sí.',
    ],
    [
      'outlook it',
      'Sì.\n\nDa: Anna Keller <anna@agency.test>\nInviato: lunedì 2 marzo 2026 10:00\nA: Ada <ada@people.test>\nOggetto: On-call load\n\nHi',
      'Sì.',
    ],
    [
      'outlook nl',
      'Ja.\n\nVan: Anna Keller <anna@agency.test>\nVerzonden: maandag 2 maart 2026 10:00\nAan: Ada <ada@people.test>\nOnderwerp: On-call load\n\nHi',
      'Ja.',
    ],
    [
      'outlook pl',
      'Tak.\n\nOd: Anna Keller <anna@agency.test>\nWysłano: poniedziałek, 2 marca 2026 10:00\nDo: Ada <ada@people.test>\nTemat: On-call load\n\nHi',
      'Tak.',
    ],
    [
      'outlook sv',
      'Ja.\n\nFrån: Anna Keller <anna@agency.test>\nSkickat: den 2 mars 2026 10:00\nTill: Ada <ada@people.test>\nÄmne: On-call load\n\nHi',
      'Ja.',
    ],
    [
      'outlook da',
      'Ja.\n\nFra: Anna Keller <anna@agency.test>\nSendt: 2. marts 2026 10:00\nTil: Ada <ada@people.test>\nEmne: On-call load\n\nHi',
      'Ja.',
    ],
    [
      'outlook cs',
      'Ano.\n\nOd: Anna Keller <anna@agency.test>\nOdesláno: pondělí 2. března 2026 10:00\nKomu: Ada <ada@people.test>\nPředmět: On-call load\n\nHi',
      'Ano.',
    ],
    [
      'outlook ja',
      'はい。\n\n差出人: Anna Keller <anna@agency.test>\n送信日時: 2026年3月2日 10:00\n宛先: Ada <ada@people.test>\n件名: On-call load\n\nHi',
      'はい。',
    ],
    [
      'outlook web',
      'Yes.\n________________________________\nFrom: Anna Keller <anna@agency.test>\nSent: Monday, March 2, 2026 10:00 AM\nTo: Ada <ada@people.test>\nSubject: On-call load\n\nHi',
      'Yes.',
    ],
    [
      'outlook plain',
      'Yes.\n\n-----Original Message-----\nFrom: Anna Keller <anna@agency.test>\nSent: Monday\nTo: Ada\nSubject: On-call\n\nHi',
      'Yes.',
    ],
    [
      'outlook plain de',
      'Ja.\n\n-----Ursprüngliche Nachricht-----\nVon: Anna Keller <anna@agency.test>\nGesendet: Montag\nAn: Ada\nBetreff: On-call\n\nHi',
      'Ja.',
    ],
    [
      'outlook bold',
      'Yes.\n\n*From:* Anna Keller <anna@agency.test>\n*Sent:* Monday, March 2, 2026 10:00 AM\n*To:* Ada <ada@people.test>\n*Subject:* On-call load\n\nHi',
      'Yes.',
    ],
  ],
  others: [
    [
      'yahoo',
      'Yes.\n\n    On Monday, March 2, 2026 at 10:00:00 AM GMT+1, Anna Keller <anna@agency.test> wrote:  \n \n Hi Ada, shall we talk?',
      'Yes.',
    ],
    [
      'proton',
      'Yes.\n\nSent with [Proton Mail](https://proton.me/) secure email.\n\nOn Monday, March 2nd, 2026 at 10:00, Anna Keller <anna@agency.test> wrote:\n' +
        Q,
      'Yes.',
    ],
    [
      'sig',
      'Yes.\n\n-- \nAda Byron\nActon Corp\n+44 123' +
        '\n\nOn Mon, Mar 2, 2026 at 10:00 AM Anna Keller <anna@agency.test> wrote:\n' +
        Q,
      'Yes.',
    ],
  ],
};

describe.each(Object.entries(SHAPES))('the text of a reply from %s', (_, shapes) => {
  it.each(shapes)('%s', (_program, text, own) => {
    expect(cutQuoted(text)).toBe(own);
    expect(cutQuoted(text.replaceAll('\n', '\r\n'))).toBe(own);
  });
});

describe('the text of a reply', () => {
  it.each<readonly [string, string, string]>([
    [
      'inline',
      'On Mon, Mar 2, 2026 at 10:00 AM Anna Keller <anna@agency.test> wrote:\n\n> Shall we talk?\n\nYes, on Tuesday.\n\n> Or by phone?\n\nNo, by mail.\n\n> Anna',
      'Yes, on Tuesday.\n\nNo, by mail.',
    ],
    [
      'inline nested',
      '> > First question?\n> first answer\nSecond answer\n> Third?\nThird answer',
      'Second answer\nThird answer',
    ],
    [
      'bottom',
      'On 3/2/26 10:00, Anna Keller wrote:\n> Hi Ada, shall we talk?\n> Anna\n\nYes, please.\n\nAda',
      'Yes, please.\n\nAda',
    ],
  ])('keeps answers between and below what is quoted: %s', (_, text, own) => {
    expect(cutQuoted(text)).toBe(own);
  });

  it.each<readonly [string, string, string]>([
    ['person says wrote', 'On Monday I wrote: call me.\nI mean it.', 'On Monday I wrote: call me.\nI mean it.'],
    ['from line', 'From: my side it is fine.\nTo: be honest, yes.', 'From: my side it is fine.\nTo: be honest, yes.'],
  ])('takes words of a person for no introduction: %s', (_, text, own) => {
    expect(cutQuoted(text)).toBe(own);
  });

  it('is the whole text where nothing of their own is left', () => {
    expect(cutQuoted('> Shall we?\n> Yes')).toBe('> Shall we?\n> Yes');
  });
});
