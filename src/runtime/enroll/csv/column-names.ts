import type { LEAD_FIELDS } from '../../../language/plan/lead.ts';

type Field = (typeof LEAD_FIELDS)[number];

/** How people and their programs call a field, without case, accents, spaces and signs. */
const NAMES: { readonly [field in Field]: readonly string[] } = {
  profile_url: [
    ...[
      'profileurl',
      'profile',
      'profilelink',
      'publicprofileurl',
      'professionalprofile',
      'professionalurl',
      'memberurl',
    ],
    ...[
      'linkedin',
      'linkedinurl',
      'linkedinprofile',
      'linkedinprofileurl',
      'personlinkedinurl',
      'contactlinkedinurl',
      'linkedinlink',
      'profillinkedin',
      'profil',
    ],
  ],
  first_name: ['firstname', 'givenname', 'forename', 'first', 'prenom', 'vorname', 'nombre', 'voornaam'],
  last_name: [
    'lastname',
    'surname',
    'familyname',
    'last',
    'nom',
    'nomdefamille',
    'nachname',
    'apellido',
    'apellidos',
    'cognome',
    'achternaam',
  ],
  headline: ['headline', 'tagline'],
  email: [
    'email',
    'mail',
    'emailaddress',
    'mailaddress',
    'workemail',
    'businessemail',
    'courriel',
    'adresseemail',
    'adressemail',
    'correo',
    'emailadresse',
    // As address books export it: `E-mail 1 - Value`.
    ...['email1value', 'email1', 'email1address', 'primaryemail'],
  ],
  phone_number: [
    'phonenumber',
    'phone',
    'mobile',
    'mobilephone',
    'mobilenumber',
    'cell',
    'cellphone',
    'telephone',
    'tel',
    'telefon',
    'telefono',
    'portable',
    ...['phone1value', 'phone1', 'primaryphone'],
  ],
  company: [
    'company',
    'companyname',
    'currentcompany',
    'organization',
    'organisation',
    'employer',
    'entreprise',
    'societe',
    'firma',
    'unternehmen',
    'empresa',
    'azienda',
  ],
  location: ['location', 'city', 'place', 'ville', 'lieu', 'ort', 'stadt', 'ciudad'],
  timezone: ['timezone', 'tz', 'fuseauhoraire', 'zeitzone'],
  country: ['country', 'countrycode', 'pays', 'land', 'pais', 'paese'],
};

const FIELDS: ReadonlyMap<string, Field> = new Map(
  Object.entries(NAMES).flatMap(([field, names]) => names.map((name): [string, Field] => [name, field as Field])),
);

export const fieldCalled = (header: string): Field | null => FIELDS.get(bareName(header)) ?? null;

const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
/** Without case, accents, spaces and signs. */
export const bareName = (text: string): string => plain(text).replace(/[^\p{L}\p{N}]/gu, '');

/** The name of a variable: `Job title` is `job_title`. */
export const variableCalled = (header: string): string =>
  plain(header)
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
    .replace(/^(?=\d)/, '_');
