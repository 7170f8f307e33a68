import type { Language } from './language.ts';

export const CZECH: Language = {
  name: 'Czech',
  letters: 'áčďéěíňóřšťúůýž',
  quoting: {
    from: 'od; odesílatel; odesilatel; odesílatele',
    sent: 'odesláno; datum; odesláno dne; zasláno; datum odeslání; dne',
    to: 'komu; pro; příjemce; adresát',
    cc: 'kopie; cc; skrytá kopie; na vědomí',
    subject: 'předmět; věc',
    wrote: 'napsal; napsala; odesílatel; píše; napsal(a); napsal a',
    forwarded:
      'původní|přeposlaná|předaná|přesměrovaná zpráva|email|mail|zprávy; původní e-mail; začátek přeposlané|předané zprávy; přeposláno od; začátek přesměrované; původní událost; začátek zprávy',
    sent_from: 'odesláno|odeslané|odesláno z|ze|pomocí|přes; získejte|stáhnout|získat|stáhněte outlook; posláno z',
  },
  automatic: {
    subject: `automatická|automatické|automaticky odpověď|zpráva|potvrzení|oznámení|email|generovaná; automat odpověď; nepřítomnost; nepřítomen|nepřítomna; mimo kancelář; [jsem|na] [dovolené|nemocenské|mateřské]; dovolená; dovolené; jsem [mimo|na|nepřítomen|nepřítomna]; oznámení o nepřítomnosti; potvrzení o přijetí|přijetí; kancelář zavřena`,
    absent: `nepřítomen|nepřítomna|nepřítomni|nepřítomný; nepřítomnost|nepřítomnosti; mimo [kancelář|pracoviště|provoz]; [na|čerpám|mám] [dovolené|dovolenou|nemocenské|mateřské|rodičovské|služební|pracovní|školení|neschopnosti]; dovolená|dovolené|dovolenou; služební cest*; pracovní cest*; nejsem|nebudu|nejsme [v|k|dostupný|dostupná|přítomen|přítomna|zastižen|zastižitelný|na|přítomný]; nedostupný|nedostupná; k nezastižení; kancelář .. [zavřena|zavřená|uzavřena]; pracovní neschopnost*; mám volno; nezastižitelný|nezastižitelná`,
    leave:
      'zavřeno|zavřený|zavřená|dovolen*|nepřítom*|nemocn*|neschopn*|mateřsk*|rodičovsk*|služební cest*|cestách|školení|konferenci|prázdnin*|volno|lázn*|odjel*|mimo kancelář|mimo provoz; nejsem v; nebudu v; nejsem přítom*|zastižení; celozávodní',
    meanwhile: `v (naléhavých|urgentních|neodkladných|nutných|akutních|případě|neodkladném|naléhavém) [případech|případě|záležitostech|potřeby|naléhavé|urgentní|nutnosti]; pro (urgentní|naléhavé) [záležitosti|případy]; během|po dobu|v době (mé|této|mojí) nepřítomnosti|dovolené; omezený|nemám|bez|pouze přístup|přístupu (k|omezený); obraťte|kontaktujte|obracejte|volejte|kontaktuj (se|prosím|mého|mou|moji|na) (na|kolegu|kolegyni); kolega|kolegyně|kolegu|kolegyni; po (mém) návratu; odpovím|ozvu|odpovíme [vám|se|ihned|po|na|hned|co]; jakmile (se|to|budu); co nejdříve (po); nebude|nebudou|není|nejsou [přeposílána|přeposílány|čtena|přesměrována|čteny]; zastupuje (mě|mne)`,
    declares: `automatická|automatické|automatický odpověď|zpráva|potvrzení|oznámení|email; automaticky generovaná|generovaný|generovanou|vygenerovaná|vygenerován|odeslaná|zasílaná|vygenerována|vytvořená|odeslaný; vygenerována|vygenerovaná|odeslána|generována automaticky|systémem; neodpovídejte; není sledována|monitorována|obsluhována|čtena|kontrolována`,
    moved: `nepracuji|nepracuje již|už|zde; již|už nepracuje|nepracuji|nejsem|není; ukončil|ukončila pracovní|spolupráci; nová (emailová) adresa; nový email; adresa|schránka|účet .. změnila|zrušena|deaktivován|zrušen`,
    confirms: `požadavek|zpráva|žádost|dotaz|mail|ticket byl|byla|bylo přijat*|zaregistr*|zaevid*|předán*|vytvořen*|doručen*; obdrželi jsme; nad tuto čáru|tento řádek; zpracovává; klikněte; potvrďte|potvrdit ..4 adres*|odkaz*|odesíl*; jednou; bude doručen*; zadržen*; [obdrželi|přijali|zaregistrovali|evidujeme] [jsme] [vaši|váš|vaše|zprávu]; děkujeme|děkuji za (váš|vaši|vaše|zprávu|objednávku|zájem|kontaktování|registraci|přihlášku|dotaz|email|nákup|odeslání|zaslání|požadavek); vaše|váš|vaši|tvoje (zpráva|žádost|objednávka|požadavek|dotaz|rezervace|přihláška|platba|faktura|účet|heslo|termín|předplatné|zásilka|email|hlášení|registrace) .. [byla|byl|bylo|je|bude|přijata|přijat|zaregistrován]; byl|byla|bylo (úspěšně) [přijat|přijata|přijato|zaregistrován|zaregistrována|vytvořen|vytvořena|uzavřen|vyřešen|potvrzena|přidělen|zpracována|doručena|otevřen|odeslána|přijmuta]; potvrzení (o) (přijetí|doručení|přečtení|objednávky|registrace); číslo [požadavku|objednávky|tiketu|případu|rezervace|faktury|ticketu|žádosti]; požadavek|ticket|tiket|případ|objednávka [č|číslo|id|vytvořen|uzavřen|byl]; do|během .. [pracovních|hodin|dnů|dní]; [náš] [operátor|pracovník|tým|kolega] [se|vás]; tento|tuto .. [dostáváte|obdrželi|jste] .. [protože|neboť]; zobrazit .. prohlížeči; odhlásit .. [klikněte|zde|odkaz]; (zpráva) .. [přečtena|zobrazena|otevřena]; schránka .. plná; všechna práva; noreply; antispam*`,
  },
  stop: {
    terms: {
      mail: 'mail|maily|mailů|email|emaily|emailů|zpráva|zprávy|zpráv|newsletter|newslettery|newsletterů|newsletteru|reklama|reklamy|reklam|reklamu|spam|spamu|spamy|nabídek|nabídky|sdělení|kontakt|kontakty|kontaktů|pošty|poštu|obchodní sdělení|oslovování|upomínek|korespondence|korespondenci',
      contact:
        'psát|pište|posílat|posílejte|zasílat|zasílejte|zasílání|kontaktovat|kontaktujte|kontaktování|obtěžovat|obtěžujte|obtěžování|volat|volejte|dostávat|odebírat|spamovat|spamujte|spamování|oslovovat|oslovujte|piš|posílej|kontaktuj|posílání|psaní|neposílat|otravovat|otravujte|odběr|bombardovat|oslovován|kontaktován|kontaktována|oslovována',
      no: 'neposílejte|nepište|nekontaktujte|nezasílejte|neposílej|nepiš|nekontaktuj|neobtěžujte|neobtěžuj|nevolejte|neoslovujte|nespamujte|neposílat|nekontaktovat|nezasílat|nepsat|neoslovovat|neotravujte|neotravuj|neobtěžovat',
      drop: 'odhlásit|odhlaste|odhlas|odhlášení|odhlašte|odhlašuji|vyřaďte|vyřadit|vyřaď|vyřazení|odstraňte|odstranit|odstraň|odstranění|smažte|smazat|smaž|smazání|vymažte|vymazat|vymaž|vymazání|vyškrtněte|vyškrtnout|odeberte|odebrat|odebrání|zrušte|zrušit|zrušení|vyjměte|vyřazen|odhlášen|odhlášena|vymazán|odstraněn|vyndejte|výmaz',
      list: 'seznamu|seznamů|databáze|databází|mailing|listu|rozesílky|rozesílání|evidence|systému|systémů|adresáře|newsletteru|newsletterů|odběru|odběratelů|kontaktů|listů|distribuce|distribučního|crm|kampaně|mailinglistu|zasílání|kartotéky|registru|příjemců|emailů|mailů|zpráv|odběr|newsletter',
    },
    asks: `^ (prosím) odhlásit|odhlaste|odhlášení|odhlas|zrušit|stop|dost|přestaňte|odhlašte|odhlašuji|vyřadit|zrušte|vyřaďte|smazat (mě|mne|nás|prosím|odběr|děkuji|z odběru|se) $; <drop> (prosím|ihned|okamžitě) (mě|mne|nás|si|moji|mou|můj|moje|mé|moji) (prosím|ihned|okamžitě) ..3 [z|ze] ..3 <list>; [odhlaste|vyřaďte|odstraňte|smažte|vymažte|vyškrtněte|odhlas|vyřaď|odstraň|smaž|vyndejte|odhlašte|odeberte|vyjměte] (prosím|ihned|okamžitě|si) [mě|mne|nás|moji|mou|můj|moje|mé|veškeré mé|všechny moje|všechny mé|naši|tuto adresu|všechna moje|všechny|tento email]; [prosím|žádám|chci|chtěl|chtěla|přeji|žádáme|požaduji|prosíme|přál|přála|rád|ráda|můžete|mohli|mohl] ..4 <drop> (mě|mne|nás|mých|moji|mé|moje|mého|z|ze|se|svých|$|mou|můj|údajů|osobních|adresy|všech); [mě|mne|nás] (prosím|ihned|laskavě|okamžitě) <drop>; <drop> ..2 [osobních|mých|moje|mé|svých] ..1 [údajů|údaje|dat|data|adresy|adresu|kontakt|kontaktu]; [zrušte|zrušit|ruším|zrušení] ..3 [odběr|odběru|newsletter|zasílání|předplatné|registraci|newsletteru];
      [nechci|nechceme|nepřeji|nepřejeme|nestojím|nemám zájem|nemáme zájem|nechtěl bych|nechtěla bych|netoužím] (si) (už|již|dále|nadále|další|o|dostávat|odebírat|žádné|být|aby|od vás|abyste|více|vaše) ..4 <mail>|<contact>|<no>; [nechci|nechceme|nepřeji si] (už|již|dále|nadále|žádné|od vás|více|další) (další) <mail>; <no> (mi|nám|mě|mne|nás|prosím|už|již|na|více|vůbec|tady|sem) ..3 [už|již|více|nic|nikdy|žádné|další|znovu|prosím|nikdy více|na]; [už|již|nikdy|více|prosím] (mi|mě|mne|nám|nás|prosím) (už|již|nikdy|více|prosím|nic|další|žádné) ..2 <no>; <no> (mi|nám|mě|mne|nás); [žádné|žádný|bez] další|více|dalších <mail>; [dost|konec|už žádné] (další|s|těch|těmi) <mail>; [přestaňte|přestaň|přestat|skončete|ukončete|ukončit|zastavte|nechte|upusťte] (prosím|mi|mě|mne|nám|okamžitě|už|s|se|mne|ihned|od) (mi|mě|mne|už|konečně|s) ..2 <contact>|<mail>|toho; [nechte|nech|dejte|dej] (mě|mne|nás|mi|nám) (už|prosím|být|konečně) [na pokoji|pokoj|být|v klidu]; na pokoji; dejte|dej ..2 pokoj; námitk*|nesouhlasím|odporuji ..7 zpracování|zpracováním|zasílání|zasíláním|využití|marketing*|oslovování|kontaktováním|užití|použitím; právo (na|být) ..3 [výmaz|zapomen*|námitk*]; gdpr ..8 výmaz|vymaz*|smaz*|odstran*|námitk*|práv*; výmaz|vymaz*|smaz*|odstran* ..8 gdpr; odvolávám|odvolat|beru ..4 souhlas*; [nahlásím|nahlásit|označím|označuji|nahlašuji|nahlásíme|označil|označit] ..5 [spam|úoou|úřad*|uoou]; nevyžádan* ..2 <mail>|pošt*|sdělení|nabíd*; blacklist*|černou listinu; [jak|kde] (se|mohu|můžu|mám|lze) ..4 [odhlásit|zrušit|vyřadit|odhlásím]; zapomeňte|zapomeň na mě; nemám zájem ..4 [další|dalšího|dalších|o vaše] ..1 <mail>; nemám zájem ..6 <no>; neposílejte|nepište|nekontaktujte|neposílej|nepiš|nekontaktuj (mi|mě|mne|nám|nás|už|již|prosím|na)`,
    hints: `<no>; <drop> ..3 mě|mne|můj|moje|mou|mé|adresu|údaje|data; bez ..2 souhlasu; odhlás*|odhlaš*|odhlas*; vyřaď*|vyřad*; <drop> [mě|mne|nás|moje|mé|údaje]; nechci .. [další|už|již|dostávat]; <no>; spam*; reklam*; osobní* údaj*; gdpr; odkud|jak|kde|kdo ..5 [můj|moji|moje|mou|na mě] [adresu|email|kontakt|údaje|mail|číslo]; nemám zájem ..6 [další|dále|budoucn*|kontakt*]; obtěž*|právník*|advokát*; ^ [prosím] stop|dost|přestaňte; pokoj*|klid*; nevyžád*; souhlas* ..2 nedal*|nedával*|nikdy; nikdy (jsem) (se) [nepřihl*|nežád*|nedal*]`,
    spares: `schůzka|schůzky|schůzce|schůzku|jednání|kalendář|kalendáře|pozvánka|pozvánky|pozvánku|faktura|faktury|fakturu|faktur|skupina|skupiny|projekt|projektu|kanál|kanálu|webinář|webináře|akce|zákazníci|zákazníků|uživatelé|uživatelů|odběratelé|účastníků|účastník|objednávka|objednávky|objednávku|kopie|kopii|cc|pozice|výběrového; náš|naše|našeho|naši (vlastní) newsletter|newsletteru|seznam|seznamu|zákazníci|databáze; jako kontakt*|kontaktní osob*; neváhejte; neodhlašujte|nemažte|nerušte|neodstraňujte; ne .. [před|do zítř*|dnes|zítra|ještě]; nekontaktujte .. [před|dnes|zítra|na]; <no> [před|dnes|zítra]`,
    keeps:
      'nadále|dál|dále ..2 posílat|zasílat|dostávat|posílejte; omylem; nedorozumění; znovu ..3 přidat|přidejte|zařadit',
    things: 'přílo*|smlouv*|dokument*|soubor*|fotk*|vzork*|platb*|prezentac*|odstavec|odstavc*',
    offers: `pokud|jestliže|chcete-li|nechcete-li|nepřejete-li [si|již|nechcete|se|chcete|už|nepřejete]; chcete li; nechcete li; pro [odhlášení|zrušení]; kliknět*|klikn*|odkaz|odkazu; můžete [se|kdykoli|kdykoliv|odhlásit|zrušit|odvolat]; kdykoli|kdykoliv; omylem; důvěrn*; nejste [zamýšlený|zamýšleným|oprávněným|určeným|adresátem]; adresát*|příjemc*; [informujte|upozorněte|uvědomte] ..4 odesílatel*; vir*; aby (jste|se) [odhlásili]`,
  },
  refusal: {
    no: 'nezasílán*|neposílán*|nekontaktován*|neodpov*|nereag*|nezabýv*|nehled*|nekup*|nepoužív*|nevyuž*|nemám*|nepřijím*|neber*|neodebír*|nechcem*|neztrác*|nevol*|nehod*|netýk*|ne|není|nikdy|žádn*|bez|ani|nic|nikdo|nechci|nechceme|nemám|nemáme|nepotřeb*|nezajímá|nezájem|nepiš*|neposíl*|neposíla*|nezasíl*|nevol*|neotrav*|nekontakt*|neobtěž*|nepřej*|nestoj*|nezas*|nemus*|nepošl*|neosl*|nesouhlas*|nechť|nevypis*|nechtěj*|nechtěl*|néé',
    fact: 'žádný|není|bez problém*; není zač; to nevadí; nespěch*; ještě ne|nemám|není; nedostal*|neobdržel*|neviděl*|nemohu|nemůžu|nemůžeme|nevím|nevíme|nenašel*|nestihl*; neváhej*; není [jasné|zcela|mi jasné|možné|tu|zde|přítomen|přítomna|u]',
    again:
      'více|víc|už|již|nikdy|další|dalších|dalšího|budoucn*|znovu|opět|nadále|dále|déle|příště|zpráv*|trvale|navždy|jiné|nové|nových|opakovan*|podruhé|potřetí|stále|pořád|napříště|jednou',
    end: 'stop|stopka|přesta*|přestň*|skonč*|konec|ukonč*|zruš*|smaž*|smaz*|vymaž*|vymaz*|odstra*|vyškrt*|škrtn*|vyřaď*|vyřad*|odhla*|odhlá*|odregistr*|odeber*|odebr*|zapomeň*|zapomín*|vynech*|přeskoč*|blok*|zablok*|zastav*|vyjm*|vyloučit|vyluč*|odvol*|stáhn*|ušetř*|nechte|nechat|nech|likvid*|dost|upust*|zdrž*|omez|odmít*|zamít*|výmaz*|odhlášen*|vyřazen*|odebrán*',
    contact:
      'mail|maily|mailů|mailu|mailem|mailov*|email*|zpráv*|newsletter*|reklam*|spam*|inzer*|nabíd*|nabídk*|psát|piš*|napis*|napiš*|posíl*|posíla*|poslat|zasíl*|zasílá*|kontakt*|vola*|volej*|obtěž*|rušit|ruš*|pozván*|připom*|dopis*|korespond*|marketing*|obchodn*|prodej*|otrav*|kampan*|nepiš*|neposíl*|neposíla*|nezasíl*|nevol*|neotrav*|nekontakt*|neobtěž*|oslov*|sdělen*|neoslov*|neposlat|nepošl*',
    record:
      'seznam*|databáz*|adres*|údaj*|evidenc*|registr*|systém*|kontakt*|jmén*|odběr*|rozesíl*|mailing*|adresář*|číslo|data|dat|kartoték*',
    me: 'mě|mne|mi|mně|nás|nám|můj|moje|moji|mého|mých|mou|náš|naše|našeho|našich|naši',
    need: 'zájem|zájm*|zajím*|potřeb*|chci|chceme|přej*|přeje*|třeba|nutn*|relevant*|hled*|hod*|týk*|stoj*|využi*|nepotřeb*|nezajímá|nechci|nechceme|nepřej*|nestoj*|nemusí*|nezájem; pro [mě|mne|nás]',
    whence: 'kdo|odkud|jak|kde',
    now: 'chvíli|teď|nyní|momentálně|aktuálně|zatím|dnes|zítra|letos|ještě|před; tento rok; tento týden; tento měsíc',
    whole:
      'neztrác*|ztrátou|ztráta|neplýtv*|nenamáh*|ušetř*|neobtěžujte; zbytečn*|marn*; respekt* ..3 přání|rozhodnut*; vezměte na vědomí; nerv*; únavn*; není náš|můj|moje obor|šálek|věc; ^ ne; ^ nechci; ^ nezájem; ne děk*|dík*|diky; děk*|díky|dík ..2 ne|nechci|ale ne; [nemám zájem|nemáme zájem|bez zájmu|není pro mě|není pro nás|nic pro mě|nic pro nás|raději ne|radši ne|odmítám|odmítáme|nezajímá|nezajímá mě|nezajímá nás|nepotřebuji|nepotřebuju|nepotřebujeme|není třeba|není potřeba|už stačí|stačilo|to stačí|stačí|dejte pokoj|dej pokoj|nechte mě|nechte nás|nech mě|na pokoji|dost|vzdejte|zmizte|běžte|vynechám|vynecháme]; odkud|jak|kdo|kde ..3 [máte|jste|vám|má|pochází|vzali|získali|dal|přišli|znáte] ..4 [adresu|mail|email|údaje|číslo|kontakt|jméno|můj|moji|mou|moje]; advokát*|právník*|právn*|polici*|soud*|stížnost*|žalob*|udán*|trestní; gdpr|úoou|osobní údaje|osobních údajů|ochran* osobních|čoi|soukrom*; nevyžád*|nežádouc*|obtěž*|otrav*|vtíra*|dotěr*|drz*|neodbyt*|štv*|rozčil*; už|již ..3 [psal*|řekl*|žádal*|prosil*|odpověděl*|odhlásil*|odmítl*|oznámil*|jednou]; [druhý|třetí|čtvrtý|pátý|poslední|podruhé|potřetí|počtvrté|naposledy] (mail|email|zpráva|upozornění|výzva|krát|píšu|žádám|prosím); nikdy|ne*|bez ..4 [souhlas*|nesouhlas*|přihlás*|žádal*|objednal*|registr*|nedal*|neudělil*]; souhlas',
  },
  dates: {
    months:
      'leden ledna lednu led, únor února únoru úno, březen března březnu bře, duben dubna dubnu dub, květen května květnu kvě, červen června červnu čvn, červenec července červenci čvc, srpen srpna srpnu srp, září zář, říjen října říjnu říj, listopad listopadu lis, prosinec prosince prosinci pro',
    weekdays:
      'pondělí pondělka pondělí po, úterý úterka út, středa středu středy st, čtvrtek čtvrtka čtvrtku čt, pátek pátku pá, sobota sobotu soboty so, neděle neděli ne',
    until: 'do (dne|konce); až do; před',
    until_behind: 'včetně',
    back: 'otevíráme|otvíráme|otevřeme|zastihnete|jsem|jsme|odpovídám|odpovídáme|odpovíme|pracuji|pracujeme|vracíme|ordinuji|ordinujeme|začínáme|zase; [zpět|zpátky|vrátím|vracím|návrat|opět|znovu|k dispozici|odpovím|ozvu|budu|budeme|vrátíme|dostupný|dostupná|zastižení|otevřeno|návratu]; od|ode|počínaje (dne); ozvu|otevíráme|odpovím',
    inclusive: 'ten den včetně; večer*; včetně|vč',
    days: 'dnes, zítra zítřka, pozítří',
    next: 'příští|příštího|následující|následujícího|nejbližší',
    numbers:
      'jeden jednu, dva dvě, tři, čtyři, pět, šest, sedm, osm, devět, deset, jedenáct, dvanáct, třináct, čtrnáct, patnáct',
    units: 'den dny dní dnů, týden týdny týdnů týdne týdnu, měsíc měsíce měsíců měsíci',
    ahead: 'za',
    ahead_behind: '',
    end_of: 'konec|konce|koncem|konci',
    week_number: 'týden|týdnu',
    weekend: 'víkend*',
    times:
      '[velikonoc*|vánoc*|nový rok|novém roce|nového roku|léto|léta|létě|zima|zimy|zimě|jaro|jaře|podzim*|prázdnin*|svátk*|víkend*|týden|týdny|týdnů|týdne|týdnu|měsíc*|roku|rok|roce|čtvrtletí|začátek|začátku|začátkem|polovin*|konec|konce|koncem|dny|dní|dnů]',
  },
};
