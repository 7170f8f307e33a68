import type { Language } from './language.ts';

export const SWEDISH: Language = {
  name: 'Swedish',
  letters: 'åäöé',
  quoting: {
    from: 'från; avsändare',
    sent: 'skickat; datum; skickad; sänt; skickades',
    to: 'till; mottagare',
    cc: 'kopia; cc; hemlig kopia',
    subject: 'ämne; rubrik; angående',
    wrote: 'skrev; skriver; har skrivit',
    forwarded:
      'ursprungligt|vidarebefordrat|ursprungliga|vidarebefordrade meddelande|meddelandet|mail|mejl|brev; originalmeddelande; vidarebefordrat brev; början på vidarebefordrat|det vidarebefordrade; vidarebefordrat från|av; originalmejl',
    sent_from: 'skickat från|med|via; skickades från|med; hämta outlook; skaffa outlook; sänt från',
  },
  automatic: {
    subject: `automatiskt|automatisk|autogenererat|automatgenererat svar|meddelande|bekräftelse|avisering|mottagningsbekräftelse; autosvar; frånvaro; frånvaromeddelande; frånvarobesked; frånvarande; inte på kontoret; ej på kontoret; på|har|är semester; semester; jag är [på|inte|ledig|borta|frånvarande]; föräldraledig|ledig|tjänstledig; mottagningsbekräftelse; stängt`,
    absent: `frånvarande; frånvaro; inte [på|i] [kontoret|tjänst|plats]; ej [på|i] [kontoret|tjänst|plats]; (på|har|tar) semester; semester; ledig|tjänstledig|föräldraledig|sjukskriven|sjuk|bortrest|utomlands; föräldraledighet; på [resa|resande fot|tjänsteresa|konferens]; åter [på kontoret|i tjänst]; inte [tillgänglig|anträffbar|nåbar]; ej [tillgänglig|anträffbar|nåbar]; borta [från|till|fram]; kontoret .. stängt`,
    leave:
      'stängt|stängd|semester|ledig|lediga|sjuk|sjukskriven|föräldraledig|föräldraledighet|tjänsteresa|bortrest|frånvarande|semesterstängt|helgdag; inte på plats|kontoret|tillgänglig|anträffbar; på resande|resa|kurs|konferens|semester; ute; borta',
    meanwhile: `vid [brådskande|akuta|akut|frågor]; för brådskande|akuta (ärenden|frågor); under min|denna|den|vår (frånvaro|tid|semester|ledighet|period); om (det|ditt|ärendet|du) .. brådskande|akut|bråttom; begränsad|sporadisk|ingen (tillgång|åtkomst) [till]; läser inte|sällan|sporadiskt (min|mina|mail|mejl|e-post); kontakta|vänd|ring (gärna|istället|dig|min) [kollega|kollegor|till]; min kollega; vid min återkomst; när jag (är) (tillbaka|åter|kommer); svarar [när|så|då|på]; återkommer (när|så|då); vidarebefordras|läses inte; så snart jag|som`,
    declares: `automatiskt|automatisk|autogenererat|automatgenererat svar|meddelande|mejl|mail|utskick|avisering|bekräftelse|epost|svarsmeddelande; automatiskt genererat|skickat|skapat|utskickat; autosvar; inte|ej (att) (går) svara (på) det|detta; svara inte|ej (på) detta|det; [går|kan] inte|ej (att) (besvaras|besvara|svara); läses|bevakas|besvaras inte|ej; inte läses|bevakas|besvaras`,
    moved: `inte|ej längre anställd|kvar|används|aktiv|i|arbetar|jobbar|giltig; arbetar|jobbar inte (kvar|längre); slutat på|hos|min|vid|sin; ny|nya epostadress|mailadress|mejladress|adress är; adressen|kontot|brevlådan .. stängts|upphört|avslutats|ändrats`,
    confirms: `ärende|meddelande|mejl|mail|förfrågan har|är mottag*|registrer*|skapats|vidarebefordr*|tagits; tagit emot; ovanför denna|den här rad*; behandlas|handläggs; klicka; bekräfta ..4 adress|länk|avsändare; en gång; levereras|släpps; mottagningsbekräftelse; vi har (nu|tagit) (mottagit|emot|registrerat) (ditt|din|er); tack för (ditt|din|att du|er|ert|visat) (mail|mejl|meddelande|ansökan|beställning|förfrågan|ärende|anmälan|köp|bokning|intresse|kontaktar|kontaktade|fråga|order); ditt|din|er|ert (ärende|ansökan|beställning|meddelande|förfrågan|mejl|mail|order|bokning|betalning|faktura|konto|lösenord|tid|prenumeration|leverans|fråga) .. [har|är|kommer|mottagits|registrerats|hanteras|behandlas|skapats]; mottagningsbekräftelse|läskvitto|orderbekräftelse; har [mottagits|registrerats|skapats|tilldelats|avslutats|stängts|bekräftats|skickats|tagits emot|öppnats]; ärendenummer|ordernummer|referensnummer|bokningsnummer|fakturanummer|kundnummer|ärende-id; ärende [nr|nummer|skapat|id|stängt]; inom .. [arbetsdagar|timmar|dagar|vardagar|arbetsdag]; handläggare; en av våra (medarbetare|handläggare); du får (detta|det här) .. [eftersom|för att]; visa .. webbläsare; avregistrera .. [här|klicka|länk]; har [lästs|öppnats|visats]; brevlåda .. full; alla rättigheter; noreply; spamfilter`,
  },
  stop: {
    terms: {
      mail: 'mail|mejl|email|epost|meddelande|meddelanden|nyhetsbrev|reklam|spam|skräppost|utskick|kontakt|erbjudanden|mailen|mejlen|mails|brev|reklamutskick|massutskick|säljmail|säljmejl|påminnelser|kontaktförsök|post|utskicken|nyhetsbrevet|e-postmeddelanden|epostmeddelanden',
      contact:
        'maila|mejla|kontakta|skicka|skriva|skriv|störa|ringa|besvära|spamma|kontaktas|bli|få|höra|mottaga|ta|ta emot|motta|trakassera|kontaktad|mailar|mejlar|skickar|skriver|kontaktar|tjata|höra av',
      drop: 'ta|tar|plocka|stryk|stryka|radera|raderar|avregistrera|avregistrerar|ta bort|avföra|rensa|borttagen|borttagna|avregistrerad|raderad|tas|raderas|avsluta|avprenumerera|avanmäl|avanmäla',
      list: 'lista|listan|listor|listorna|maillista|mejllista|maillistan|sändlista|sändlistan|utskickslista|utskickslistan|utskick|register|registret|databas|databasen|system|systemet|nyhetsbrev|crm|adressbok|adresslista|mailinglista|e-postlista|epostlista|epostlistan|kundregister|mejllistan|kampanj|mailinglistan|distributionslista',
    },
    asks: `^ (vänligen|snälla) avregistrera|avprenumerera|avsluta|avanmäl|avregistrering|avanmälan|avbeställ|avprenumeration (mig|oss|tack|mitt) (tack|snarast) $; ^ stopp|stop|sluta|nog (tack|nu|genast|omedelbart) $; [avregistrera|avregistrerar ni|avanmäl|avanmäla|avprenumerera|stryk|radera|avföra|ta bort|plocka bort|ta gärna bort|tag bort|tar ni bort|tar du bort|ta omedelbart bort|ta genast bort|vill bli|ta snarast bort] (mig|oss|min|mitt|mina|vår|våra|vårt|alla mina|alla) ..4 <list>|$|tack|adress|mejladress|mailadress|uppgifter|epostadress|personuppgifter|mail|mejl|namn|snarast|från|ur; bort (mig|oss|min|mitt|mina) ..3 [från|ur] ..3 <list>; [vill|önskar|ber] ..4 [avregistrera|avregistreras|avregistrerad|avprenumerera|borttagen|tas bort|bli borttagen|raderad|avanmäla|strykas|bli avregistrerad|avsluta prenumerationen]; från|ur (er|ert|era|din|ditt|dina|den här|denna|alla|eran|listan) ..1 <list> ..2 bort|tack|borttagen|raderas; [mina|min|mitt|våra] (uppgifter|personuppgifter|data|epostadress|e-postadress|adress|mejladress|mailadress) ..3 [raderas|tas bort|raderade|bort|raderad]; säger upp|säg upp ..4 prenumeration*|nyhetsbrev*;
      [vill|önskar|behöver|ska|orkar] (verkligen|absolut) inte|ej|aldrig (längre|mer|ha|få|bli|motta|ta emot|se|höra) ..4 <mail>|kontaktad|kontaktas|mer|fler; [vill|önskar] inte|ej (längre) (ha|få|ta emot|motta) (fler|mer|några|något|era|era fler|dessa|sådana) ..1 <mail>; inga|inget|ingen|inte fler|mer|ytterligare|nya|flera <mail> (tack|från); inga|inget|ingen fler|mer|ytterligare ..1 <mail>; inga <mail> mer|längre|tack; [skicka|maila|mejla|kontakta|skriv|ring|stör|besvära|spamma|hör] (mig|oss|av er|av dig) inte|ej|aldrig|inga|inget fler|mer|igen|längre|något|någonting|till; [skicka|maila|mejla|kontakta|skriv|ring] inte|ej|aldrig|inga ..2 [<mail>|mig]; [skicka|maila|mejla|kontakta|skriv|ring|stör|besvära|spamma] (mig|oss) inte|aldrig|inga|inget [mer|igen|fler|längre|något]; [skicka|maila|mejla|kontakta|skriv] inte|inga|aldrig (mer|fler|igen|till|mig); inte kontakta|maila|mejla|skicka|skriva|störa (mig|oss|något|fler) ..2 [mer|igen|längre|framöver|framledes]; [sluta|upphör|upphöra|slutar|låt bli] (genast|omedelbart|nu|snälla|upp) (att|med) ..2 <contact>|<mail>; sluta <contact>; [lämna|låt] mig|oss (vara) [i fred|ifred|vara];; motsätter|invänder|invändning|protesterar ..7 behandling|användning|personuppgifter|marknadsföring|utskick; rätt ..3 raderas|radering|bli glömd|invända|raderade; gdpr ..8 rader*|ta bort|invänd*|rätt|borttag*; rader*|ta bort|borttag* ..8 gdpr; återkallar|drar ..4 samtycke; [anmäler|anmäla|rapportera|rapporterar|markerar|markera|markerat] ..5 [spam|skräppost|imy|integritetsskyddsmyndigheten]; oönskad|oönskade|oombedd|oombett|obeställd|oombedda <mail>;; [hur|var] (gör|kan|avregistrerar) (jag|man) ..4 [avregistrera|bort|avanmäla|avprenumerera|slippa|mig]; slippa ..4 <mail>; vill slippa; undanber ..4 [<mail>|mig|oss|framtida]`,
    hints: `hoppa|hoppar över mig|oss; glöm mig|oss; inte|ej|aldrig|inga ..3 <contact> ..2 mer|mig|igen|fler; <drop> ..3 min|mig|mitt|mina|adress*|epostadress*|uppgift*; avsluta ..2 prenumeration*; utan ..2 samtycke; avregistrer*; avprenumer*; avanmäl*; ta|plocka|tar bort [mig|mina|min|mitt|oss]; bort mig|mina|min|mitt; inte .. [mer|fler|längre] .. <mail>|<contact>; inga|inget fler|mer; spam|skräppost; reklam; personuppgifter; gdpr; hur|var|varifrån|vem ..5 [min|mina|mitt] adress|uppgifter|mail|mejl|mailadress|mejladress|epostadress; inte|ej intresserad|intresserade ..6 mer|framtiden|fler|igen|framöver; trakasser*|anmäla|anmäler|advokat|jurist; sluta; ^ stopp; i fred|ifred; oönskad*|oombed*; samtycke; slippa; aldrig [anmält|bett|registrerat]`,
    spares: `möte|möten|mötet|kalender|kalendern|inbjudan|inbjudningar|faktura|fakturor|fakturan|grupp|gruppen|projekt|projektet|kanal|webinar|webbinarium|evenemang|kunder|användare|prenumeranter|deltagare|beställning|order|kopia|cc|tjänst|ansökan|bokning; vårt|vår|våra (eget|egen) nyhetsbrev|lista|kunder|prenumeranter|register; som kontakt|kontaktperson; tveka inte; inte tveka; inte avregistrera|avsluta|radera|sluta; inte .. [före|förrän|innan|idag|imorgon|till|den här veckan]`,
    keeps: 'fortsätt|fortsätta; av misstag; missförstånd; lägg|lägga ..3 tillbaka|igen; sluta inte',
    things:
      'bilaga|bilagan|bilagor|avtal|avtalet|dokument|dokumentet|fil|filen|foto|prov|betalning|presentation|stycke',
    offers: `om du|ni (inte|vill|önskar) ..9 [längre|inte|avregistrera|slippa|få]; för att [avregistrera|avsluta|avprenumerera|slippa|inte|avanmäla]; klicka|länk|länken; du kan|kan du (alltid|när) ..6 avregistrera|avsluta|avanmäla|avprenumerera|återkalla; när som helst; av misstag; felaktigt; konfidentiel*|sekretess*; inte (är) (den|rätt) [avsedda|avsedd|rätte|mottagare]; avsedd|avsedda mottagare*; mottagaren; [meddela|informera|underrätta] ..4 avsändaren; virus; förstör`,
  },
  refusal: {
    no: 'inte|ej|aldrig|ingen|inga|inget|utan|nej|nä|varken|icke|intet|ingenting|noll|nope|näpp',
    fact: 'inga|inget problem; ingen fara|brådska|orsak|panik; inte så|bråttom; [har|hade|kan|kunde|är|fick|ser|hittar|vet|hinner|hann] ..3 inte|ingen|inget|inga|aldrig; [inte ännu|ännu inte|inte säker|inte bara|tveka inte]',
    again:
      'mer|mera|igen|fler|flera|framtiden|framtida|framöver|vidare|fortsättningen|fortsatt|längre|nånsin|någonsin|ytterligare|hädanefter|framdeles|fortsätta|fortsätter|ny|nya|nästa|aldrig|alltid',
    end: 'stopp|stoppa|sluta|slutar|upphör*|avbryt*|avsluta*|radera*|plocka|stryk*|glöm*|hoppa|avregistr*|avprenumer*|avanmäl*|avböj*|blocker*|slopa|skippa|bespara|slippa|spärra|rensa|uteslut*|lämna|undanta*|upphäv*|återkalla|bort|undvik*|avslå*|avslår|vägra*|rader*|avstå*|borttag*|undanb*|avsäg*; ta [mig|oss|bort]; tag bort; tar bort; säg upp; lägg av; låt bli',
    contact:
      'hör|mail|mails|mejl|mejla|mejlen|maila|mailen|mejlar|mailar|email|emails|epost|meddelande*|nyhetsbrev*|reklam*|spam|skräppost|annonser|erbjudande*|förslag|skriv|skriva|skriver|skicka|skickar|skickas|sända|kontakt*|höra|ring|ringa|ringer|störa|utskick*|inbjudningar|påminnelse*|brev|brevet|post|marknadsför*|försälj*|sälj*|trakasser*|tjata|tjat|propaganda|uppfölj*; hör av; höra av',
    record:
      'lista|listan|listor|listorna|register|registret|adress|adressen|epostadress|mejladress|mailadress|uppgifter|databas|databasen|sändlista*|utskickslista*|mejllista*|maillista*|adressbok|namn|kontakter|system|systemet|prenumeration*|personuppgifter|kontaktuppgifter',
    me: 'mig|mej|oss|min|mitt|mina|vår|vårt|våra',
    need: 'intresse|intresserad|intresserade|intressant|intresserar|behov|behöver|behövs|behövas|vill|önskar|relevant|aktuellt|aktuell|lust|nödvändigt|sugen|sugna|passar|söker|användning|bett|nytta|tillämpligt; för mig; för oss',
    whence: 'vem|hur|var|varifrån',
    now: 'nu|tillfället|idag|imorgon|ännu|innan|förrän|före|tills; för närvarande; i dag; i år; den här veckan; den här månaden',
    whole:
      'ointress*; oaktuell*; slippa|slipper; lägg er|din tid på andra|annat; bespara|spara er|dig; slösa* ..2 tid; besväret; meningslöst|lönlöst|onödigt; respekter* ..3 önskan|beslut|val; notera; nerver*; envis*; tröttsamt; inte vår grej|melodi|kopp; ^ nej; nej tack; tack ..2 men nej; [inte intresserad|inte intresserade|inget intresse|ej intresserad|ej intresserade|inget för mig|inget för oss|ingenting för mig|ingenting för oss|inte för mig|inte för oss|vi avstår|jag avstår|avstår|avböjer|tackar nej|tacka nej|tack men nej|helst inte|hoppar över|vi passar|jag passar|det räcker|nu räcker|räcker nu|lägg ner|lägg av|låt oss vara|låt mig vara|låt bli|i fred|nog nu|behövs inte|behöver inte|ge upp|dra åt]; hur|var|vem|varifrån ..3 [har|fick|kommer|fått|hittat|hittade|gav|lämnat|känner] ..5 [adress|epostadress|mejl|mejladress|mail|mailadress|uppgifter|namn|nummer|kontaktuppgifter]; advokat|jurist|anmäl*|polis*|rättslig*|stämma|stämning|klagomål; gdpr|imy|integritetsskydd*|dataskydd*|personuppgifter|konsumentverket|nix*|integritet*; störande|oönskad*|oombed*|påträngande|tjatig*|irriterande|trött|less på|trakasser*|oseriös*|fräckt|jobbig*; redan ..3 [sagt|bett|skrivit|svarat|avregistrerat|avanmält|tackat|meddelat]; [andra|tredje|fjärde|femte|sista|sjätte] gången|varningen|mejlet|mailet|påminnelsen; aldrig|inte ..4 [bett|samtyckt|anmält|godkänt|gett|prenumererat|beställt|samtycke|registrerat]; samtycke',
  },
  dates: {
    months:
      'januari jan, februari feb, mars mar, april apr, maj, juni jun, juli jul, augusti aug, september sept sep, oktober okt, november nov, december dec',
    weekdays:
      'måndag mån måndagen, tisdag tis tisdagen, onsdag ons onsdagen, torsdag tors torsdagen, fredag fre fredagen, lördag lör lördagen, söndag sön söndagen',
    until: 'till; fram till; t o m; tom; till och med; tills; t.om; tom; till (den); t',
    until_behind: 'inklusive',
    back: 'öppnar|öppet|jobbar|startar|börjar|läser|svara|besvarar|besvaras|nåbar|inne|här|hemma|finns|plats; tillbaka|åter|återkommer|igen|återvänder|svarar|kontoret|anträffbar|tillgänglig|nås; från och med|fr|from; från; öppnar igen; räknar med att; vi hörs|ses',
    inclusive: 'kväll|kvällen; till och med; t o m; tom; inklusive; t.o.m',
    days: 'idag i-dag, imorgon i-morgon, övermorgon i-övermorgon',
    next: 'nästa|nästkommande|kommande',
    numbers: 'en ett, två, tre, fyra, fem, sex, sju, åtta, nio, tio, elva, tolv, tretton, fjorton, femton',
    units: 'dag dagar, vecka veckor, månad månader',
    ahead: 'om|i',
    ahead_behind: '',
    end_of: 'slutet (av|på); utgången av',
    week_number: 'vecka|v|veckan',
    weekend: 'helg; helgen; veckoslut*; veckoslutet',
    times:
      'påsk|påsken|jul|julen|nyår|nyåret|sommar|sommaren|vinter|vintern|vår|våren|höst|hösten|semester|semestern|helg|helgen|vecka|veckan|veckor|månad|månaden|månader|år|året|kvartal|början|mitten|slutet|midsommar|pingst|dagar|sportlov|höstlov',
  },
};
