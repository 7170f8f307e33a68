/** How the mail programs of one language quote a mail of Anna Keller's from Wednesday 16 December 2026, 9.30: as they write it, not as the rules have it. */
export interface Quoting {
  readonly gmail: string;
  readonly apple: string;
  readonly thunderbird: string;
  readonly yahoo: string;
  /** From, sent, to, subject. */
  readonly outlook: readonly [string, string, string, string];
  readonly telephone: string;
}

const WHO = 'Anna Keller <anna@ours.example>';

export const QUOTING: Readonly<Record<string, Quoting>> = {
  english: {
    gmail: `On Wed, Dec 16, 2026 at 9:30 AM ${WHO} wrote:`,
    apple: `On 16 Dec 2026, at 09:30, ${WHO} wrote:`,
    thunderbird: 'On 16/12/2026 09:30, Anna Keller wrote:',
    yahoo: `On Wednesday, December 16, 2026 at 09:30:00 AM GMT+1, ${WHO} wrote:`,
    outlook: ['From:', 'Sent:', 'To:', 'Subject:'],
    telephone: 'Sent from my iPhone',
  },
  german: {
    gmail: `Am Mi., 16. Dez. 2026 um 09:30 Uhr schrieb ${WHO}:`,
    apple: `Am 16.12.2026 um 09:30 schrieb ${WHO}:`,
    thunderbird: 'Am 16.12.26 um 09:30 schrieb Anna Keller:',
    yahoo: `Am Mittwoch, 16. Dezember 2026 um 09:30:00 MEZ hat ${WHO} Folgendes geschrieben:`,
    outlook: ['Von:', 'Gesendet:', 'An:', 'Betreff:'],
    telephone: 'Von meinem iPhone gesendet',
  },
  french: {
    gmail: `Le mer. 16 déc. 2026 à 09:30, ${WHO} a écrit :`,
    apple: `Le 16 déc. 2026 à 09:30, ${WHO} a écrit :`,
    thunderbird: 'Le 16/12/2026 à 09:30, Anna Keller a écrit :',
    yahoo: `Le mercredi 16 décembre 2026 à 09:30:00 UTC+1, ${WHO} a écrit :`,
    outlook: ['De :', 'Envoyé :', 'À :', 'Objet :'],
    telephone: 'Envoyé de mon iPhone',
  },
  spanish: {
    gmail: `El mié, 16 dic 2026 a las 9:30, Anna Keller (<anna@ours.example>) escribió:`,
    apple: `El 16 dic 2026, a las 9:30, ${WHO} escribió:`,
    thunderbird: 'El 16/12/26 a las 9:30, Anna Keller escribió:',
    yahoo: `En miércoles, 16 de diciembre de 2026, 09:30:00 CET, ${WHO} escribió:`,
    outlook: ['De:', 'Enviado el:', 'Para:', 'Asunto:'],
    telephone: 'Enviado desde mi iPhone',
  },
  italian: {
    gmail: `Il giorno mer 16 dic 2026 alle ore 09:30 ${WHO} ha scritto:`,
    apple: `Il giorno 16 dic 2026, alle ore 09:30, ${WHO} ha scritto:`,
    thunderbird: 'Il 16/12/26 09:30, Anna Keller ha scritto:',
    yahoo: `Il mercoledì 16 dicembre 2026 alle ore 09:30:00 CET, ${WHO} ha scritto:`,
    outlook: ['Da:', 'Inviato:', 'A:', 'Oggetto:'],
    telephone: 'Inviato da iPhone',
  },
  portuguese: {
    gmail: `Em qua., 16 de dez. de 2026 às 09:30, ${WHO} escreveu:`,
    apple: `No dia 16/12/2026, às 09:30, ${WHO} escreveu:`,
    thunderbird: 'Em 16/12/2026 09:30, Anna Keller escreveu:',
    yahoo: `Em quarta-feira, 16 de dezembro de 2026 às 09:30:00 BRT, ${WHO} escreveu:`,
    outlook: ['De:', 'Enviada em:', 'Para:', 'Assunto:'],
    telephone: 'Enviado do meu iPhone',
  },
  dutch: {
    gmail: `Op wo 16 dec 2026 om 09:30 schreef ${WHO}:`,
    apple: `Op 16 dec 2026 om 09:30 heeft ${WHO} het volgende geschreven:`,
    thunderbird: 'Op 16-12-2026 om 09:30 schreef Anna Keller:',
    yahoo: `Op woensdag 16 december 2026 om 09:30:00 CET schreef ${WHO}:`,
    outlook: ['Van:', 'Verzonden:', 'Aan:', 'Onderwerp:'],
    telephone: 'Verstuurd vanaf mijn iPhone',
  },
  swedish: {
    gmail: `Den ons 16 dec. 2026 kl 09:30 skrev ${WHO}:`,
    apple: `16 dec. 2026 kl. 09:30 skrev ${WHO}:`,
    thunderbird: 'Den 2026-12-16 kl. 09:30, skrev Anna Keller:',
    yahoo: `Den onsdag 16 december 2026 09:30:00 CET skrev ${WHO}:`,
    outlook: ['Från:', 'Skickat:', 'Till:', 'Ämne:'],
    telephone: 'Skickat från min iPhone',
  },
  danish: {
    gmail: `Den ons. 16. dec. 2026 kl. 09.30 skrev ${WHO}:`,
    apple: `Den 16. dec. 2026 kl. 09.30 skrev ${WHO}:`,
    thunderbird: 'Den 16.12.2026 kl. 09.30 skrev Anna Keller:',
    yahoo: `Den onsdag den 16. december 2026 09.30.00 CET skrev ${WHO}:`,
    outlook: ['Fra:', 'Sendt:', 'Til:', 'Emne:'],
    telephone: 'Sendt fra min iPhone',
  },
  norwegian: {
    gmail: `ons. 16. des. 2026 kl. 09:30 skrev ${WHO}:`,
    apple: `16. des. 2026 kl. 09:30 skrev ${WHO}:`,
    thunderbird: 'Den 16.12.2026 09:30, skrev Anna Keller:',
    yahoo: `onsdag 16. desember 2026 kl. 09:30:00 CET skrev ${WHO}:`,
    outlook: ['Fra:', 'Sendt:', 'Til:', 'Emne:'],
    telephone: 'Sendt fra min iPhone',
  },
  finnish: {
    gmail: 'ke 16. jouluk. 2026 klo 9.30 Anna Keller (anna@ours.example) kirjoitti:',
    apple: `${WHO} kirjoitti 16.12.2026 kello 9.30:`,
    thunderbird: 'Anna Keller kirjoitti 16.12.2026 klo 9.30:',
    yahoo: `keskiviikko 16. joulukuuta 2026 klo 9.30.00 UTC+2 ${WHO} kirjoitti:`,
    outlook: ['Lähettäjä:', 'Lähetetty:', 'Vastaanottaja:', 'Aihe:'],
    telephone: 'Lähetetty iPhonesta',
  },
  polish: {
    gmail: `śr., 16 gru 2026 o 09:30 ${WHO} napisał(a):`,
    apple: `Wiadomość napisana przez ${WHO} w dniu 16.12.2026, o godz. 09:30:`,
    thunderbird: 'W dniu 16.12.2026 o 09:30, Anna Keller pisze:',
    yahoo: `W dniu środa, 16 grudnia 2026 09:30:00 CET użytkownik ${WHO} napisał:`,
    outlook: ['Od:', 'Wysłano:', 'Do:', 'Temat:'],
    telephone: 'Wysłane z iPhone’a',
  },
  czech: {
    gmail: `st 16. 12. 2026 v 9:30 odesílatel ${WHO} napsal:`,
    apple: `16. 12. 2026 v 9:30, ${WHO}:`,
    thunderbird: 'Dne 16. 12. 26 v 9:30 Anna Keller napsal(a):',
    yahoo: `Ve středu 16. prosince 2026 9:30:00 SEČ, ${WHO} napsal/a:`,
    outlook: ['Od:', 'Odesláno:', 'Komu:', 'Předmět:'],
    telephone: 'Odesláno z iPhonu',
  },
  russian: {
    gmail: `ср, 16 дек. 2026 г. в 09:30, ${WHO}:`,
    apple: `16 дек. 2026 г., в 09:30, ${WHO} написал(а):`,
    thunderbird: '16.12.2026 09:30, Anna Keller пишет:',
    yahoo: `Среда, 16 декабря 2026, 9:30 +03:00 от ${WHO}:`,
    outlook: ['От:', 'Отправлено:', 'Кому:', 'Тема:'],
    telephone: 'Отправлено с iPhone',
  },
  turkish: {
    gmail: `${WHO}, 16 Ara 2026 Çar, 09:30 tarihinde şunu yazdı:`,
    apple: `${WHO} şunları yazdı (16 Ara 2026 09:30):`,
    thunderbird: '16.12.2026 09:30 tarihinde Anna Keller yazdı:',
    yahoo: `16 Aralık 2026 Çarşamba 09:30:00 GMT+3 tarihinde ${WHO} şöyle yazdı:`,
    outlook: ['Kimden:', 'Gönderildi:', 'Kime:', 'Konu:'],
    telephone: 'iPhone’umdan gönderildi',
  },
  hungarian: {
    gmail: `${WHO} ezt írta (időpont: 2026. dec. 16., Sze, 9:30):`,
    apple: `2026. dec. 16. dátummal, 9:30 időpontban ${WHO} írta:`,
    thunderbird: '2026. 12. 16. 9:30 keltezéssel, Anna Keller írta:',
    yahoo: `2026. december 16., szerda 9:30:00 CET ${WHO} ezt írta:`,
    outlook: ['Feladó:', 'Elküldve:', 'Címzett:', 'Tárgy:'],
    telephone: 'Az iPhone-omról küldve',
  },
  romanian: {
    gmail: `În mie., 16 dec. 2026 la 09:30, ${WHO} a scris:`,
    apple: `Pe 16 dec. 2026, la 09:30, ${WHO} a scris:`,
    thunderbird: 'Pe 16.12.2026 09:30, Anna Keller a scris:',
    yahoo: `miercuri, 16 decembrie 2026 la 09:30:00 EET, ${WHO} a scris:`,
    outlook: ['De la:', 'Trimis:', 'Către:', 'Subiect:'],
    telephone: 'Trimis de pe iPhone-ul meu',
  },
  japanese: {
    gmail: `2026年12月16日(水) 9:30 ${WHO}:`,
    apple: `2026/12/16 9:30、${WHO}のメール:`,
    thunderbird: '2026/12/16 9:30、Anna Keller さんは書きました:',
    yahoo: `2026年12月16日水曜日 9:30:00 JST に、${WHO} さんが書きました：`,
    outlook: ['差出人:', '送信日時:', '宛先:', '件名:'],
    telephone: 'iPhoneから送信',
  },
  chinese: {
    gmail: `${WHO} 于2026年12月16日周三 09:30写道：`,
    apple: `在 2026年12月16日，09:30，${WHO} 写道：`,
    thunderbird: '在 2026/12/16 9:30, Anna Keller 写道:',
    yahoo: `在 2026-12-16 09:30:00，"Anna Keller" <anna@ours.example> 写道：`,
    outlook: ['发件人:', '发送时间:', '收件人:', '主题:'],
    telephone: '发自我的 iPhone',
  },
  korean: {
    gmail: `2026년 12월 16일 (수) 오전 9:30, ${WHO}님이 작성:`,
    apple: `2026. 12. 16. 오전 9:30, ${WHO} 작성:`,
    thunderbird: '2026-12-16 오전 9:30에 Anna Keller 이(가) 쓴 글:',
    yahoo: `2026년 12월 16일 수요일 오전 9시 30분 0초 GMT+9, ${WHO}님이 작성:`,
    outlook: ['보낸 사람:', '보낸 날짜:', '받는 사람:', '제목:'],
    telephone: '나의 iPhone에서 보냄',
  },
};
