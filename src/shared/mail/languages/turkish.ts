import type { Language } from './language.ts';

export const TURKISH: Language = {
  name: 'Turkish',
  letters: 'çğıöşüâîû',
  quoting: {
    from: 'kimden; gönderen; gönderici',
    sent: 'gönderildi; gönderilme tarihi; tarih; gönderme tarihi; gönderim tarihi',
    to: 'kime; alıcı; alıcılar',
    cc: 'bilgi; cc; gizli; bcc',
    subject: 'konu; başlık',
    wrote: 'yazdı; yazmış; yazıyor; yazdılar',
    forwarded:
      'özgün|orijinal|iletilen|yönlendirilen|yönlendirilmiş|asıl ileti|mesaj|posta; iletilen ileti|mesaj başlangıcı|başı; başlangıç iletilmiş; iletilmiş mesaj|ileti; yönlendirilmiş ileti',
    sent_from:
      "iphone'umdan|iphonumdan|ipadimden|telefonumdan|cihazımdan|galaxy gönderildi; .. gönderildi $; outlook'u|outlook uygulamasını edinin|indirin; android için outlook; ios için outlook; mail ile gönderildi; iphone umdan gönderildi",
  },
  automatic: {
    subject: `otomatik yanıt|cevap|ileti|mesaj|bildirim|onay; ofis dışında; ofis dışı; ofiste değilim; izin|izinde|izindeyim|yıllık (bildirimi|izin|izinde); tatil|tatilde|tatildeyim; yıllık izin; otomatikyanıt; işyerinde değilim; dışarıdayım; (şu anda) ofiste`,
    absent: `ofis|ofisin [dışında|dışındayım|dışında olacağım]; ofiste [değilim|olmayacağım|bulunmuyorum|bulunmayacağım]; ofis dışında*; [yıllık|doğum|mazeret|hastalık|ücretsiz|babalık|evlilik|raporlu] [izindeyim|izinde|iznindeyim|izninde|izne|izinliyim|izin]; izindeyim|izinde|izinliyim|izinli; tatildeyim|tatilde|tatil; [iş seyahatinde*|seyahatteyim|seyahatte|yurt dışında*|şehir dışında*]; raporluyum; müsait [değilim|olmayacağım]; ulaşılamayacağım|ulaşamayacaksınız; kapalı|kapalıyız|kapalıdır; işyerinde (değilim|olmayacağım); uzakta [olacağım|olduğum]; eğitimde*|toplantıda*`,
    meanwhile: `acil [durumlarda|durumlar|konular|konularda|bir|işler|işleriniz|durumunuz|hallerde|talepleriniz|ihtiyaç]; acilse; yokluğumda|yokluğum; bu süre (içinde|zarfında|boyunca); izinde|tatilde (olduğum|bulunduğum) [süre|sürece]; e-postalarıma|postalarıma|maillerime|eposta ..3 [erişim|sınırlı|kısıtlı|ulaşamayacağım|bakamayacağım]; sınırlı|kısıtlı (erişim|erişimim); ile iletişime (geçebilirsiniz|geçiniz|geçin); [ulaşabilirsiniz|başvurabilirsiniz|arayabilirsiniz|yazabilirsiniz]; arkadaşım* ..3 [ulaş*|iletişim*|yardımcı*]; döndüğümde|dönüşümde|döner dönmez|döndükten; yanıtlayacağım|cevaplayacağım|dönüş yapacağım|yanıt vereceğim|cevap vereceğim; en kısa sürede (dön*|yanıt*|cevap*|geri); yönlendirilmeyecek*|okunmayacak*|iletilmeyecek*`,
    declares: `otomatik (olarak) oluşturul*|gönderil*|üretil*|yanıt*|mesaj*|ileti*|bildirim*|cevap*|eposta*|bir; yanıtlamayınız|cevaplamayınız|yanıtlamayın|cevaplamayın; cevap|yanıt vermeyiniz|vermeyin; izlenmemektedir|okunmamaktadır; [takip edilmemektedir|kontrol edilmemektedir]`,
    moved: `artık çalışmıyor|çalışmamaktadır|çalışmıyorum|kullanılmamaktadır|kullanılmıyor|görev; [işten|şirketten|görevden|şirketimizden|görevimden] ayrıldı|ayrıldım|ayrılmıştır|ayrılmış; yeni eposta|mail|posta adresim|adresi; hesap|adres .. kapatıl*|değiş*|kapan*`,
    confirms: `[talebiniz|mesajınız|başvurunuz|siparişiniz|e-postanız|iletiniz|rezervasyonunuz|kaydınız|ödemeniz|faturanız|hesabınız|şifreniz|randevunuz|aboneliğiniz|bildiriminiz|şikayetiniz|sorunuz|postanız|kargonuz|isteğiniz] .. [alınmıştır|alındı|ulaşmıştır|ulaştı|kaydedildi|oluşturuldu|onaylandı|işleme|tarafımıza|değerlendir*|yanıtlan*|oluşturulmuştur|kapatılmıştır|hazır*|süresi]; [talebinizi|mesajınızı|başvurunuzu|siparişinizi|e-postanızı|iletinizi] .. [aldık|ulaştı|almış*]; bizimle iletişime geçtiğiniz (için); (ilginiz|mesajınız|başvurunuz|siparişiniz|e-postanız|kaydınız|iletiniz) için teşekkür*; [başarıyla|tarafımızca] [alın*|kaydedil*|oluşturul*|tamamlan*|gönderil*|kapatıl*|onaylan*]; [talep|sipariş|takip|başvuru|referans|kayıt|bilet|rezervasyon|fatura|destek] [numaranız|numarası|no|numarasi|kodu]; (saat|iş günü|gün) içinde [yanıt*|cevap*|dönüş*|sonuç*|ulaş*]; [temsilcimiz|ekibimiz|uzmanımız|yetkilimiz|arkadaşlarımız] .. [ulaş*|dönüş*|iletişim*|yanıt*|incele*]; bu e-postayı .. [alıyorsunuz|aldınız]; tarayıcı* .. görüntüle*; abonelikten .. tıklay*; [ileti*|mesaj*] .. [okundu|görüntülendi|açıldı]; posta kutusu .. dolu; tüm hakları; noreply; istenmeyen posta filtre*`,
  },
  stop: {
    terms: {
      mail: 'mail|mailler|mailleri|maillerinizi|maillerini|mailinizi|mailleriniz|mailden|maili|eposta|epostalar|epostaları|epostalarınızı|posta|postalar|postaları|postalarınızı|mesaj|mesajlar|mesajları|mesajlarınızı|mesajlarınız|mesajı|ileti|iletiler|iletileri|iletilerinizi|bülten|bülteni|bültenler|bültenleri|reklam|reklamlar|reklamları|spam|email|emaili|e-postaları|tanıtım|tanıtımları|pazarlama|iletişim|kampanya|bilgilendirme|newsletter',
      no: 'göndermeyin|göndermeyiniz|gönderme|göndermeyi|göndermenizi|yazmayın|yazmayınız|yazma|yazmayı|yazmanızı|atmayın|atmayınız|atma|atmayı|atmanızı|aramayın|aramayınız|arama|iletişime geçmeyin|iletişime geçmeyiniz|iletişim kurmayın|rahatsız etmeyin|rahatsız etmeyiniz|rahatsız etme|yollamayın|yollamayınız|yollama|geçmeyin|geçmeyiniz|kurmayın|kurmayınız|etmeyin|etmeyiniz|spamlamayın|ulaşmayın|ulaşmayınız|göndermesin|yazmasın',
      drop: 'çıkarın|çıkartın|çıkarınız|çıkartınız|çıkarır|çıkarmanızı|çıkartmanızı|çıkar|çıkart|silin|siliniz|sil|silmenizi|siler|silinmesini|silinsin|çıkarılmak|çıkmak|çıkarılmasını|çıkarılmayı|kaldırın|kaldırınız|kaldırmanızı|kaldırılmasını|çıkarabilir|çıkartabilir|silebilir|kaldırılsın|çıkarılsın|çıkarmanız|silmeniz|çıkartır|ayrılmak|çıkarmaları|çıkıyorum',
      list: 'listenizden|listeden|listesinden|listelerinizden|listelerinden|listeden|veritabanınızdan|veri tabanınızdan|veritabanından|tabanınızdan|sisteminizden|sistemden|sistemlerinizden|kayıtlarınızdan|rehberinizden|bültenden|bülteninizden|gruptan listesi|aboneliğimi|aboneliğinizden|abonelikten|üyelikten|listesindeki|crm|gönderimlerinizden|kayıtlarından|bülteninden|listelerden|dağıtım',
    },
    asks: `^ (lütfen) abonelikten çık|çıkar|çıkmak istiyorum|iptal|dur|durun|durdurun|durdur|yeter|stop|ayrıl|aboneliği iptal|listeden çıkar|abonelik iptali|çıkarın|üyelik iptal (lütfen|artık|et|edin|teşekkürler) $; <list> ..5 <drop>; <drop> ..3 <list>; aboneli* ..4 [çık*|iptal*|sonlandır*|ayrıl*|istem*]; [beni|bizi|adresimi|mail adresimi|e-posta adresimi|eposta adresimi|ismimi|bilgilerimi|verilerimi|kişisel verilerimi|iletişim bilgilerimi|mailimi|posta adresimi|adımı|kaydımı] ..5 <drop>; [kişisel] (verilerimin|bilgilerimin|verilerimi|bilgilerimi|adresimin) ..4 [sil*|yok|imha|kaldır*];
      [bana|bize|tarafıma|bu adrese|lütfen|artık|bir daha|beni|bizi|buraya|asla|daha fazla|benimle|bizimle] (bana|bir daha|artık|lütfen|daha fazla|e-posta|mail|eposta|mesaj|reklam|başka|hiçbir|tekrar|bu tür|böyle|beni) ..3 <no>; <mail> ..2 <no>; <no> [artık|lütfen|bir daha]; [mail|e-posta|eposta|mesaj|ileti|bülten|reklam|<mail>|sizden|haber] ..4 [almak istemiyorum|almak istemiyoruz|istemiyorum|istemiyoruz|almayı istemiyorum|duymak istemiyorum|almak istemem|istemem]; [almak|duymak|görmek|iletişimde|kalmak|muhatap|aranmak] (olmak) istemiyorum|istemiyoruz; [daha fazla|artık|bir daha|başka] ..4 istemiyorum|istemiyoruz|istemem; [iletişime geçilmesini|aranmak|rahatsız edilmek|iletişim kurulmasını|mail atılmasını|gönderilmesini|gönderilmesini] istemiyorum|istemiyoruz|onaylamıyorum; ..3 [göndermeyi|yazmayı|atmayı|yollamayı|aramayı|spam|rahatsız etmeyi|göndermekten|yazmaktan|taciz etmeyi|spamlamayı|mail atmayı] (lütfen|artık|derhal|hemen) [kesin|kes|bırakın|bırak|durdurun|durdur|keser|sonlandırın|vazgeçin|son verin|keserseniz|bırakır|kesiniz|durdurunuz|bırakınız]; [göndermeyi|yazmayı|atmayı|yollamayı|aramayı|etmeyi|göndermekten|yazmaktan|spamlamayı] (lütfen|artık|derhal|hemen) kesin|kes|bırakın|bırak|durdurun|durdur|sonlandırın|vazgeçin|kesiniz|durdurunuz|bırakınız|son; [gönderimi|gönderimleri|mailleri|mesajları|iletileri|e-postaları|spamı|iletişimi|mail trafiğini|bu mailleri|bu mesajları|epostaları|postaları] (lütfen|artık|derhal|hemen) kesin|kes|durdurun|durdur|sonlandırın|bitirin|durdurunuz|kesiniz; rahat [bırakın|bırak|bırakınız]; [beni|bizi] rahat; kvkk ..8 [sil*|itiraz*|hak*|imha*|iptal*]; [sil*|itiraz*|imha*] ..8 kvkk; itiraz [ediyorum|ediyoruz|hakkım*]; [işlenmesine|kullanılmasına|gönderilmesine] .. [itiraz*|izin*|onay*|rıza*|karşı*]; rıza* ..3 [geri|yok|çek*|vermedim|vermiyorum]; iznim|onayım yok|olmadan; iys ..5 ret; [spam|istenmeyen|gereksiz] (olarak|posta) ..2 [bildir*|işaretle*|şikayet*]; istenmeyen|izinsiz ..1 <mail>; kara liste*; [nasıl|nereden] ..4 [çıkabilirim|çıkarım|iptal edebilirim|kurtulabilirim|ayrılabilirim|çıkılıyor]; ilgilenmiyorum ..5 <no>; bir daha (mail|e-posta|mesaj|bana|yazma|eposta|ileti) ..3 <no>|atma; son (kez) uyar*; şikayet ede*`,
    hints: `gerek|gerekmez|gerekmiyor ..2 [yok|kalmadı]; unutun; abonelik*; <list>; <no>; istemiyorum|istemiyoruz; <drop>; spam*; reklam*; kvkk; kişisel veri*; nereden|nasıl|kim ..5 [adresimi|bilgilerimi|mailimi|e-posta*|numaramı|verilerimi|iletişim] ..2 [buldunuz|aldınız|verdi|ulaştınız|buldun]; ilgilenmiyorum ..6 [bir daha|artık|daha fazla|gelecekte]; taciz*|avukat*|şikayet*|yasal|hukuki; ^ [lütfen] dur|durun|yeter; rahat bırak*; istenmeyen|izinsiz; onay*|izin* ..2 [vermedim|yok]; hiç [üye|kayıt|abone]`,
    spares: `toplantı|toplantıdan|toplantısından|toplantının|takvim|takvimden|davet|davetten|davetiye|davetiyeden|fatura|faturadan|faturalar|gruptan|grup|projeden|proje|kanaldan|webinar|etkinlik|etkinlikten|müşteriler*|kullanıcılar*|abonelerimiz|katılımcı|katılımcılar|sipariş|siparişi|cc|bcc|ilandan|pozisyon; bizim|kendi bülten*|liste*|müşteri*|abone*; çekinmeyin|tereddüt; iptal etmeyin|silmeyin|çıkarmayın; [bugün|yarın|öncesinde|önce|henüz] <no>; irtibat kişisi`,
    offers: `[almak istemiyorsanız|istemiyorsanız|isterseniz|istiyorsanız|istemezseniz|düşünüyorsanız]; [çıkmak|ayrılmak|iptal etmek|almamak] için; tıklayın|tıklayınız|bağlantı*|link*; dilediğiniz|istediğiniz zaman|an; [çıkabilirsiniz|ayrılabilirsiniz|iptal edebilirsiniz]; yanlışlıkla|sehven|hata ile; gizli|gizlidir|gizlilik*; [alıcısı|muhatabı] değilseniz; gönderene|göndericiye [bilgi*|bildir*|haber]; virüs*; imha ediniz; siliniz ve|ve siliniz`,
  },
  dates: {
    months:
      'ocak oca, şubat şub, mart mar, nisan nis, mayıs may, haziran haz, temmuz tem, ağustos ağu, eylül eyl, ekim eki, kasım kas, aralık ara',
    weekdays: 'pazartesi pzt, salı sal, çarşamba çar, perşembe per, cuma cum, cumartesi cmt, pazar paz',
    until: 'en geç',
    until_behind:
      'kadar|dek|değin; tarihine kadar|dek; ye|ya|e|a|ne|na kadar|dek; gününe|günü|akşamına|sonuna|sabahına kadar; tarihinden önce',
    back: 'döneceğim|dönüyorum|dönüş|dönüşüm|döneceğiz|ofiste|ofisteyim|tekrar|yeniden|geri|işbaşı|işbaşında|başlayacağım|yanıtlayacağım|cevap|yanıt|olacağım|itibaren|itibariyle|müsait|ulaşabilirsiniz|açılacak*|döneceğimi',
    inclusive: 'dahil|dâhil',
    days: 'bugün, yarın yarından yarına, öbür-gün ertesi-gün',
    next: '[gelecek|önümüzdeki|haftaya|bir sonraki|öbür]',
    numbers: 'bir, iki, üç, dört, beş, altı, yedi, sekiz, dokuz, on, on-bir, on-iki',
    units: 'gün günü, hafta haftalık, ay aylık',
    ahead: '',
    ahead_behind: 'sonra',
    end_of: 'sonu|sonuna|sonunda',
    week_number: 'hafta|haftası|haftasında',
    times:
      'bayram*|yılbaşı*|noel*|yaz|yazın|yaza|kış|kışın|ilkbahar*|bahar*|sonbahar*|tatil*|hafta|haftası|haftasına|haftaya|ay|aya|ayın|ayı|yıl|yılı|yıla|başı|başında|başına|ortası|ortasında|ortasına|sonu|sonuna|sonunda|çeyrek*|gün|günü|ramazan*|kurban*',
  },
};
