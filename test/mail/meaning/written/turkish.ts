import type { Written } from './texts.ts';

export const TURKISH: Written = {
  seen: {
    replies: [
      'Merhaba Anna, ilginç görünüyor. Salı günü konuşabilir miyiz?\n\nSelamlar\nBo',
      'Pazartesiye kadar tatildeyim ama 5 Ocak uygun. Saat kaçta?',
      'Teşekkürler ama şu an ihtiyacımız yok.',
      'Beni cuma günkü toplantıdan çıkarır mısınız? Katılamayacağım.',
      'Bu konuyla ben ilgilenmiyorum, Ayşe Hanım’a sorun.',
      'Ek dosya gelmedi, tekrar gönderir misiniz?',
    ],
    absences: [
      [
        'Otomatik yanıt: ',
        '5 Ocak 2027 tarihine kadar yıllık izindeyim. Acil durumlarda Carla ile iletişime geçebilirsiniz.',
        '2027-01-05',
      ],
      ['Ofis dışında: ', 'Ofis dışındayım, 11.01.2027 Pazartesi günü döneceğim.', '2027-01-11'],
      ['Otomatik yanıt: ', 'Doğum iznindeyim. info@acme.example adresine yazabilirsiniz.', null],
      ['Otomatik cevap: ', '21 Aralık - 8 Ocak tarihleri arasında izindeyim.', '2027-01-09'],
      ['Otomatik yanıt: ', 'Ofisimiz kapalıdır. 4 Ocak itibarıyla tekrar hizmetinizdeyiz.', '2027-01-04'],
    ],
    wishes: [
      'Lütfen beni listenizden çıkarın.',
      'Abonelikten çık',
      'Bana bir daha mail göndermeyin.',
      'Adresimi nereden buldunuz? Sizden e-posta almak istemiyorum.',
      'Merhaba,\n\nKVKK kapsamında kişisel verilerimin silinmesini talep ediyorum.\n\nBo Prospekt',
      'Spam göndermeyi bırakın',
      'Aboneliğimi iptal edin',
    ],
    notices: [
      [
        'destek',
        'Talep 48213',
        'Talebiniz alınmıştır. Talep numaranız 48213. Ekibimiz iki iş günü içinde dönüş yapacaktır.',
      ],
      ['noreply', 'Siparişiniz alındı', 'Bu e-posta otomatik olarak gönderilmiştir, lütfen yanıtlamayınız.'],
      [
        'bulten',
        'Aralık haberleri',
        'Tarayıcıda görüntüle. Bu e-postayı abone olduğunuz için alıyorsunuz. Abonelikten çıkmak için tıklayın.',
      ],
    ],
  },
  held_back: {
    replies: [
      'Tabii, perşembe döndüğümde arayın.',
      'Hayır teşekkürler, zaten çalıştığımız bir firma var.',
      'Konu nedir?',
    ],
    absences: [
      ['Otomatik yanıt: ', 'İş seyahatindeyim, 29 Aralık’tan itibaren ofiste olacağım.', '2026-12-29'],
      ['Ofis dışında: ', 'Yarın döneceğim.', '2026-12-19'],
      ['Otomatik yanıt: ', '7 Ocak’a kadar izinliyim.', '2027-01-07'],
    ],
    wishes: [
      'Beni rahat bırakın.',
      'Artık yazmayın lütfen.',
      'E-posta adresimi veri tabanınızdan silin.',
      'aboneliği sonlandırmak istiyorum',
    ],
    notices: [
      ['no-reply', 'Randevu', '22 Aralık randevunuz onaylandı. Bu mesajı yanıtlamayınız.'],
      ['kariyer', 'Başvuru', 'Başvurunuz için teşekkür ederiz. Başvurunuz alınmıştır.'],
    ],
  },
};
