import { describe, expect, it } from 'vitest';
import { readWish } from '../../src/shared/mail/wish/read-wish.ts';

/** Something else is meant, or it is offered and not asked. */
const OTHERS: Readonly<Record<string, readonly string[]>> = {
  english: [
    'Please remove me from the next meeting.',
    'Do not hesitate to contact me.',
    'To unsubscribe from our newsletter, click here.',
    'If you are not the intended recipient, delete this email.',
    'We had to stop the project in March.',
    'Please do not call before ten.',
    'I received no email from you.',
    'Our customers unsubscribe at a rate of 2%.',
    'Please remove the attachment and send it again.',
    'Do not send the contract yet.',
  ],
  german: [
    'Bitte nehmen Sie mich aus dem Termin am Freitag.',
    'Zögern Sie nicht, mich zu kontaktieren.',
    'Wenn Sie keine E-Mails mehr erhalten möchten, klicken Sie hier.',
    'Ich habe leider keine Mail erhalten.',
    'Bitte löschen Sie diese E-Mail, wenn sie nicht für Sie bestimmt ist.',
    'Rufen Sie mich bitte nicht vor zehn an.',
    'Wir haben keine weiteren Fragen.',
  ],
  french: [
    'Retirez-moi de la réunion de vendredi.',
    'N’hésitez pas à me contacter.',
    'Pour vous désabonner, cliquez ici.',
    'Je n’ai pas reçu votre mail.',
    'Merci de supprimer ce message s’il ne vous est pas destiné, par erreur.',
    'Pouvez-vous m’envoyer plus de détails par mail ?',
  ],
  spanish: [
    'Quítame de la reunión.',
    'No dude en contactarme.',
    'Para darse de baja, haga clic aquí.',
    'No he recibido su correo.',
    'Quiero recibir más información.',
  ],
  italian: [
    'Mi tolga dalla riunione di venerdì.',
    'Non esiti a contattarmi.',
    'Per cancellarti clicca qui.',
    'Non ho ricevuto la sua mail.',
    'Vorrei ricevere più informazioni.',
  ],
  portuguese: [
    'Retire-me da reunião.',
    'Não hesite em contactar-me.',
    'Para cancelar a inscrição, clique aqui.',
    'Não recebi o seu e-mail.',
    'Quero receber mais informações.',
  ],
  dutch: [
    'Haal mij uit de vergadering.',
    'Aarzel niet om contact op te nemen.',
    'Uitschrijven? Klik hier.',
    'Ik heb geen mail ontvangen.',
    'Ik wil graag meer informatie ontvangen.',
  ],
  swedish: [
    'Ta bort mig från mötet.',
    'Tveka inte att kontakta mig.',
    'Klicka här för att avregistrera dig.',
    'Jag har inte fått något mejl.',
    'Skicka gärna mer information.',
  ],
  danish: [
    'Fjern mig fra mødet.',
    'Tøv ikke med at kontakte mig.',
    'Klik her for at afmelde dig.',
    'Jeg har ikke fået nogen mail.',
    'Send gerne mere information.',
  ],
  norwegian: [
    'Fjern meg fra møtet.',
    'Ikke nøl med å kontakte meg.',
    'Klikk her for å melde deg av.',
    'Jeg har ikke fått noen e-post.',
    'Send gjerne mer informasjon.',
  ],
  finnish: [
    'Poista minut kokouksesta.',
    'Älkää epäröikö ottaa yhteyttä.',
    'Voit peruuttaa tilauksen tästä linkistä.',
    'En ole saanut sähköpostia.',
    'Lähettäkää lisää tietoa.',
  ],
  polish: [
    'Proszę usunąć mnie ze spotkania.',
    'Proszę nie wahać się ze mną skontaktować.',
    'Aby się wypisać, kliknij tutaj.',
    'Nie dostałem maila.',
    'Proszę o więcej informacji.',
  ],
  czech: [
    'Vyřaďte mě ze schůzky.',
    'Neváhejte mě kontaktovat.',
    'Pro odhlášení klikněte zde.',
    'Nedostal jsem e-mail.',
    'Pošlete mi další informace.',
  ],
  russian: [
    'Уберите меня из встречи.',
    'Не стесняйтесь обращаться.',
    'Чтобы отписаться, нажмите здесь.',
    'Я не получил письмо.',
    'Пришлите больше информации.',
  ],
  turkish: [
    'Beni toplantıdan çıkarın.',
    'Benimle iletişime geçmekten çekinmeyin.',
    'Abonelikten çıkmak için tıklayın.',
    'Mailiniz gelmedi.',
    'Daha fazla bilgi gönderin.',
  ],
  hungarian: [
    'Vegyen ki a megbeszélésből.',
    'Ne habozzon írni.',
    'Leiratkozáshoz kattintson ide.',
    'Nem kaptam meg a levelét.',
    'Küldjön több információt.',
  ],
  romanian: [
    'Scoateți-mă din ședință.',
    'Nu ezitați să mă contactați.',
    'Pentru dezabonare, click aici.',
    'Nu am primit mesajul.',
    'Trimiteți-mi mai multe informații.',
  ],
  japanese: [
    '会議から外してください。',
    'ご遠慮なくご連絡ください。',
    '配信停止はこちらからクリックしてください。',
    'メールが届いていません。',
    '詳しい情報を送ってください。',
  ],
  chinese: [
    '请把我从会议中移除。',
    '请不要犹豫，随时联系我。',
    '如需退订，请点击这里。',
    '我没有收到邮件。',
    '请发送更多信息。',
  ],
  korean: [
    '회의에서 빼 주세요.',
    '언제든지 연락 주세요.',
    '수신거부를 원하시면 여기를 클릭하세요.',
    '메일을 받지 못했습니다.',
    '자세한 정보를 보내 주세요.',
  ],
};

describe.each(Object.entries(OTHERS))('in %s', (_, texts) => {
  it.each(texts)('is no wish: %s', (text) => {
    expect(readWish(text)).toBe('none');
  });
});
