import type { Language } from './language.ts';

export const NORWEGIAN: Language = {
  name: 'Norwegian',
  letters: 'æøåéòô',
  quoting: {
    from: 'fra; avsender; frå',
    sent: 'sendt; dato; sendt den',
    to: 'til; mottaker; mottakar',
    cc: 'kopi; cc; blindkopi',
    subject: 'emne; ang; vedrørende',
    wrote: 'skrev; skreiv; skriver; har skrevet; skrevet',
    forwarded:
      'opprinnelig|videresendt|opprinnelige|videresendte|opphavleg|original melding|meldingen|epost|mail; start på videresendt|den videresendte; videresendt av|fra; begynnelsen på videresendt|den videresendte; starten på|av videresendt',
    sent_from: 'sendt fra|med|via|frå; skaff|hent|få outlook',
  },
  automatic: {
    subject: `automatisk|autogenerert|automatiske svar|melding|bekreftelse|kvittering|epost|varsel; autosvar; fravær; fraværende; fraværsmelding|fraværsassistent; ikke på kontoret|tilstede|til stede; ferie; (på|har|avvikler) ferie|permisjon; jeg er [på|ikke|fraværende|borte|ute]; permisjon; ute av kontoret; kontoret er stengt; ikkje på kontoret`,
    absent: `fraværende; fravær; ikke på (kontoret|jobb|arbeid); ikkje på kontoret; ute av kontoret; [på|har|tar|avvikler] ferie; ferie; [i|på|har] [permisjon|foreldrepermisjon|fødselspermisjon|pappapermisjon|mammapermisjon|sykepermisjon|sykemelding]; permisjon; sykmeldt|sykemeldt|syk; bortreist; ikke [tilgjengelig|tilstede|å treffe|nås|til stede]; på [reise|tjenestereise|forretningsreise|kurs|reisefot]; har fri; avspaserer|avspasering; kontoret .. stengt; borte [fra|til|frem]`,
    leave:
      'stengt|feriestengt|ferie|fri|syk|sykmeldt|permisjon|foreldrepermisjon|fraværende|bortreist|helligdager; ikke på kontoret|plass|til stede; på reise|kurs|ferie|tjenestereise|konferanse; ute; borte; hytta',
    meanwhile: `ved [hastesaker|presserende|akutte|behov|spørsmål]; hvis|dersom (det|saken|du|noe) .. [haster|hastesak|presserende|hjelp]; [i|under] [mitt|min|denne|dette] [fravær|ferie|periode|fraværet|perioden|permisjonen]; begrenset|sporadisk|ingen|ikke tilgang (til); kontakt|ring|ta (gjerne|vennligst|i stedet|kontakt|min) [kollega|kolleger|med]; min kollega; når jeg (er) (tilbake|kommer); svarer|besvarer|besvares .. [når|så|etter|tilbake]; etter (min) ferie|ferien|tilbakekomst; blir ikke (lest|videresendt); leses|videresendes ikke; leser ikke; så (snart|fort|raskt) (som) [mulig|jeg]`,
    declares: `automatisk|autogenerert|automatiske|automatisert svar|melding|epost|bekreftelse|kvittering|mail|varsel; automatisk generert|sendt|utsendt|opprettet; autosvar; kan|må|skal ikke besvares; ikke svar|svare (direkte) på denne|dette|eposten; svar ikke (på) denne|dette; vennligst ikke svar; blir ikke lest|besvart|overvåket|fulgt; leses|overvåkes ikke`,
    moved: `ikke lenger ansatt|aktiv|i|jobber|arbeider|gyldig|brukes; jobber|arbeider ikke lenger|her; har sluttet; sluttet i|hos|ved|min; ny|nye epostadresse|adresse|mailadresse|mail er; adressen|kontoen|postkassen .. stengt|nedlagt|endret|avsluttet`,
    confirms: `henvendelse|melding|epost|sak|forespørsel er|har mottatt|registrert|opprettet|videresendt; har mottatt; over denne linjen; behandles; klikk; bekreft* ..4 adresse|lenke|avsender; en gang|én gang; blir levert; kvittering; vi har (mottatt|registrert) (din|ditt|deres); har mottatt din|ditt|deres; takk for (din|ditt|deres|at du|henvendelsen|bestillingen|meldingen|søknaden) (mail|epost|e-post|henvendelse|melding|søknad|bestilling|ordre|påmelding|interesse|kjøp|booking|forespørsel|kontakter|har); din|ditt|deres (henvendelse|sak|ordre|søknad|melding|epost|e-post|bestilling|forespørsel|booking|betaling|faktura|konto|passord|time|abonnement|pakke|påmelding) .. [er|har|vil|blir|mottatt|registrert|behandlet|opprettet]; kvittering for; er (nå) [mottatt|registrert|opprettet|tildelt|lukket|bekreftet|sendt|behandlet|løst|åpnet]; saksnummer|ordrenummer|referansenummer|bookingnummer|fakturanummer|kundenummer|saks-id; sak|ordre [nr|nummer|opprettet|id|lukket]; innen|i løpet av .. [virkedager|timer|dager|arbeidsdager]; en [av våre|saksbehandler|medarbeider]; du mottar denne|dette .. [fordi|da|siden]; se|vis .. nettleser; meld (deg) av .. [her|klikk|lenke]; lesebekreftelse; er [lest|åpnet|vist]; postkasse .. full; innboks .. full; alle rettigheter; noreply; søppelpostfilter|spamfilter`,
  },
  stop: {
    terms: {
      mail: 'mail|mails|mailer|epost|eposter|eposten|melding|meldinger|nyhetsbrev|reklame|spam|søppelpost|henvendelser|henvendelse|kontakt|tilbud|utsendelser|markedsføring|salgsmail|post|e-poster|oppfølging|purringer|reklamer',
      contact:
        'maile|kontakte|kontakter|sende|sender|skrive|skriver|forstyrre|ringe|spamme|plage|mase|kontaktes|kontaktet|motta|få|høre|trakassere|henvende|epost|bry',
      drop: 'fjern|fjerne|fjernes|fjernet|slett|slette|slettes|slettet|stryk|stryke|ta|tar|meld|melde|avmeld|avmelde|avmeldes|meldes|avregistrer|avregistrere|fjerner|sletter',
      list: 'liste|listen|lista|lister|mailingliste|mailliste|maillisten|epostliste|epostlisten|e-postlisten|e-postliste|database|databasen|system|systemet|systemene|nyhetsbrev|register|registeret|crm|adresseliste|kampanje|distribusjonsliste|kontaktlister|arkiv|utsendelser|listene|utsendelsesliste',
    },
    asks: `^ (vennligst) avmeld|avmelding|avslutt|meld av|avbestill|slett|fjern|avregistrer (meg|oss|takk|nyhetsbrev|abonnement|av) (takk|av) $; ^ stopp|stop|nok|slutt (nå|takk|med dette|umiddelbart) $; [meld] (vennligst|gjerne) (meg|oss) (gjerne|vennligst) av; meg|oss av (denne|listen|lista|nyhetsbrevet|takk|$); [fjern|slett|stryk|avmeld|avregistrer|fjerner dere|sletter dere|fjerne|slette|stryke] (vennligst|gjerne|straks|umiddelbart) (meg|oss|min|mitt|mine|vår|våre|vårt|alle mine) ..5 [fra|av] ..4 <list>; [fjern|slett|stryk|avmeld|avregistrer] (vennligst|gjerne|straks|umiddelbart) meg|oss (takk|nå|straks|umiddelbart|herfra|$); [fjern|slett|fjerne|slette|sletter|fjerner] (vennligst|gjerne|straks|alle) mine|min|mitt|våre (epostadresse|e-postadresse|adresse|mailadresse|opplysninger|data|personopplysninger|navn|epost|e-post|kontaktinformasjon|mail); ta (meg|oss) (vennligst|gjerne) (bort|av|ut|vekk) (fra|av) ..3 <list>; [vil|ønsker|ber] (gjerne) (om) (å) ..4 [avmeldes|avmelde|slettes|slettet|fjernes|fjernet|meldes av|melde meg av|avmeldt|avregistreres|melde av|strøket]; fra|av (deres|din|denne|den|alle|dine) ..1 <list> ..2 [takk|slettet|fjernet]; mine|min|mitt (opplysninger|data|epostadresse|adresse|personopplysninger) ..3 slettes|slettet|fjernet|fjernes; si|sier ..3 opp ..3 abonnement*|nyhetsbrev*;
      [vil|ønsker|gidder|skal|trenger] (virkelig|absolutt|jeg|vi) ikke|aldri (lenger|mer|å|ha|få|motta|kontaktes|høre|bli|se) ..4 <mail>|<contact>|mer|flere; [vil|ønsker] ikke|ingen (lenger) (å) (ha|motta|få) (flere|mer|deres|disse|slike) ..1 <mail>; ingen|ikke flere|mer|ytterligere <mail>; ingen flere|mer|ytterligere ..1 <mail>; ingen <mail> mer|takk; [skriv|send|kontakt|mail|ring|forstyrr|spam|mas] (vennligst) ikke|aldri (til|på) (meg|oss) [mer|igen|flere|lenger|til meg|til oss]; [skriv|send|kontakt|mail|ring|mas] (meg|oss|til meg|til oss|på meg) ikke|aldri|ingen [mer|igjen|flere|lenger]; ikke|aldri skriv|send|kontakt|mail|ring|kontakte|sende|skrive|maile (til) (meg|oss) [mer|igjen|flere|lenger|noe|på nytt]; [skriv|send|kontakt] ikke|aldri (flere|mer|igjen|lenger|til); la være å <contact>; [stopp|stans|slutt|slutte|stoppe|opphør|avslutt|unngå] (vennligst|nå|straks|umiddelbart|dere|du) (å|med|alle|de|deres|disse|all) ..2 <contact>|<mail>; stopp|slutt <mail>; [la|lar] (meg|oss) [være i fred|være|i fred];; protesterer|motsetter|innsigelse|reserverer ..7 behandling|bruk|markedsføring|personopplysninger|henvendelser|kontakt; rett|retten ..3 [sletting|slettet|glemt|innsigelse]; gdpr ..8 slett*|fjern*|innsigelse|rett*; slett*|fjern* ..8 gdpr; trekker ..4 samtykke*; [anmelder|anmelde|rapporterer|rapportere|markerer|markere|markert|melder] ..5 [spam|datatilsynet|forbrukertilsynet|søppelpost|søppel]; uønsket|uønskede|uoppfordret|uoppfordrede|uanmodet <mail>; svartelist*|reservasjonsregisteret|sperreliste; [hvordan|hvor] (kan|melder|kommer|blir|får|gjør|avmelder) (jeg|man) ..5 [av|meg|slettet|avmelde|fjernet]; frabeder|frabe ..4 [<mail>|meg|oss|flere|ytterligere]; slippe ..3 <mail>|flere`,
    hints: `glem|glemme oss|meg; kutt ut; reservert (oss|seg|meg) mot; trenger ikke (å) skrive|kontakte|sende; ikke|aldri|ingen ..3 <contact> ..2 mer|meg|igjen|flere; <drop> ..3 min|meg|mitt|mine|adresse*|epostadresse*|opplysning*; uten ..2 samtykke; avmeld*; meld meg|oss av; <drop> meg|oss|min|mitt|mine; ikke .. [mer|flere|lenger] .. <mail>|<contact>; ingen flere|mer; spam; reklame*; personopplysninger; gdpr; hvor|hvordan|hvem ..5 [min|mine|mitt|epostadressen] epost|adresse|mail|opplysninger|epostadresse|e-post; ikke interessert|interesserte ..6 mer|fremtiden|flere|igjen|framtiden|fremover; trakasser*|anmelde|anmelder|advokat; ^ [vennligst] stopp; slutt [å|med]; i fred; uønsket*|uoppfordret*; samtykke*; slippe; aldri [meldt|bedt]`,
    spares: `møte|møter|møtet|kalender|kalenderen|invitasjon|invitasjoner|innkalling|faktura|fakturaer|fakturaen|gruppe|gruppen|prosjekt|prosjektet|kanal|webinar|arrangement|kunder|brukere|abonnenter|deltakere|deltakerliste|bestilling|ordre|kopi|cc|stilling|søknad; vårt|vår|våre (eget|egen) nyhetsbrev|liste|kunder|abonnenter|database; som kontakt|kontaktperson; nøl ikke; ikke nøl|nøle; ikke avmelde|slette|fjerne|stoppe|avslutte; ikke .. [i dag|i morgen|først|ennå]`,
    keeps: 'fortsett|fortsette; ved en feil|feiltakelse; misforståelse; meld ..3 igjen|tilbake; stopp ikke',
    things:
      'vedlegg|vedlegget|kontrakt|kontrakten|avtale|avtalen|dokument|dokumentet|fil|filen|bilde|prøve|betaling|presentasjon|avsnitt',
    offers: `hvis|dersom|om du|dere (ikke|ønsker|vil) ..9 [lenger|ikke|avmelde|melde|motta|slippe]; for å [melde|avmelde|slippe|stoppe|avslutte]; klikk|lenke|lenken|link; du kan|kan du ..6 avmelde|melde|trekke|avslutte; når som helst; ved en feil; feilaktig|feil; konfidensiel*|fortrolig*; ikke (er) (den|rette) [rette|tiltenkte|mottaker]; tiltenkte mottaker*; [informer|underrett|varsle|gi beskjed] ..4 avsender*; virus; slett (vennligst) [denne|meldingen|e-posten]`,
  },
  refusal: {
    no: 'ikke|ikkje|aldri|ingen|intet|uten|nei|verken|ei|null|ingenting|nope|neppe',
    fact: 'ikke|ingen|inget problem|problemer; ikke noe problem; ingen årsak|fare|hast; [har|hadde|kan|kunne|er|var|fikk|ser|finner|vet|rekker|rakk] ..3 ikke|ingen|intet|aldri; [ikke ennå|ennå ikke|ikke sikker|ikke bare|ikke nøl]',
    again:
      'mer|meir|igjen|flere|fleire|fremtiden|framtiden|framtida|fremtidig|framover|fremover|videre|lenger|lengre|noensinne|ytterligere|heretter|fortsette|fortsatt|ny|nye|neste|aldri|alltid|senere',
    end: 'stopp|stoppe|stopper|stans*|slutt|slutte|opphør*|avbryt*|avslutt*|slett|slette|slettes|slettet|fjern*|stryk*|glem*|hopp|hoppe|meld|avmeld*|avregistr*|frabe*|reserver*|blokker*|spar|spare|skån|utelat*|utelukk*|kutt*|dropp*|unnlat*|unngå|frita*|annuller*|trekk*|kansell*|avslå*|avslår|avvis*|nekt*|sletting|sletti*|fjerning|avmelding; hold opp; ta [meg|oss|av|ut|bort]; la være; si opp; meldt meg; melde meg',
    contact:
      'mail|mails|maile|mailer|email|emails|epost|eposter|melding*|nyhetsbrev*|reklame*|spam|annonser|tilbud|forslag|skriv|skrive|skriver|send|sende|sender|sendes|kontakt*|ring|ringe|ringer|forstyrr*|invitasjon*|påminnels*|purr*|brev|post|markedsfør*|salg*|henvend*|kommunikasjon|kampanje*|plage|plager|mas|mase|maser|oppfølg*|høre',
    record:
      'liste|lista|listen|lister|listene|register|registeret|adresse|adressen|epostadresse|mailadresse|opplysning*|database*|epostliste*|mailliste*|adresseliste*|navn|kontakter|system|systemet|abonnement*|data|personopplysninger|kartotek*',
    me: 'meg|oss|min|mi|mitt|mine|vår|vårt|våre',
    need: 'interesse|interessert|interesserte|interesserer|interessant|behov|behøver|trenger|trengs|vil|ønsker|relevant|aktuelt|aktuell|lyst|nødvendig|passer|søker|bedt|nytte; for meg; for oss; til meg; til oss; noe for; bruk for',
    whence: 'hvem|hvordan|hvor|hvorfra',
    now: 'nå|øyeblikket|idag|ennå|innen|inntil; for tiden; i dag; i morgen; i år; denne uka; denne uken; denne måneden',
    whole:
      'være|bli|slippe fri|kvitt|unna; slippe; uinteress*; uaktuel*; spar dere|deg|oss|meg; kast* ..2 tid; bryet|bry; nytteløst|bortkastet|unødvendig; respekter* ..3 ønske|beslutning|valg; merk dere; nerver*; masete|sta; slitsom*; ikke vår greie|kopp; ^ nei; nei takk; takk ..2 men nei; [ikke interessert|ikke interesserte|ingen interesse|ikke noe for meg|ikke noe for oss|ingenting for meg|ingenting for oss|ikke for meg|ikke for oss|hopper over|står over|takker nei|takke nei|avslår|helst ikke|det holder|nå holder|nok nå|nå er det nok|kutt ut|gi dere|gi deg|la meg være|la oss være|la være|i fred|klarer oss fint|trenger ikke|trengs ikke|gi opp|pass]; hvor|hvordan|hvem|hvorfra ..3 [har|fikk|kommer|fått|funnet|fant|ga|gitt|kjenner] ..5 [adresse|adressen|mail|epost|epostadresse|opplysninger|navn|nummer|email]; advokat*|anmeld*|politi*|rettslig*|juridisk*|klage|klager|søksmål; gdpr|datatilsynet|forbrukertilsynet|forbrukerombud*|personvern*|personopplysninger|reservasjonsregist*|brønnøysund*; uønsk*|uoppfordr*|påtrengende|irriterende|lei av|trakasser*|belast*|plagsom*|frekt|mas; allerede ..3 [sagt|bedt|skrevet|svart|avmeldt|takket|meldt]; [andre|tredje|fjerde|femte|siste|sjette] gang|gangen|advarsel|mail|eposten|purring; aldri|ikke ..4 [bedt|samtykket|meldt|godkjent|gitt|abonnert|bestilt|samtykke]; samtykke',
  },
  dates: {
    months:
      'januar jan, februar feb, mars mar, april apr, mai, juni jun, juli jul, august aug, september sept sep, oktober okt, november nov, desember des',
    weekdays: 'mandag man, tirsdag tirs tir, onsdag ons, torsdag tors tor, fredag fre, lørdag lør, søndag søn',
    until: 'til; frem til; fram til; til og med; t o m; tom; inntil',
    until_behind: 'inklusive',
    back: 'åpent|jobber|starter|begynner|leser|svare|her|hjemme|klare|plass|sees|ses|inne; tilbake|igjen|kontoret|treffes|svarer|besvarer|retur|åpner; fra og med|den; fra; vi høres|ses|snakkes; tilbake',
    inclusive: 'kveld|kvelden; til og med; t o m; tom; inklusive; inkl',
    days: 'i-dag idag, i-morgen imorgen, overimorgen i-overmorgen',
    next: 'neste|førstkommende|kommende',
    numbers: 'en et ei, to, tre, fire, fem, seks, sju syv, åtte, ni, ti, elleve, tolv, tretten, fjorten, femten',
    units: 'dag dager, uke uker, måned måneder',
    ahead: 'om',
    ahead_behind: '',
    end_of: 'slutten (av); utgangen av',
    week_number: 'uke',
    weekend: 'helg; helga; helgen',
    times:
      'påske|påsken|jul|julen|nyttår|sommer|sommeren|vinter|vinteren|vår|våren|høst|høsten|ferie|ferien|helg|helgen|helga|uke|uken|uker|måned|måneden|måneder|år|året|kvartal|starten|midten|slutten|pinse|dager|fellesferien',
  },
};
