/**
 * Each country that `date-holidays` knows with its regions, so that checking a sequence need not load two megabytes of rules.
 * A test compares it with the library.
 */
const COUNTRIES = `
AD 03 07, AE, AG 10, AI, AL, AM, AO, AR, AS, AT 1 2 3 4 5 6 7 8 9, AU ACT NSW NT QLD SA TAS VIC WA, AW,
AX, AZ, BA BIH BRC SRP, BB, BD, BE BRU DE VLG WAL, BF, BG, BH, BI, BJ, BL, BM, BN, BO B C H L N O P S T,
BQ BO SA SE, BR AC AL AM AP BA CE DF ES GO MA MG MS MT PA PB PE PI PR RJ RN RO RR RS SC SE SP TO, BS, BW,
BY, BZ, CA AB BC MB NB NL NS NT NU ON PE QC SK YT, CC, CD, CF, CG,
CH AG AI AR BE BL BS FR GE GL GR JU LU NE NW OW SG SH SO SZ TG TI UR VD VS ZG ZH, CI,
CK Aitutaki Atiu Mangaia Manihiki Mitiaro Palmerston Penrhyn Pukapuka Rakahanga Rarotonga,
CL AP BI NU TA, CM, CN, CO, CR, CU, CV S, CW, CX, CY, CZ,
DE BB BE BW BY HB HE HH MV NI NW RP SH SL SN ST TH, DJ, DK, DM, DO, DZ, EC P, EE, EG, EH, ER,
ES AN AR AS CB CE CL CM CN CT EX GA IB MC MD ML NC PV RI VC, ET, FI, FJ, FO,
FR 57 67 68 BL GF GP MF MQ RE YT, GA, GB ALD ENG NIR SCT WLS, GD, GE, GF, GG, GH, GI, GL, GM, GN, GP, GQ,
GR, GT 1, GU, GW, GY, HK, HN, HR 17 19, HT, HU, IC EH FU GC LA LG LP TE, ID, IE, IL, IM,
IN AN AP AR AS BR CH CT DD DL DN GA GJ HP HR JK KA KL LD MH ML MN MP MZ NL OR PB PY RJ SK TG TN TR UP UT WB,
IR, IS, IT 21 25 32 52 62 82, JE, JM, JP, KE, KM, KN, KR, KY, KZ, LC, LI, LK, LR, LS, LT, LU, LV, LY, MA,
MC, MD CA CU, ME, MF, MG, MK, ML, MQ, MR, MS, MT, MU, MW, MX,
MY 01 02 03 04 05 06 07 08 09 10 11 12 13 14 15 16, MZ, NA, NC, NE, NF, NG, NI, NL GR NH ZH, NO,
NZ AUK BOP CAN CIT GIS HKB MBH MWT NSN NTL OTA STL TAS TKI WGN WKO WTC, PA, PE CUS, PF, PH,
PK BA GB IS JK KP PB SD, PL, PM, PR, PT, PY, RE, RO, RS,
RU AD AL BA BEL BRY BU CE CR CU DA IN IRK KB KC KDA KL KO KR MR NO OMS PNZ SA SAR SEV STA TA TY ZAB, RW,
SA, SC, SD, SE, SG, SH AC HL TA, SI, SJ, SK, SL, SM, SN, SO AW SA SO TO WO, SR, SS, ST, SV SS, SX, SZ,
TC, TD, TG, TH, TN, TO, TR, TT, TW, TZ, UA, UG,
US AK AL AR AZ CA CO CT DC DE FL GA HI IA ID IL IN KS KY LA MA MD ME MI MN MO MS MT NC ND NE NH NJ NM NV NY OH OK OR PA RI SC SD TN TX UT VA VT WA WI WV WY,
UY, UZ, VA, VC, VE B G K M N S V, VG, VI, VN, VU, WF, XK, YT, ZA, ZM, ZW
`;

/** `FR`, `DE`, `DE-BY`, ... */
export const HOLIDAY_CODES: ReadonlySet<string> = new Set(
  COUNTRIES.split(',').flatMap((words) => {
    const [country = '', ...regions] = words.trim().split(' ');
    return [country, ...regions.map((region) => `${country}-${region}`)];
  }),
);
