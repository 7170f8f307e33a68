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
    meanwhile: `vid [brådskande|akuta|akut|frågor]; för brådskande|akuta (ärenden|frågor); under min|denna|den|vår (frånvaro|tid|semester|ledighet|period); om (det|ditt|ärendet|du) .. brådskande|akut|bråttom; begränsad|sporadisk|ingen (tillgång|åtkomst) [till]; läser inte|sällan|sporadiskt (min|mina|mail|mejl|e-post); kontakta|vänd|ring (gärna|istället|dig|min) [kollega|kollegor|till]; min kollega; vid min återkomst; när jag (är) (tillbaka|åter|kommer); svarar [när|så|då|på]; återkommer (när|så|då); vidarebefordras|läses inte; så snart jag|som`,
    declares: `automatiskt|automatisk|autogenererat|automatgenererat svar|meddelande|mejl|mail|utskick|avisering|bekräftelse|epost|svarsmeddelande; automatiskt genererat|skickat|skapat|utskickat; autosvar; inte|ej (att) (går) svara (på) det|detta; svara inte|ej (på) detta|det; [går|kan] inte|ej (att) (besvaras|besvara|svara); läses|bevakas|besvaras inte|ej; inte läses|bevakas|besvaras`,
    moved: `inte|ej längre anställd|kvar|används|aktiv|i|arbetar|jobbar|giltig; arbetar|jobbar inte (kvar|längre); slutat på|hos|min|vid|sin; ny|nya epostadress|mailadress|mejladress|adress är; adressen|kontot|brevlådan .. stängts|upphört|avslutats|ändrats`,
    confirms: `vi har (nu|tagit) (mottagit|emot|registrerat) (ditt|din|er); tack för (ditt|din|att du|er|ert|visat) (mail|mejl|meddelande|ansökan|beställning|förfrågan|ärende|anmälan|köp|bokning|intresse|kontaktar|kontaktade|fråga|order); ditt|din|er|ert (ärende|ansökan|beställning|meddelande|förfrågan|mejl|mail|order|bokning|betalning|faktura|konto|lösenord|tid|prenumeration|leverans|fråga) .. [har|är|kommer|mottagits|registrerats|hanteras|behandlas|skapats]; mottagningsbekräftelse|läskvitto|orderbekräftelse; har [mottagits|registrerats|skapats|tilldelats|avslutats|stängts|bekräftats|skickats|tagits emot|öppnats]; ärendenummer|ordernummer|referensnummer|bokningsnummer|fakturanummer|kundnummer|ärende-id; ärende [nr|nummer|skapat|id|stängt]; inom .. [arbetsdagar|timmar|dagar|vardagar|arbetsdag]; handläggare; en av våra (medarbetare|handläggare); du får (detta|det här) .. [eftersom|för att]; visa .. webbläsare; avregistrera .. [här|klicka|länk]; har [lästs|öppnats|visats]; brevlåda .. full; alla rättigheter; noreply; spamfilter`,
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
    spares: `möte|möten|mötet|kalender|kalendern|inbjudan|inbjudningar|faktura|fakturor|fakturan|grupp|gruppen|projekt|projektet|kanal|webinar|webbinarium|evenemang|kunder|användare|prenumeranter|deltagare|beställning|order|kopia|cc|tjänst|ansökan|offert|bokning; vårt|vår|våra (eget|egen) nyhetsbrev|lista|kunder|prenumeranter|register; som kontakt|kontaktperson; tveka inte; inte tveka; inte avregistrera|avsluta|radera|sluta; inte .. [före|förrän|innan|idag|imorgon|till|den här veckan]`,
    offers: `om du|ni (inte|vill|önskar) ..9 [längre|inte|avregistrera|slippa|få]; för att [avregistrera|avsluta|avprenumerera|slippa|inte|avanmäla]; klicka|länk|länken; du kan|kan du (alltid|när) ..6 avregistrera|avsluta|avanmäla|avprenumerera|återkalla; när som helst; av misstag; felaktigt; konfidentiel*|sekretess*; inte (är) (den|rätt) [avsedda|avsedd|rätte|mottagare]; avsedd|avsedda mottagare*; mottagaren; [meddela|informera|underrätta] ..4 avsändaren; virus; förstör`,
  },
  dates: {
    months:
      'januari jan, februari feb, mars mar, april apr, maj, juni jun, juli jul, augusti aug, september sept sep, oktober okt, november nov, december dec',
    weekdays:
      'måndag mån måndagen, tisdag tis tisdagen, onsdag ons onsdagen, torsdag tors torsdagen, fredag fre fredagen, lördag lör lördagen, söndag sön söndagen',
    until: 'till; fram till; t o m; tom; till och med; tills; t.om; tom; till (den); t',
    until_behind: 'inklusive',
    back: 'tillbaka|åter|återkommer|igen|återvänder|svarar|kontoret|anträffbar|tillgänglig|nås; från och med|fr|from; från',
    inclusive: 'till och med; t o m; tom; inklusive; t.o.m',
    days: 'idag i-dag, imorgon i-morgon, övermorgon i-övermorgon',
    next: 'nästa|nästkommande|kommande',
    numbers: 'en ett, två, tre, fyra, fem, sex, sju, åtta, nio, tio, elva, tolv',
    units: 'dag dagar, vecka veckor, månad månader',
    ahead: 'om|i',
    ahead_behind: '',
    end_of: 'slutet (av|på)',
    week_number: 'vecka|v|veckan',
    times:
      'påsk|påsken|jul|julen|nyår|nyåret|sommar|sommaren|vinter|vintern|vår|våren|höst|hösten|semester|semestern|helg|helgen|vecka|veckan|veckor|månad|månaden|månader|år|året|kvartal|början|mitten|slutet|midsommar|pingst|dagar|sportlov|höstlov',
  },
};
