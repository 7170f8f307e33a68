/** Mailboxes that several people read: that two leads have one of these does not make them one person. */
const SHARED =
  /^(?:info|infos|contact|contacts|hello|hi|hallo|bonjour|hola|office|admin|administration|mail|email|team|sales|vente|ventes|vertrieb|support|help|helpdesk|service|services|kontakt|contacto|contatti|jobs|job|careers|career|hr|rh|recruiting|recruitment|recrutement|marketing|press|presse|media|billing|accounting|finance|invoice|legal|privacy|security|webmaster|postmaster|hostmaster|abuse|noreply|no-reply|donotreply|reception|secretariat|enquiries|inquiries|orders|shop|booking|bookings|reservations|welcome|general|business|partners|newsletter|ventas|comercial|buero|empfang|accueil|direction)$/;

export function isSharedAddress(address: string): boolean {
  const local = address.split('@', 1)[0] ?? '';
  return SHARED.test((local.split('+', 1)[0] ?? '').toLowerCase());
}
