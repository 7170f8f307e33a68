import type { Language } from './language.ts';

export const FINNISH: Language = {
  name: 'Finnish',
  letters: 'äöå',
  quoting: {
    from: 'lähettäjä; keneltä; kenelta',
    sent: 'lähetetty; päivämäärä; päiväys; pvm; lähetysaika',
    to: 'vastaanottaja; kenelle; saaja; vastaanottajat',
    cc: 'kopio; cc; piilokopio; tiedoksi',
    subject: 'aihe; otsikko; asia; viesti',
    wrote: 'kirjoitti; kirjoittaa; on kirjoittanut',
    forwarded:
      'alkuperäinen|välitetty|edelleenlähetetty|edelleen lähetetty viesti|sähköposti; välitetty viesti alkaa; alkuperäinen tapaaminen; lähettäjä edelleen; välitetyn viestin alku; edelleenlähetetty viesti alkaa',
    sent_from:
      'lähetetty (iphonesta|ipadista|puhelimesta|outlookista|samsung|minun|androidista|yahoo|laitteesta|gmailista|proton|huawei|mobiililaitteesta|älypuhelimesta|sähköpostista|android); lähetetty .. [iphonesta|puhelimesta|laitteesta|ipadista|laitteella|puhelimella]; hanki outlook; hae outlook',
  },
  automatic: {
    subject: `automaattinen|automaattivastaus|automaatti vastaus|viesti|ilmoitus|vahvistus|poissaoloviesti|kuittaus; automaattivastaus; poissaolo*; poissa (toimistolta|töistä|toimistosta); lomalla; loma; en ole [paikalla|töissä|toimistolla]; olen [lomalla|poissa|vapaalla]; lomaviesti; vanhempainvapaa*; autoreply; toimisto suljettu`,
    absent: `poissa [toimistolta|töistä|toimistosta|virasta|työpaikalta|saakka|asti]; poissa; poissaolo*; lomalla; [vuosilomalla|kesälomalla|talvilomalla|lomamatkalla|opintovapaalla|vanhempainvapaalla|äitiyslomalla|isyysvapaalla|perhevapaalla|vuorotteluvapaalla|sairauslomalla|vapaalla|virkavapaalla|työmatkalla|matkoilla|matkalla|talvilomalla|hoitovapaalla]; en ole (paikalla|tavoitettavissa|töissä|toimistolla|tavattavissa); toimisto|toimistomme .. suljettu|kiinni; lomani; kesälomallani|lomallani`,
    leave:
      'suljettu|kiinni|loma*|lomalla|poissa*|sairaana|sairaslomalla|vapaalla|virkavapaa*|matkalla|ulkomailla|koulutuksessa|kurssilla|messuilla|etätöissä; en ole; emme ole; joulutauko*|kesätauko*|tauolla',
    meanwhile: `kiireellisissä|kiireisissä|kiireellisessä|akuuteissa; jos (asiasi|asia) .. [kiireellinen|kiireinen|ei voi]; kiireellinen|kiireellisten|kiireelliset; poissaoloni|lomani|poissaolon aikana; voit|voitte (ottaa) [yhteyttä|olla|soittaa|kääntyä]; ota|ottakaa (tarvittaessa) yhteyttä; ole|olkaa (hyvä) [yhteydessä|ja ota]; kollega*|sijaise*; luen .. [harvoin|satunnaisesti|rajoitetusti|epäsäännöllisesti]; en lue|pääse (sähköposti*|viestejä); viestejä|viestejäni|sähköpostia ei (lueta|välitetä|ohjata); palattuani|palatessani|loman jälkeen; vastaan (viestiisi|sinulle|viesteihin|teille); palaan asiaan`,
    declares: `automaattinen viesti|vastaus|ilmoitus|kuittaus|vahvistus|sähköposti|poissaoloviesti; automaattisesti lähetetty|luotu|muodostettu|generoitu|lähetettävä; automaattivastaus|automaattiviesti; [älä|älkää] vastaa|vastatko tähän; [tähän|viestiin] .. ei (voi|tarvitse) vastata; viestiä|viestejä|postilaatikkoa ei lueta|valvota|seurata`,
    moved: `en (enää|ole) (enää) työskentele|töissä|palveluksessa; ei ole enää töissä|käytössä|palveluksessa|voimassa; ei enää työskentele|käytössä; uusi sähköpostiosoite*|osoite*; osoite|tili|postilaatikko .. muuttunut|suljettu|poistettu|poistunut`,
    confirms: `pyyntö*|viesti*|tiketti*|tapaus* (on) vastaanotet*|kirjattu|rekisteröity|välitetty|luotu; olemme vastaanottaneet; tämän rivin yläpuolelle; käsittelyssä; klikkaa|napsauta|avaa ..3 linkki|linkkiä|osoite; vahvista|vahvistat ..3 osoite*|lähettäjä*; kerran; toimitetaan; vastaanottokuittaus; (olemme|on) vastaanottaneet|vastaanotettu|saaneet; viestisi|hakemuksesi|tilauksesi|yhteydenottosi|pyyntösi|palvelupyyntösi|ilmoittautumisesi|maksusi|varauksesi|laskusi|tunnuksesi|salasanasi|ajanvarauksesi|tukipyyntösi|kyselysi|tiedustelusi .. [on|vastaanotettu|käsitellään|saapunut|kirjattu|rekisteröity|vahvistettu]; kiitos [viestistäsi|yhteydenotostasi|tilauksestasi|hakemuksestasi|ilmoittautumisestasi|ostoksestasi|kiinnostuksestasi|viestistä|yhteydenotosta|tilauksesta|varauksestasi|palautteestasi]; on [vastaanotettu|kirjattu|rekisteröity|luotu|suljettu|ratkaistu|käsitelty|vahvistettu|avattu|lähetetty]; tikettinumero|tapausnumero|tilausnumero|viitenumero|asiakasnumero|varausnumero|pyyntönumero|diaarinumero; tiketti|tapaus|pyyntö [numero|nro|id|luotu|suljettu]; arkipäivän|työpäivän|tunnin [kuluessa|sisällä|aikana]; käsittelemme|käsitellään; asiakaspalvelijamme|asiakaspalvelumme; saat tämän .. koska; lukukuittaus; viesti .. [luettu|avattu|näytetty]; postilaatikko .. täynnä; kaikki oikeudet; peruuta .. [tilaus|tästä]; noreply; roskapostisuodatin`,
  },
  stop: {
    terms: {
      mail: 'sähköposti|sähköpostia|sähköposteja|sähköpostit|sähköpostien|sähköpostejanne|viesti|viestejä|viestit|viestien|viestejänne|viestejäsi|uutiskirje|uutiskirjettä|uutiskirjeitä|mainos|mainoksia|mainosten|mainontaa|spämmiä|roskapostia|roskapostin|spammia|postia|markkinointia|markkinointiviestejä|yhteydenottoja|yhteydenotot|tarjouksia|maileja|mailia|mailit|meilejä|mainospostia|markkinointipostia|myyntiviestejä',
      contact:
        'lähettää|lähetä|lähettäkö|lähettäkää|lähetelkö|lähettele|lähettämästä|lähettämästä|lähettelyä|lähettäminen|lähettämisen|ottaa|ottako|ota|ottakaa|ottamasta|kirjoittaa|kirjoita|kirjoittako|häiritä|häiritkö|häiritse|häiritsemästä|soita|soittako|saada|vastaanottaa|viestittelyä|viestiä|kontaktoida|kontaktoi|kontaktoiko|spämmätä|spämmäys|spämmäyksen|lähestyä|lähestykö|lähesty',
      drop: 'poista|poistakaa|poistaa|poistetaan|poistettava|poistetuksi|poistamaan|poistatte|poistaisitte|poistaisit|poistoa|poistettavaksi|poistatko|poistatteko|poistaisitteko|peru|peruuta|peruuttaa|peruuttakaa|perukaa|peruutan|ottakaa|ota|pyyhkikää|poistettavan|poistamista',
      list: 'lista|listalta|listaltanne|listaltasi|listoilta|listoiltanne|listoiltasi|postituslista|postituslistalta|postituslistaltanne|postituslistaltasi|postituslistoilta|postituslistoiltanne|rekisteri|rekisteristä|rekisteristänne|rekistereistä|rekistereistänne|tietokannasta|tietokannastanne|järjestelmästä|järjestelmästänne|järjestelmistänne|uutiskirje|uutiskirjeen|uutiskirjeestä|jakelulistalta|jakelulistaltanne|jakelusta|jakelustanne|sähköpostilistalta|sähköpostilistaltanne|markkinointirekisteristä|tiedoistanne|yhteystiedoistanne|kampanjasta|osoitteistosta|jakelulista|kontakteista|kontakteistanne|markkinointilistalta|markkinointilistaltanne|osoiterekisteristä|osoiterekisteristänne|postituksesta|postituksista',
    },
    asks: `^ (kiitos) peruuta|peru|peruutus|poista|lopeta|lopettakaa|lopetus|seis|stop|poistakaa|riittää|peruuttakaa (tilaus|kiitos|minut|uutiskirje|jo|heti|listalta) (kiitos) $; <drop> ..4 <list>; <list> ..4 <drop>; <drop> (heti|välittömästi|ystävällisesti|kaikki) (minut|meidät|tietoni|yhteystietoni|osoitteeni|sähköpostiosoitteeni|nimeni|henkilötietoni|tietomme|sähköpostini) [kiitos|heti|välittömästi|$|kaikista|teidän|pois|kaikki|ja]; [haluan|haluaisin|pyydän|toivon|haluamme|toivoisin|vaadin] ..4 [poistamaan|poistettavaksi|poistetuksi|poistua|peruuttaa|perua|poistaa|poistettavan|poistamista|pois]; [tietoni|yhteystietoni|osoitteeni|sähköpostiosoitteeni|henkilötietoni|sähköpostini|nimeni] ..3 <drop>; [peruuta|peruuttakaa|peruutan|perukaa|peru|lopeta|lopettakaa|perua|peruuttaa] ..3 [tilaus|tilaukseni|tilauksen|uutiskirje|uutiskirjeen|uutiskirjeenne];
      [en halua|emme halua|en enää halua|emme enää halua|en toivo|en tahdo|en kaipaa|en tarvitse|en ole kiinnostunut saamaan|en haluaisi|en enää tahdo] (enää|saada|vastaanottaa|mitään|lisää|teiltä|näitä|tällaisia|enempää|että) ..4 <mail>|<contact>|kuulla|teistä|yhteydenottoja; [älä|älkää|älkääkä|ettekö|älä enää|älkää enää|ei enää] (enää|ikinä|koskaan|jatkossa|minulle|meille|enempää|minua|enää minulle) ..3 <contact>|<mail>; ei enää|lisää ..1 <mail>; ei ..1 <mail> kiitos|enää; ei enempää|lisää|enää ..1 <mail>|yhteydenottoja; [lopeta|lopettakaa|lopettaa|lopettakaapa|lopetatte|lopetatteko|lopettaisitte|lopetatko|lakatkaa|lakkaa|keskeyttäkää] (jo|heti|tämä|nämä|välittömästi|nyt|ystävällisesti) ..2 <contact>|<mail>; [jätä|jättäkää|antakaa|anna] (minut|meidät|minun|meidän) [rauhaan|olla];; vastustan|kiellän|kieltäydyn|kielto ..7 käsittely*|käyttö*|markkinoin*|henkilötie*|lähet*|yhteyden*|viest*|tieto*; oikeu* ..4 [unoht*|poist*|vastust*|tulla]; gdpr ..8 poist*|vastust*|oikeu*; poist* ..8 gdpr; tietosuoja* ..6 poist*; peruutan|perun|vedän ..3 suostumu*; [ilmoitan|ilmoittaa|merkitsen|merkitä|merkitty|raportoin|teen] ..5 [roskaposti*|spämmi*|tietosuojavaltuut*|spam|ilmoituksen]; ei-toivot*|ei toivot* <mail>|mainontaa|viestintää;; [miten|kuinka|mistä] (pääsen|voin|saan|peruutan|pääsee|poistun) ..4 [pois|listalta|peruuttaa|poistettua|tilauksen|postituslistalta|eroon]; [musta] lista*; kieltolista*; ei (saa) (enää) ottaa yhteyttä; en halua kuulla; [älkää|älä] (enää) (ottako|ota) (enää) yhteyttä|minuun`,
    hints: `älkää|elkää (enää) vaivautuko|lähettäkö|lähetäkö|kirjoittako; ei tarvitse ..3 muistaa|kirjoittaa|lähettää|ottaa; unohtakaa; älä|älkää|en|ei ..3 <contact> ..2 enää|minulle|lisää; <drop> ..3 minut|tieto*|osoit*|meidät; poista* ..3 minut|tietoni|osoitteeni|listalta; peruut* ..3 tilau*|uutiskirj*; postituslist*; en halua|haluaisi ..5 [lisää|enää|näitä|viestejä|sähköposteja|mainoksia]; älä|älkää ..3 <contact>; roskaposti*|spam|spämmi*; mainos*|mainon*; henkilötie*; gdpr|tietosuoja*; mistä|miten|kuka ..5 [osoitteeni|tietoni|sähköpostini|yhteystietoni|sähköpostiosoitteeni]; ei kiinnosta ..6 [enää|jatkossa|lisää]; en ole kiinnostunut ..6 [jatkossa|enää|lisää|viestejä|tulevaisuudessa]; häirin*|rikosilmoitu*|asianajaj*; lopeta|lopettakaa; ^ stop|seis; rauhaan; suostumu*; en ole (koskaan) [tilannut|pyytänyt|antanut]`,
    spares: `kokous|kokouksen|kokouksesta|kokouksia|palaveri|palaverista|palaverin|kalenteri|kalenterista|kalenterikutsu|kutsu|kutsusta|kutsun|lasku|laskun|laskuista|laskut|ryhmästä|ryhmä|projektista|projekti|kanavalta|webinaari|webinaarista|tapahtuma|tapahtumasta|asiakkaat|asiakkaamme|käyttäjät|tilaajat|osallistujat|osallistujalista|osallistujalistalta|kopiosta|cc|tilauksesta|toimitus; meidän (oma) uutiskirje|lista|asiakkaat|uutiskirjeemme; yhteyshenkilö*; älä|älkää epäröi|epäröikö; en halua [perua|poistua|lopettaa]`,
    keeps: 'jatka*; vahing*; erehdy*; väärinkäs*; lisätkää|lisää ..3 takaisin|uudelleen',
    things: 'liite*|liitteen|sopimus*|sopimuks*|asiakirja*|tiedosto*|kuva|kuvat|näyte*|maksu*|esitys*|kappale*',
    offers: `jos (et|ette|haluat|haluatte) ..9 [halua|peruuttaa|enää|poistua|lopettaa|haluat]; mikäli [et|ette|haluat]; voit [peruuttaa|milloin|poistua|perua|lopettaa|kieltää]; klikkaa|napsauta|linkistä|linkki; milloin tahansa; vahingossa|erehdyksessä|virheellisesti; luottamuksel*; ei ole tarkoitettu; [tarkoitettu|oikea] vastaanottaja; ilmoita|ilmoittakaa ..4 lähettäjälle; virus*`,
  },
  refusal: {
    no: 'ettette|ettei|etten|ettemme|etteivät|en|et|ei|emme|ette|eivät|älä|älkää|elkää|älkäät|ilman|eikä|enkä|emmekä|äläkä|ettekö|elä|koskaan|ikinä|eip|eipä|nope; ei mitään',
    fact: 'ei ongelmaa|ongelmia|hätää|haittaa|kiirettä|kiire|kestä; ei se mitään; en|ei|emme|et|ette|eivät (ole|voi|vielä|pääse|pääsy|löydy|ollut|saanut|nähnyt|lukenut|ehdi|ehtinyt|tiedä|näy|tule|ehditä) [ole|voi|vielä|pääse|löydä|löydy|ollut|saanut|nähnyt|lukenut|ehdi|ehtinyt|tiedä|näy]; epäröi*',
    again:
      'enää|lisää|uudestaan|uudelleen|jatkossa|jatkossakaan|vastaisuudessa|tulevaisuudessa|koskaan|ikinä|milloinkaan|toiste|enempää|enempi|edelleen|jälleen|pysyvästi|lopullisesti|uusia|muita|jatkuv*|tästedes|vastedes',
    end: 'lopet*|lope|lakka*|lakatk*|seis|stop|stoppi|stopp|riitt*|poist*|peru|peruk*|perut*|peruut*|unohda*|unohta*|jättä*|jättäk*|jätä|hävit*|hävitt*|pyyh*|karsi*|estä|estän|estet*|estäm*|kiellä*|kielt*|kiell*|säästä*|ohita*|ohittak*|irtisano*|keskeyt*|tuhot*|vältt*|lakkaut*|luovu*|rauhaan|kieltäy*|hylkä*|hylät*|torju*|perue*|perunu*|peruny*|poisto',
    contact:
      'sähköpost*|viest*|uutiskirj*|mainos*|mainon*|maino*|roskapost*|spam*|spämm*|post*|meil*|mail*|kirjoit*|kirjoitt*|lähet*|lähett*|lähest*|ottako|yhtey*|soit*|soitt*|häiri*|tarjouks*|tarjous*|ehdotu*|kutsu*|muistutu*|muist*|markkino*|myynti*|kirjeit*|kirje*|kampanj*|vaivat*|vaivau*|kontakt*|ilmoituks*|yhteydenot*; ota yhtey*; ottaa yhtey*; ottako yhtey*',
    record:
      'lista*|listal*|listoil*|listoista|rekister*|osoit*|tieto*|tiedo*|henkilötie*|yhteystie*|tietokan*|jakelu*|postitus*|järjestelm*|nime*|tilau*|osoitteisto*',
    me: 'minu*|minä|mua|mut|mulle|minulle|meidät|meidän|meitä|meille|meiltä|minulta|osoitteeni|tietoni',
    need: 'kiinnost*|tarvit*|tarvetta|tarvis|tarpeen|halua*|halut*|toivo*|tahdo*|kaipaa*|kaipa*|ajankohtai*|relevant*|sovi|sopi*|käyttöä|hyötyä|pyytän*|tilannut|tarpeellis*|meille|minulle|vaan|koske',
    whence: 'kuka|miten|mistä|keneltä|kuinka',
    now: 'nyt|hetkellä|toistaiseksi|tänään|huomenna|vielä|ennen|ensin; tänä vuonna; tällä viikolla',
    whole:
      'antakaa|anna (jo|nyt|mun|meidän|minun) olla; säästä|säästäkää; tuhla* ..2 aikaa; vaiva|vaivaa|vaivanne; turha*|hyödytön*; kunnioit* ..3 toive*|päätös*; huomioi*; hermo*; sinnik*; uuvuttava*; ei meidän; ei mun|minun juttu*; ^ ei; ei kiitos|kiinnosta|kiit; kiitos ei|mutta ei|kuitenkin ei; [ei kiinnosta|ei tarvetta|en ole kiinnostunut|emme ole kiinnostuneita|ei meille|ei minulle|ei ole meille|ei ole minulle|ei tarvita|ei tarvitse|en tarvitse|emme tarvitse|en halua|emme halua|kieltäydyn|kieltäydymme|jätän väliin|jätämme väliin|mieluummin ei|riittää jo|nyt riittää|riittää|antakaa olla|anna olla|jättäkää rauhaan|jätä rauhaan|rauhaan|luovuttakaa|suksi|painu|painukaa]; mistä|miten|kuka|keneltä|kuinka ..3 [saitte|sait|saatu|olette|olet|löysitte|löysit|antoi|on|tuli|saaneet|saanut] ..5 [osoitteeni|osoite|tietoni|yhteystietoni|sähköpostini|sähköpostiosoitteeni|nimeni|numeroni]; asianaja*|lakim*|oikeus*|poliisi*|rikosilmoit*|valitu*|valita*|ilmian*|ilmoitus; tietosuoja*|gdpr|henkilötieto*|kuluttaja*|traficom*; häirit*|häirin*|ei toivottu*|ei toivot*|ärsyt*|kyllästy*|väsyn*|tungette*|törke*|pyytämät*|kiusa*; jo ..3 [sanoin|pyysin|kirjoitin|vastasin|perunut|perui*|ilmoittanut|sanonut|pyytänyt|kieltänyt|sanottu]; [toinen|kolmas|neljäs|viides|viimeinen|toista|kolmatta|neljättä|toisen|kolmannen] kerta*|kertaa|kerran|viesti*|varoitus; en|emme ..3 [pyytänyt|antanut|tilannut|suostunut|liittynyt|hyväksynyt|pyytäneet|antaneet|tilanneet]; suostumu*|lupaa',
  },
  dates: {
    months:
      'tammikuu* tammi tammik, helmikuu* helmi helmik, maaliskuu* maalis maalisk, huhtikuu* huhti huhtik, toukokuu* touko toukok, kesäkuu* kesä kesäk, heinäkuu* heinä heinäk, elokuu* elo elok, syyskuu* syys syysk, lokakuu* loka lokak, marraskuu* marras marrask, joulukuu* joulu jouluk',
    weekdays:
      'maanantai* ma, tiistai* ti, keskiviikko* keskiviiko* ke, torstai* to, perjantai* pe, lauantai* la, sunnuntai* su',
    until: 'saakka|asti; aina; ennen; ja',
    until_behind: 'saakka|asti|mennessä|mukaan',
    back: 'avoinna|avaan|jatkamme|jatkan|vastaan|vastaamme|olen|olemme|aloitan|aloitamme|tavataan|nähdään|luen; palaan|palaa|palaamme|takaisin|paikalla|tavoitettavissa|töissä|töihin|toimistolle|toimistolla|jälleen|taas|uudelleen|alkaen|lähtien|vastaan|avaamme|aukeaa; palattuani|paluu|näkyillään',
    inclusive: 'ilta|iltaan|illalla; mukaan lukien|luettuna',
    days: 'tänään, huomenna huomiseen huomisesta, ylihuomenna',
    next: 'ensi|seuraava*|tuleva*',
    numbers:
      'yhden yksi, kahden kaksi, kolmen kolme, neljän neljä, viiden viisi, kuuden kuusi, seitsemän, kahdeksan, yhdeksän, kymmenen, yhdentoista, kahdentoista, kolmentoista, neljäntoista, viidentoista',
    units: 'päivä* päivän, viikko* viikon, kuukausi kuukauden kuukautta',
    ahead: '',
    ahead_behind: 'kuluttua|päästä',
    end_of: 'lopussa|loppuun|loppu',
    week_number: 'viikko|viikolla|viikon|vko|vk|viikosta|viikkoon',
    weekend: 'viikonlop*',
    times:
      'pääsiäi*|joulu*|uusivuosi|uudenvuoden|kesä|kesän|kesällä|talvi*|kevät*|kevää*|syksy*|loma*|viikonlop*|viikko*|viikon|viikolla|kuukau*|kuun|vuoden|vuosi|vuonna|juhannu*|alussa|alkupuolella|puolivälissä|lopussa|loppuun|päivää|päivän|vappu*|loppiai*',
  },
};
