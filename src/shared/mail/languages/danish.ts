import type { Language } from './language.ts';

export const DANISH: Language = {
  name: 'Danish',
  letters: 'æøåéü',
  quoting: {
    from: 'fra; afsender',
    sent: 'sendt; dato; sendt den',
    to: 'til; modtager',
    cc: 'cc; kopi; bcc',
    subject: 'emne; vedrørende; vedr',
    wrote: 'skrev; skriver; har skrevet; skrevet',
    forwarded:
      'oprindelig|videresendt|oprindelige|videresendte|original meddelelse|besked|mail|email|meddelelse; start på videresendt|den videresendte; videresendt af|fra; begyndelse på videresendt',
    sent_from: 'sendt fra|med|via; hent|få outlook',
  },
  automatic: {
    subject: `automatisk|autogenereret|automatiske|autogenereret svar|besked|meddelelse|bekræftelse|kvittering|notifikation|besvarelse; autosvar; autoreply; fravær; fraværende; fraværsbesked|fraværsmeddelelse; ikke på kontoret|til stede; ferie; på (ferie|barsel|orlov); jeg er [på|ikke|fraværende|væk|ude]; barsel; ude af kontoret; kontoret er lukket; kvittering`,
    absent: `fraværende; fravær; ikke på (kontoret|arbejde); ude (af|fra) [kontoret|huset]; [på|holder|har] ferie; ferie; [på|holder] [barsel|orlov|barselsorlov|sygeorlov|forældreorlov|forretningsrejse|tjenesterejse|kursus]; barsel; sygemeldt|syg; bortrejst; ikke [til at træffe|tilgængelig|træffes|til stede|at træffe]; holder fri; har fri; kontoret .. lukket; afholder ferie; ikke til stede; væk [fra|indtil|til|frem]`,
    leave:
      'lukket|ferielukket|ferie|fri|syg|sygemeldt|barsel|forældreorlov|orlov|fraværende|bortrejst|helligdage; ikke på kontoret|plads|til stede; på rejse|kursus|ferie|tjenesterejse|konference; ude; væk',
    meanwhile: `ved|i [presserende|hastende|akutte|akut|tilfælde]; hvis (det|din|du|noget) .. [haster|hastende|presserende|akut|hjælp]; [i|under] [min|mit|denne|vores] [fravær|ferie|periode|orlov]; begrænset|sporadisk|ingen|ikke adgang (til); kontakt|ring|henvend|skriv (venligst|gerne|i stedet|til|dig|min) [kollega|kolleger]; min kollega; når jeg (er) (tilbage|kommer|vender); vender tilbage (når|så|hurtigst); besvarer|svarer .. [når|så|efter]; efter min (ferie|tilbagekomst|hjemkomst); bliver ikke (læst|videresendt); læses|videresendes ikke; læser ikke; så (snart|hurtigt) (som) [muligt|jeg]`,
    declares: `automatisk|autogenereret|automatiske|automatiseret svar|besked|mail|meddelelse|bekræftelse|kvittering|email|notifikation|svarmail; automatisk genereret|sendt|udsendt|oprettet; autosvar; kan|må|skal ikke besvares|svares; ikke svare|svar (direkte) på denne|dette|mailen; svar|besvar ikke|venligst (ikke) (på) denne|dette; bliver ikke læst|besvaret|overvåget; læses|overvåges ikke`,
    moved: `ikke længere ansat|aktiv|i|arbejder|gyldig|bruges|brug; arbejder ikke længere|mere; er stoppet|fratrådt; ny|nye mailadresse|emailadresse|adresse|mail er; adressen|kontoen|postkassen .. lukket|nedlagt|ændret`,
    confirms: `henvendelse|besked|mail|sag|forespørgsel er|er blevet|har modtag*|registrer*|oprettet|videresendt; har modtaget; over denne linje; behandles; klik; bekræft ..4 adresse|link|afsender; en gang|én gang; bliver leveret; kvittering; vi har (modtaget|registreret) (din|dit|jeres); har modtaget din|dit|jeres; tak for (din|dit|jeres|at du|henvendelsen|henvendelse|ordren) (mail|henvendelse|besked|ansøgning|bestilling|ordre|tilmelding|interesse|køb|booking|forespørgsel|kontakter|har); din|dit|jeres (henvendelse|sag|ordre|ansøgning|besked|mail|bestilling|forespørgsel|booking|betaling|faktura|konto|adgangskode|tid|abonnement|pakke|tilmelding) .. [er|har|vil|bliver|modtaget|registreret|behandlet|oprettet]; kvittering for; er (nu) [modtaget|registreret|oprettet|tildelt|lukket|bekræftet|afsendt|behandlet|løst|åbnet]; sagsnummer|ordrenummer|referencenummer|bookingnummer|fakturanummer|kundenummer|sags-id|ticketnummer; sag|ticket|ordre [nr|nummer|oprettet|id|lukket]; inden (for) .. [hverdage|timer|dage|arbejdsdage]; en [af vores|medarbejder|sagsbehandler|kollega vil]; du modtager denne|dette .. [fordi|da]; se|vis .. browser; afmeld .. [her|klik|link]; læsekvittering; er [læst|åbnet|vist]; postkasse .. fuld; indbakke .. fuld; alle rettigheder; noreply; spamfilter`,
  },
  stop: {
    terms: {
      me: 'mig|os|mit|min|mine|vores',
      mail: 'mail|mails|email|emails|besked|beskeder|nyhedsbrev|nyhedsbreve|reklame|reklamer|spam|henvendelser|henvendelse|kontakt|tilbud|post|udsendelser|markedsføring|salgsmails|meddelelser|opkald|rykkere|reklamemails',
      contact:
        'maile|mailer|kontakte|kontakter|sende|sender|skrive|skriver|forstyrre|ringe|spamme|spammer|genere|kontaktes|kontaktet|modtage|få|høre|chikanere|plage|henvende|skrive til|ulejlige',
      drop: 'fjern|fjerne|fjernes|fjernet|slet|slette|slettes|slettet|afmeld|afmelde|afmeldes|afmeldt|tag|tage|stryg|stryge|frameld|framelde|frameldt|udmeld|fjerner|sletter|tager|afmelder|udmelde',
      list: 'liste|listen|lister|maillinglist|mailingliste|mailliste|maillisten|mailinglisten|database|databasen|system|systemet|nyhedsbrev|register|kartotek|crm|adresseliste|kampagne|distributionsliste|kontakter|arkiv|maillister|udsendelsesliste|mailsystem',
    },
    asks: `^ (venligst) afmeld|afmelde|afmelding|afmeldes|frameld|framelding|udmeld|opsig|slet|fjern <me> (tak|venligst|nyhedsbrev) $; ^ (venligst) afmeld|afmelding|frameld|stop|stopper|nok (tak|nu|venligst|det|det der|omgående|med det) $; [<drop>] (venligst|gerne|omgående|straks|lige|jer|i|du) (mig|os|min|mit|mine|vores) ..5 [fra|af] ..4 <list>; [fjern|slet|afmeld|frameld|stryg|udmeld] (venligst|gerne|omgående|straks|lige) mig|os (tak|venligst|omgående|straks|nu|her) (tak|fra|af|$); [fjern|slet|slette|fjerne|sletter|fjerner] (venligst|gerne|straks|alle) mine|min|mit|vores (mailadresse|emailadresse|e-mailadresse|adresse|oplysninger|data|personoplysninger|navn|mail|email|kontaktoplysninger|e-mail); [vil|ønsker|beder|bedes] (gerne) (i|om) ..4 [afmeldes|afmelde|slettes|slettet|fjernes|fjernet|frameldes|framelde|afmeldt|udmelde|udmeldes|afmeldes|slettet]; fra|af (jeres|din|denne|den|alle|dine|listen) ..1 <list> ..2 [tak|venligst|slettet|fjernet]; mine|min|mit (oplysninger|data|mailadresse|adresse|personoplysninger) ..3 slettes|slettet|fjernet|fjernes; opsig|opsige|opsiger ..4 abonnement*|nyhedsbrev*;
      [vil|ønsker|gider|skal|behøver] (virkelig|absolut|bestemt|jeg) ikke|aldrig (længere|mere|at|have|få|modtage|kontaktes|høre|blive|se) ..4 <mail>|<contact>|mere|flere; [vil|ønsker] ikke|ingen (længere) (at) (have|modtage|få) (flere|mere|jeres|disse|den slags) ..1 <mail>; ingen|ikke flere|mere|yderligere <mail>; ingen|intet flere|mere|yderligere ..1 <mail>; ingen <mail> mere|tak; [skriv|send|kontakt|mail|ring|forstyr|spam|genér|henvend jer|henvend dig] (venligst) ikke|aldrig (til) (mig|os) [mere|igen|flere|længere|til mig|til os]; [skriv|send|kontakt|mail|ring|henvend jer] (mig|os|til mig|til os) ikke|aldrig|ingen|intet [mere|igen|flere|længere]; [skriv|send|kontakt|mail] (venligst) ikke|aldrig (flere|mere|igen|længere|til); lad (venligst) (være|vær) med at ..2 <contact>; [stop|stopper|hold|holder|ophør|undlad|undlade|stoppe|indstil] (venligst|nu|straks|op|omgående|i|du|jer) (op) (med) (at|alle|de|jeres|det) ..2 <contact>|<mail>; stop|undlad <mail>; [lad|lader] (mig|os) [være i fred|være|i fred];; gør|gøre|gør jeg indsigelse; indsigelse|modsætter ..7 behandling|brug|markedsføring|personoplysninger|oplysninger; ret|retten ..3 [sletning|slettet|glemt|indsigelse]; gdpr ..8 slet*|fjern*|indsigelse|ret*; slet*|fjern* ..8 gdpr; trækker|tilbagekalder ..4 samtykke; [anmelder|anmelde|rapporterer|rapportere|markerer|markere|markeret|melder|indberetter] ..5 [spam|datatilsynet|forbrugerombudsmanden|uønsket]; uønsket|uønskede|uanmodet|uanmodede|uopfordret|uopfordrede <mail>; sortlist*|blackliste*|spærreliste|robinsonlisten; [hvordan|hvor] (kan|afmelder|kommer|framelder|bliver|gør|sletter) (jeg|man) ..5 [afmelde|mig|af|slettet|framelde|fri]; frabeder|frabede ..4 [<mail>|mig|os|flere|yderligere]; slippe (for) ..3 <mail>|flere`,
    hints: `behøver ikke|ikke behøver (at) vende|skrive|kontakte|sende; spring os|mig over; glem os|mig; ikke|aldrig|ingen ..3 <contact> ..2 mere|mig|igen|flere; <drop> ..3 min|mig|mit|mine|adresse*|mailadresse*|oplysning*; uden ..2 samtykke; afmeld*; framelde*|frameld; <drop> mig|os|min|mit|mine; ikke .. [mere|flere|længere] .. <mail>|<contact>; ingen flere|mere; spam; reklame*; personoplysninger; gdpr; hvor|hvordan|hvem ..5 [min|mine|mit] mail|adresse|mailadresse|oplysninger|email; ikke interesseret|interesserede ..6 mere|fremtiden|flere|igen|fremover; chikan*|anmelde|anmelder|advokat; ^ [venligst] stop; hold op; i fred; uønsket*|uopfordret*; samtykke; slippe; aldrig [tilmeldt|bedt]`,
    spares: `møde|møder|mødet|kalender|kalenderen|invitation|invitationer|indbydelse|faktura|fakturaer|fakturaen|gruppe|gruppen|projekt|projektet|kanal|webinar|arrangement|kunder|brugere|abonnenter|deltagere|deltagerliste|bestilling|ordre|kopi|cc|stilling|ansøgning; vores|vort (eget|egen) nyhedsbrev|liste|kunder|abonnenter|database; som kontakt|kontaktperson; tøv ikke|endelig; ikke tøve; ikke afmelde|slette|fjerne|opsige|stoppe; ikke .. [inden|i dag|i morgen|først|endnu]`,
    keeps: 'fortsæt|fortsætte; ved en fejl; fejltagelse|misforståelse; tilmeld ..3 igen|tilbage; stop ikke',
    things:
      'bilag|vedhæft*|kontrakt|kontrakten|aftale|dokument|dokumentet|fil|filen|foto|prøve|betaling|præsentation|afsnit',
    offers: `hvis du|i|de (ikke|ønsker|vil) ..9 [længere|ikke|afmelde|undgå|modtage]; for at [afmelde|framelde|undgå|slippe|stoppe|fravælge]; klik|link|linket; du kan|kan du ..6 afmelde|framelde|tilbagekalde|opsige; når som helst; til enhver tid; ved en fejl; fejlagtigt; fortrolig*; ikke (er) (den|rette) [rette|tilsigtede|modtager]; tilsigtede modtager*; [informer|underret|orienter|kontakt] ..4 afsender*; virus; slet (venligst) [denne|mailen|e-mailen]`,
  },
  refusal: {
    no: 'ikke|ik|aldrig|ingen|intet|uden|nej|næ|hverken|ej|nix|niks|nul|nope',
    fact: 'intet|ingen|ikke problem|problemer; ingen årsag|hast; ikke noget problem; [har|havde|kan|kunne|er|var|fik|ser|finder|ved|når] ..3 ikke|ingen|intet|aldrig; [ikke endnu|endnu ikke|ikke sikker|ikke kun|tøv ikke]',
    again:
      'mere|mer|igen|flere|fremtiden|fremtidig|fremtidige|fremover|videre|længere|nogensinde|yderligere|herefter|fremadrettet|fortsætte|fortsat|ny|nye|næste|aldrig|altid|senere',
    end: 'stop|stoppe|stopper|ophør*|afbryd*|afslut*|slet|slette|slettes|slettet|fjern*|fjerne|stryg*|glem*|spring|springe|afmeld*|frameld*|udmeld*|afregistr*|frabed*|frabeder|blokér*|bloker*|spar|spare|skån|udelad*|udeluk*|opsig*|lukke|luk|drop|undlad*|undgå|fritag*|annuller*|tilbagekald*|indstil|afslå*|afslår|afvis*|nægt*|sletning|sletn*|framelding|afmelding; hold op; tag [mig|os|af|ud]; tage [mig|os]; lad være; ret mig; siger nej; sig nej',
    contact:
      'mail|mails|maile|mailer|email|emails|epost|besked|beskeder|meddelelse*|nyhedsbrev*|reklame*|spam|annoncer|tilbud|forslag|skriv|skrive|skriver|send|sende|sender|sendes|kontakt*|ring|ringe|ringer|forstyr*|invitation*|påmindelse*|rykker*|breve|brev|post|markedsføring*|salg*|henvend*|kommunikation|kampagne*|plage|plager|chikan*|opfølg*; vende tilbage',
    record:
      'liste|listen|lister|listerne|register|registret|adresse|adressen|mailadresse|emailadresse|oplysninger|database*|mailliste*|mailinglist*|adresseliste|adressebog|navn|kontakter|system|systemet|abonnement*|data|personoplysninger|kartotek*',
    me: 'mig|os|min|mit|mine|vores|vor',
    need: 'interesse|interesseret|interesserede|interesserer|interessant|behov|behøver|brug|bruge|vil|ønsker|relevant|aktuelt|lyst|nødvendigt|passer|søger|bedt|gavn; for mig; for os; til mig; til os; noget for; brug for',
    whence: 'hvem|hvordan|hvor|hvorfra',
    now: 'nu|øjeblikket|idag|endnu|indtil; for tiden; i dag; i morgen; i år; denne uge; denne måned',
    whole:
      'være|blive|slippe fri|fri for; slippe for; uinteress*; uaktuel*; find|finde (en) andre|anden|nogen; spar jer|dig|os|mig; spild* ..2 tid; besværet|ulejlighed*; nytteløst|forgæves|formålsløst|unødvendigt; respekter* ..3 ønske|beslutning|valg; notér; nerver*; stædig*; trættende; ikke vores ting|kop; ^ nej; nej tak; tak ..2 men nej; [ikke interesseret|ikke interesserede|ingen interesse|intet for mig|intet for os|ikke noget for mig|ikke noget for os|ikke for mig|ikke for os|springer over|takker nej|takke nej|afslår|helst ikke|det er nok|nu er det nok|nok nu|så er det nok|stop så|lad mig være|lad os være|lad være|i fred|klarer os fint|behøver ikke|behøves ikke|opgiv|giv op|skrid]; hvor|hvordan|hvem|hvorfra ..3 [har|fik|kommer|fået|fundet|fandt|gav|givet|kender] ..5 [adresse|mail|mailadresse|oplysninger|navn|nummer|email]; advokat*|anmeld*|politi*|retslig*|juridisk*|klage|klager|søgsmål; gdpr|datatilsynet|forbrugerombudsman*|persondata*|personoplysninger|robinson*|privatliv*|databeskyttelse*; uønsk*|uopfordr*|påtrængende|irriterende|træt af|chikan*|belast*|generende|frækt|plag*; allerede ..3 [sagt|bedt|skrevet|svaret|afmeldt|takket|frameldt|meddelt]; [anden|tredje|fjerde|femte|sidste|sjette] gang|advarsel|mail|rykker; aldrig|ikke ..4 [bedt|samtykket|tilmeldt|godkendt|givet|abonneret|bestilt|samtykke]; samtykke',
  },
  dates: {
    months:
      'januar jan, februar feb, marts mar, april apr, maj, juni jun, juli jul, august aug, september sept sep, oktober okt, november nov, december dec',
    weekdays: 'mandag man, tirsdag tirs tir, onsdag ons, torsdag tors tor, fredag fre, lørdag lør, søndag søn',
    until: 'til; indtil; frem til; til og med; t o m; tom; indtil (den); t.o.m',
    until_behind: 'inklusive',
    back: 'åbner|åbent|arbejder|starter|begynder|læser|svare|her|hjemme|klar|står|mødes|ses|retur|kan kontaktes; tilbage|igen|kontoret|træffes|træffe|svarer|besvarer|retur|genåbner; fra og med|den; fra; svarer jeg; vi ses; vi tales',
    inclusive: 'aften|aftenen; til og med; t o m; tom; inklusive; t.o.m; inkl',
    days: 'i-dag idag, i-morgen imorgen, overmorgen i-overmorgen',
    next: 'næste|førstkommende|kommende',
    numbers: 'en et, to, tre, fire, fem, seks, syv, otte, ni, ti, elleve, tolv, tretten, fjorten, femten',
    units: 'dag dage, uge uger, måned måneder',
    ahead: 'om',
    ahead_behind: '',
    end_of: 'slutningen|udgangen (af); udgangen af',
    week_number: 'uge',
    weekend: 'weekend; weekenden',
    times:
      'påske|påsken|jul|julen|nytår|sommer|sommeren|vinter|vinteren|forår|foråret|efterår|efteråret|ferie|ferien|weekend|weekenden|uge|ugen|uger|måned|måneden|måneder|år|året|kvartal|starten|midten|slutningen|pinse|sommerferien|dage',
  },
};
