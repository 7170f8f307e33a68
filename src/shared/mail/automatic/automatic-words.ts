// English, German, French, Spanish, Italian, Portuguese, Dutch, Polish, Swedish, Danish, Norwegian, Czech, Japanese.

/** What programs put before the subject they answer. Only there: a person may write about an automatic reply. */
export const AUTOMATIC_SUBJECT = new RegExp(
  `^(?:(?:re|aw|antw|sv|vs|odp|res)\\s?:\\s*)?\\[?(?:${[
    'auto(?:matic|mated|matically)?[ -]?(?:generated )?(?:reply|response|answer|responder)',
    'out[ -]of[ -](?:the[ -])?office|ooo\\b|autoreply|on (?:annual |parental |maternity |vacation )?leave\\b|vacation (?:reply|response|notice)|away (?:from (?:the|my) office|until|message)|i am (?:currently )?(?:out of|away)',
    'automatische (?:antwort|antwoord|r[üu]ckmeldung|mitteilung|nachricht)|abwesen|abwesenheits|automatisch antwoord|niet aanwezig|afwezig',
    "r[ée]ponse automatique|absence du bureau|message d[’']absence|absent(?:e)? du bureau|notification d[’']absence",
    'respuesta autom[áa]tica|fuera de (?:la )?oficina|ausente de la oficina|risposta automatica|fuori (?:ufficio|sede)|assenza|resposta autom[áa]tica|fora do escrit[óo]rio|aus[êe]ncia',
    'automatyczna odpowied[źz]|odpowied[źz] automatyczna|autoodpowied[źz]|nieobecno[śs][ćc]|poza biurem',
    'automatiskt? svar|autosvar|fr[åa]nvaro|fr[åa]nvarande|frav[æe]r|frav[æe]rende|ikke p[åa] kontoret|ej p[åa] kontoret|automatisk[ea] besvarelse',
    'automatick[áa] odpov[ěe][ďd]|nep[řr][íi]tomnost|mimo kancel[áa][řr]',
    '自動(?:返信|応答|回答)|不在(?:通知|のお知らせ|連絡)|自动(?:回复|答复)|자동 ?(?:회신|응답)',
  ].join('|')})`,
  'i',
);

export const AUTOMATIC_TEXT = new RegExp(
  [
    '\\b(?:out of (?:the )?office|on (?:annual |parental |maternity |sick )?leave|on (?:vacation|holiday)|away from (?:the|my) (?:office|desk)|limited access to (?:my )?e-?mail|no longer (?:work|with|employed)|automatic(?:ally)? (?:reply|generated|response))\\b',
    'nicht im (?:büro|haus)|abwesend|im urlaub|elternzeit|außer haus|nicht mehr (?:im unternehmen|für .{2,40} tätig)|automatische antwort',
    'absent(?:e)? (?:du bureau|jusqu|du)|en (?:congés?|vacances)|je suis absent|réponse automatique',
    'fuera de la oficina|de vacaciones|estaré ausente|fuori ufficio|sono assente|in ferie|ausente|de férias|fora do escritório',
    'afwezig|niet aanwezig|met vakantie|op vakantie|nieobecn|na urlopie|poza biurem',
    'på semester|inte på kontoret|frånvarande|på ferie|ikke på kontoret|fraværende|mimo kancelář|na dovolené|nepřítom',
    '不在|休暇|自動返信',
  ].join('|'),
  'i',
);
