import type { Language } from './language.ts';

export const ENGLISH: Language = {
  name: 'English',
  letters: '',
  quoting: {
    from: 'from',
    sent: 'sent; date; sent on; date sent',
    to: 'to',
    cc: 'cc; bcc',
    subject: 'subject; re',
    wrote: 'wrote; writes; said',
    forwarded: `original|forwarded|reply|replied (e)mail|email|message|appointment; begin forwarded message; forwarded by; start of forwarded message`,
    sent_from: `sent from my|mail|outlook|yahoo|aol|samsung|proton|protonmail|gmail|workspace|mailbox; get outlook for; get bluemail; sent with|via|using`,
  },
  automatic: {
    subject: `auto|automatic|automated|automatically (generated) reply|response|answer|responder|acknowledg*|message|notification|email|receipt; autoreply; autoresponse;
      autoresponder; auto re|aw|reply; out of (the) office; ooo; away from (the|my) office|desk|email; away until|message; i am (currently) out|away|on;
      vacation reply|response|message|notice; on (annual|parental|maternity|paternity|sick|medical|study) leave|vacation|holiday|holidays; absence notice|notification|message;
      not in (the|my) office; office closed; we are closed; i am not in`,
    absent: `out of (the|my|our) office; ooo; away from (the|my) office|desk|email|computer|work|keyboard|mail; on (an|my) (annual|parental|maternity|paternity|sick|medical|family|study|sabbatical|personal|extended|long|paid|compassionate) leave;
      on|taking (a|my) (well deserved|short|long|summer|winter) vacation|holiday|holidays|sabbatical|pto|break; on (a|my) business trip; taking|having (some|a few) time|days off; i|we am|are|will (be) (currently|now|also) away|traveling|travelling|off|absent|unavailable|abroad;
      not (currently|be) in (the) office; not (be) available|reachable|in [until|from|between|this week|today]; office|offices|we is|are|will|be (currently) closed; currently away|out|unavailable|absent|traveling|travelling|on;
      will not be checking|reading|available|reachable|in|working; enjoying (my|some|the|a) holidays|vacation|break|leave; off work; i am off (until|from|on|till); attending a conference|training`,
    leave:
      'closed|closing|shut; on holiday|holidays|leave|vacation|pto|sabbatical; out until|till|from|this|all|today|tomorrow|sick; day|days off; not working; away until|till|from|this|all|today; off sick; offline; on the road; on a course|trip; bank holiday; shutdown; maternity|paternity|parental leave; annual leave; gone fishing|until',
    meanwhile: `limited|no|intermittent|sporadic|reduced|restricted|without|occasional access to (my) email|emails|mail|internet|messages; in my absence; while i am away|out|gone|off|on; during my|this absence|leave|time|period|vacation|holiday;
      for|in|if|with (anything|an|any|all) urgent|emergency|emergencies|immediate (matters|matter|cases|case|questions|issues|assistance|requests|enquiries); if|should .. is|be urgent; if you need|require (an) immediate|urgent; immediate|urgent assistance|attention|help|matters;
      contact|email|call|reach|write my|our colleague|colleagues|assistant|team|deputy; my colleague .. will; will respond|reply|answer|get .. upon|when|after|once|as|on|soon;
      on|upon|after my return; not being|be forwarded|read; response|responses|reply|replies may|will be delayed|slow|slower; slow|slower to respond; delay in; delayed response|reply|responses`,
    declares: `this|message|email (message|email) (is) (a|an) automatic|automated|automatically|auto (generated|sent|created) message|email|mail|reply|response|notification|acknowledgement|acknowledgment|confirmation; ^ automatic|automated|auto reply|response|message|acknowledgement; auto|automatically|system|computer generated|sent|created; not (directly) reply|respond|replying to this|the (automated|automatic) message|email|mail|address|mailbox|notification; please do not reply|respond; not|never monitored|attended; unmonitored|unattended; replies .. not (be) read|monitored|answered|delivered; can not be answered|replied; reply to this .. will not; sent from (a|an) (notification|unmonitored|no reply); do not reply`,
    moved: `no longer (be) [in use|used|active|valid|monitored|with|works|work|working|employed|checked|part|at|available]; [has|have|i] (now|since|recently) left (the|our) company|organisation|organization|firm|business|team; new email address is; my new email; address|mailbox|account|inbox .. has|will|is .. changed|closed|deactivated|discontinued|disabled`,
    confirms: `got your request|message|email|enquiry|inquiry|ticket; received your request|message|email|enquiry|inquiry|letter; view request|ticket; reply|type above this line; we are|will be on it; has been passed|forwarded|assigned; confirming that we; shared with; is being processed|reviewed|held|kept|delayed|quarantined; link below; one time|once only; will then be delivered; to release|deliver; confirm that you are; awaiting approval|moderation; do not (directly) reply|respond to this|the (automated|automatic) message|email|mail|address|mailbox; please do not reply|respond; not monitored; unmonitored; unattended mailbox; replies .. not read|monitored|answered; can not be answered|replied;
      no longer (be) (in use|used|active|valid|monitored|with|works|work|working|employed|checked|part); has|have (now) left (the|our) company|organisation|organization|firm|business|team; new|changed email address is; my new email; address|mailbox|account .. has|will .. changed|closed|deactivated|discontinued;
      we|this [have received|has received|confirm receipt|confirm that we]; [has been|have been|was] (successfully) received|registered|opened|created|assigned|submitted|logged|resolved|closed|forwarded|delivered|scheduled|updated|processed|confirmed; thank you|thanks for contacting|your (recent) request|inquiry|enquiry|application|order|query|registration|purchase|payment|subscription|subscribing;
      ticket|case|request|reference|incident|tracking|confirmation|order|booking|invoice number|id|no; ticket|case|request .. created|opened|received|closed|resolved|updated; your ticket|case; a|our member|agent|representative of|from our; will|shall be processed|reviewed|answered in|within; within .. [business|working] hours|days;
      you are receiving|received this .. because; you have been .. subscribed|invited|registered; view|open (this) (email) in (your|a) browser; manage .. preferences|subscription*; update .. preferences; privacy policy; all rights reserved; [confirm|verify] .. [you are human|address|email|identity]; message|email .. [was read|was displayed|was opened|read on|displayed on];
      quarantin*; blocked by; your (free) trial|subscription|password|account|invoice|order|payment|booking|appointment|reservation|mailbox .. has|have|is|was|will; invoice|order|receipt|booking|payment confirmation|reminder|due|attached; spam filter|protection; mailbox is full; no reply`,
  },
  stop: {
    terms: {
      me: 'me|us',
      mail: 'email|emails|mail|mails|message|messages|newsletter|newsletters|spam|outreach|communication|communications|correspondence|solicitation|solicitations|advertising|advertisement|advertisements|ads|marketing|offers|contact|followup|followups|follow|promos|promotions|emailing|mailing|mailings|reminders|pitches|texts',
      send: 'emailing|mailing|contacting|writing|messaging|sending|spamming|calling|bothering|pestering|harassing|reaching|soliciting|following|pinging|contact|spam|texting|chasing|targeting|trying',
      write:
        'email|mail|contact|write|message|send|call|bother|spam|disturb|reach|ping|approach|text|follow|pester|harass|solicit|try|chase|target',
      mine: 'me|us|my|our|this|his|her|it|myself',
      list: 'list|lists|database|databases|distribution|mailing|mailings|newsletter|crm|record|records|system|systems|file|files|campaign|campaigns|outreach|sequence|sequences|contacts|communications|marketing|directory|subscription|subscribers|recipients|audience|future|mailinglist|books|emails|further',
      drop: 'remove|delete|take|erase|drop|strike|scrub|purge|pull|exclude|get|removed|deleted|removing|deleting|taken|cross',
      please: 'please|kindly|pls|plz|just|immediately',
    },
    asks: `^ (please|pls|kindly|re) unsubscribe (me|us|please|pls|thanks|now|all|immediately|thank you) $; ^ (please|pls|kindly|re|just) stop (all|it|this|now|please|pls|thanks|that|immediately|thank you) (please|now|thanks) $; ^ unsubscribed $;
      ^ opt (me|us) out (please|thanks) $; ^ (please) remove (me|us|this address|my address|my email) (please|thanks|now|thank you) $; ^ (please) delete me|us (please) $; ^ cancel (my) subscription $; ^ (please) off $; ^ no more (please) $;
      unsubscribe me|us|this|my|our|now|immediately|asap|from; <please> ..2 unsubscribe; want|wish|like|ask|asking|asked|request|requesting|demand|need|prefer to (be) unsubscribe|unsubscribed; i|we unsubscribe; can|could|would|will you|someone|u ..2 unsubscribe; i am unsubscribing; tried|trying|ask* ..3 unsubscribe;
      want|wish|like|please|let|need|choose|prefer|hereby ..3 opt (me|us) out; opt me|us|my ..1 out; opting out; opt out me|us|please|of|from;
      <drop> [me|us|my|this|our|it|myself|his|her|the above] ..5 from|off|of|out ..4 <list>; <drop> [me|us] off; take|get me|us out of (this|your|the) <list>; [take|get] me|us off (this|it|here) (please) $; <please> ..1 take me|us off; [please|kindly|pls|just|can you|could you|would you] ..1 [remove|delete|erase|exclude] <mine> ..3 $;
      [please|kindly|must|want you to|ask you to|demand you|demand that you|can you|could you|request that you|request the|immediately] ..2 delete|erase|remove|deletion|erasure|destroy ..2 [my|our|all|any|of my] ..2 data|details|information|address|email|contact|contacts|records|info;
      stop|cease|quit|desist|avoid|refrain|discontinue (from) ..1 <send>; stop|cease|discontinue|end (these|this|your|the|all|with|with these|with the|any|those|with your) ..2 <mail>; stop|cease|quit this|these ..2 nonsense|campaign;
      [do not|never|not to|not ever] (ever|please|you|you ever) ..1 <write> ..1 <mine>; [not want you to] <write> <mine>; [do not|never|not to] (ever|please) <write> ..1 again|any|anymore|further|back; [do not|never] (ever) contact|email|write|mail|message|call $; not want|wish ..2 any|more|another ..2 <mail>;
      no|zero more|further|additional|unsolicited ..2 <mail>; [no longer|not|never] (want|wish|like|interested|care|consent|agree|wishing|wants|expect) (to|in) ..1 receive|receiving|get|getting|hear|hearing|see|seeing ..7 <mail>; not|no longer want|wish|care|expect to hear (any|anything) (more|further) from you; [no longer|not] want|wish|consent|agree|like to be contacted|emailed|messaged|spammed|written|approached|called|bothered; not|no longer want|wish|like|need (any) (of) (your|these|more|further|such|this) ..1 <mail>; not interested in (receiving|getting) (any) (more|further) <mail>;
      leave me|us alone|in peace|be; do not contact list; lose|forget my|our|this email|contact|number|address|details|contacts; object|objection to ..4 processing|use|marketing|contact; withdraw|revoke|withdrawing ..3 consent|permission; right to erasure|object|be forgotten; gdpr ..8 delete|erase|erasure|remove; cancel|end|terminate ..1 my|this|our|the subscription|newsletter;
      mark|marked|report|reported|reporting|flag|flagged ..5 as spam|abuse|junk; no (further|more) contact|correspondence; add|put me|us|my ..4 [do not contact|do not email|suppression|blocklist|blacklist|opt out|stop list|not contact]; blacklist me|us|my; unsolicited ..2 <mail>; cease ..2 all|any (further) contact|communication|communications|correspondence; [removed|deleted|taken|be|off] (me) from ..2 your|this|the|all ..2 <list>; [enough|fed up|sick|tired] (of|with) ..4 <mail>; block you; [how|where] (do|can|to|should) (i|we) (stop|unsubscribe|opt|get) [receiving|getting|unsubscribe|these|out|off|your];
      not|never (to) be contacted|emailed (by|again|any|anymore); this address|mailbox ..5 not ..3 marketing|unsolicited|sales; no (more|further) (e)mail|emails|messages; unwanted ..1 <mail>`,
    hints: `opted out; no need to (ever) write|contact|email|reach|follow|message (again|further|anymore); forget|skip|strike us|me; <drop> @ ..2 from|off; <drop> (my|our) name; make|get|have these|this|them|it|those stop|stopped; unsubcribe|unsuscribe|unsubsribe|unsubscibe|unsubscrbe|unsubscribd; drop me|us ..3 from|off; cease|desist; [no|not|never|do not] ..2 follow up; not interested ..2 remove|unsubscribe|stop|delete; ^ remove; not contact|email|write|message|bother|spam me|us; <drop> (my|our|this) email|address|name|details|data; not ever|again <write>; no|stop|end ..2 <mail>; consent; unsubscrib*; opt out; opting; <drop> <mine> ..6 from|off|out; <drop> (my) me|address|email|data|details|contact; off your|this|the|these <list>; not interested .. again|further|any|anymore|future|contact|contacting|emails; spam; spamming|spammer; mailing list; no more; leave me|us|it; ^ [please] stop; gdpr; data protection|privacy; personal data; [where|how|who] .. [get|find|obtain|got|gave|have] ..2 my [email|address|contact|data|name|details|number|mail]; harass*; legal action; lawyer; report you; not|never contact|write|email|message; consent|consented; annoying; last time; final warning; go away; not ask|asked|request|requested for this|these|it; never signed|subscribed|asked; stop (now|it|this|that|these) (please) $; [please|you] ..2 stop (now|it|this|these) ..3 $; you can|may stop now`,
    spares: `received|got|get|saw|see|found|had no ..2 <mail>; meeting|meetings; calendar; invite|invitation|invitations; cc|bcc; thread; invoice|invoices|billing; competitor|competitors; customers; users; subscribers; appointment; event; agenda; webinar; slack; vacancy; as contact; as a|the contact; [contact] for|person; unsubscribe page|button|link|rate|rates|feature|flow|function|form|process|tool; unsubscribes; our (own) list|newsletter|customers|users|page|unsubscribe|tool|product|subscribers|unsubscribes|mailing|campaign|outreach|marketing;
      not|never (want|wish|going|intend|plan|have) (to) unsubscribe|stop|opt|remove; [do not|can not|please do not|will not] stop; stop by; non|bus|train|next|full|short|pit|one stop; stop at|over|in|using|working|looking|thinking|there|here; order|delivery|shipment; from the [next|call|group|chat|project|channel|copy|shortlist|budget|quote|proposal|offer|contract|scope|attendee|guest|waiting]; attendee|attendees; not (to) hesitate; hesitate to; [do not] call|contact|email|write (me) before|until|on|tomorrow|after|at|yet|my|him|her|them|support`,
    keeps:
      'keep|continue|carry on|go on sending|writing|receiving|informing|posting|coming; still want|interested|like to; back on the list; do not stop; by mistake|accident; misunderstanding; glad i',
    things:
      'attachment|attachments|contract|contracts|document|documents|pdf|file|files|photo|photos|picture|logo|sample|samples|payment|draft|presentation|slides|typo|paragraph|line; price list',
    offers: `[to] (automatically) unsubscribe|opt|stop|manage|change|remove|update|be|cancel (from|out|receiving|your|yourself|removed|my|this|all) ..6 [click|reply|visit|follow|use|here|please visit|please click|go to|@|email us|send]; if you ..8 [no longer|not|do not|would|wish|want|prefer|like|rather] ..8 <mail>; if you [no longer|do not] (wish|want) [to]; you can|may (also) [unsubscribe|opt|change|manage|update]; click|follow .. [here|below|link|unsubscribe|button]; unsubscribe [here|below|link|at any|by clicking|using|at|via|anytime|privacy|from this list]; not the intended|named; intended recipient; notify the|us sender|immediately; received this .. error|mistake|mistakenly; delete (this|it|the) (email|message|mail) [from your|immediately|and|without]; delete it; confidential; reply with|stop; reply .. [unsubscribe|stop]; virus|viruses; disclos*|dissemination|distribution is|copying; opt out here`,
  },
  refusal: {
    no: 'not|no|never|none|nothing|without|nor|neither|nope|nah|zero',
    fact: 'no problem|worries|worry|rush|hurry|question|questions|doubt|trouble|complaint|complaints; not a problem|bad; no need to thank|apologise|apologize|rush|hurry; [did|could|can|have|has|had|was|were|is|are|am|does] not (yet|even|really|seen|read); [there|it|that] is|was no; [got|received|found|had|has|have|see|saw] no',
    again:
      'again|anymore|more|further|future|ever|longer|another|additional|henceforth|ongoing|subsequent|repeated|forever|permanently|good; from now on; going forward; from here on',
    end: 'scratch|forgetting|stop|stopping|stopped|cease|ceasing|quit|desist|remove|removed|removing|removal|delete|deleted|deleting|deletion|erase|erased|erasure|forget|skip|strike|scrub|purge|exclude|omit|spare|unlist|delist|deregister|unregister|unsub|unsubscribe|unsubscribing|unsubscribed|blacklist|block|blocked|blocking|discontinue|halt|refrain|cancel|cancelling|end|terminate|withdraw|silence|mute|declin*|refus*|reject*; knock it off; [cut it out|cut this out|cut that out]; [take|cross|count|leave|keep|get|cut] [me|us|mine] [off|out]; opt out; opting out; drop [me|us] [from|off]; opted out',
    contact:
      'mail|mails|email|emails|emailing|mailing|mailings|message|messages|messaging|newsletter|newsletters|write|writing|send|sending|contact|contacting|ads|advert*|marketing|offers|pitch*|spam|spamming|solicit*|followup|followups|outreach|approach*|letters|correspondence|reminder|reminders|promo*|communication|communications|texts|texting|pinging|chasing|chase|pester*|bother*|mailshot*|circulars|campaign|campaigns|sequence|cold|sales|junk; follow up; follow ups; following up; reach out; reaching out',
    record:
      'register|registry|system|archives|books|list|lists|database|databases|crm|records|distribution|address|addresses|books|contacts|file|files|directory|details|data|information|name|subscription',
    me: 'me|us|my|our|mine|myself|ourselves',
    need: 'interest|interested|interesting|need|needed|needs|relevant|relevance|want|require|required|necessary|use|demand|fit|match|requirement*|appetite|applicable|care|keen|bothered|appreciated|welcome|wanted|concern|buying|switching; for [me|us]; [our|my] [thing|cup]; looking for; in the market',
    whence: 'who|where|how|whence|which',
    now: 'now|moment|currently|presently|yet|today|tomorrow|until|before|till|soon; at present; this [year|month|week|quarter|time|season]',
    whole:
      'uninterest*; irrelevant; last i|we|you ..2 hear|write|mail|email; stay|stayed|stays|keep|kept out of your; save|spare yourself|yourselves|your (the) time|effort|trouble|breath|ink|energy; nerves; bug me|us; tired|sick of; lawyers|attorneys|solicitors; hassle; persistence|persistent; respect my|our wish|wishes|decision|choice|privacy; take note; [take the hint]; [had enough]; [know better]; forget i|me|us|about|it; hear ..2 from me|us; ^ no|nope|nah; no|nope|nah thanks|thank|thx|ta|cheers; hard|gonna|will|we|i pass; [all set|all good|all sorted|well served|well covered|already covered|well taken care]; not for me|us; not our|my thing|bag|area|cup; nothing for me|us; we|i are|am good thanks|thank|here|for|with; count|leave me|us out; [i decline|we decline|must decline|respectfully decline|politely decline|kindly decline|have to decline|will decline]; not interested; no interest; thanks|thank you but no; would rather not; prefer not to; better not; enough; no means no; get lost; piss off; f off; bugger off; buzz off; give it a rest; give up; save your breath|time|effort; waste of|my|our time; take a hint; how many times; last|third|fourth|fifth|second time|warning|request|mail|email; told you; asked you; already asked|told|said|unsubscribed|declined; why do|are you|i ..5 writing|emailing|contacting|mails|emails|keep|getting|receiving|these; how|where did|do you ..3 get|find|got|obtain|have ..4 address|email|details|name|number|data|me|contact|info*; who gave|sold|passed you; source of my; complain*|complaint|ombudsman|regulator|ico|ftc|casl|pecr|tps; lawyer|solicitor|attorney|legal|sue|police; intrusive|nuisance|unsolicited|unwanted|uninvited|annoying|irritating|rude|harass*|stalking; gdpr; no|not consent; never consented|signed|subscribed|agreed|asked|gave; lose|bin|trash|shred my|our|these|them',
  },
  dates: {
    months:
      'january jan, february feb febr, march mar, april apr, may, june jun, july jul, august aug, september sept sep, october oct, november nov, december dec',
    weekdays:
      'monday mon, tuesday tues tue, wednesday weds wed, thursday thurs thur thu, friday fri, saturday sat, sunday sun',
    until: 'until|til|till|thru|through|to|before|ending|ends|lasts; up to; last day',
    until_behind: 'inclusive',
    back: `answering|reading|working|start|starting|starts|open|opens|opening|online|replying|replies|reachable|available; back|returning|return|returns|resume|resuming|rejoin|restart|reopen|reopens|again; available|reachable|contactable (again) (from|as|on|after|by); in the office (again) (from|on|as); will|shall|can (then|only|again|be able to) respond|reply|answer ..3 on|after|from; responding ..3 on|after|from; will|shall respond|reply|answer ..1 tomorrow|monday|tuesday|wednesday|thursday|friday|next; as of|from; at my desk`,
    inclusive:
      'evening|night; inclusive|incl|including|included|through|thru; end of (the) day; close of business; last day',
    days: 'today, tomorrow tmrw tmr, -',
    next: 'next|coming|following',
    numbers:
      'a one an 1st, two couple, three, four, five, six, seven, eight, nine, ten, eleven, twelve, thirteen, fourteen, fifteen',
    units: 'day days, week weeks wk wks, month months',
    ahead: 'in',
    ahead_behind: '',
    end_of: 'end of (the)',
    week_number: 'week|wk|cw; calendar week',
    weekend: 'weekend; weekends',
    times:
      'easter|christmas|xmas|thanksgiving|summer|winter|spring|autumn|fall|holidays|holiday|weekend|week|weeks|month|months|quarter|vacation|break|mid|middle|beginning|early|late|start|days|year|ramadan|eid|carnival|pentecost|whitsun; new year',
  },
};
