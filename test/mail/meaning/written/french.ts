import type { Written } from './texts.ts';

export const FRENCH: Written = {
  seen: {
    replies: [
      "Bonjour Anna,\n\noui, cela m'intéresse. Pouvez-vous m'envoyer plus de détails par mail ?\n\nCordialement,\nBo",
      'Je suis en vacances la semaine prochaine, mais le 5 janvier me convient. Et vous ?',
      "Merci, mais nous n'avons pas de besoin pour le moment.",
      'Pouvez-vous me retirer de la réunion de vendredi ? Je ne serai pas disponible.',
      "Ce n'est pas moi qui m'en occupe, voyez avec Mme Petit.",
      "Je n'ai pas reçu votre pièce jointe.",
    ],
    absences: [
      [
        'Réponse automatique : ',
        "Bonjour, je suis absent du bureau jusqu'au 4 janvier 2027 inclus. En cas d'urgence, merci de contacter ma collègue Carla.",
        '2027-01-05',
      ],
      ['Absence du bureau : ', 'Je suis en congés du 21 décembre au 8 janvier.', '2027-01-09'],
      [
        'Réponse automatique : ',
        'Je serai de retour le lundi 11/01/2027 et traiterai vos messages à mon retour.',
        '2027-01-11',
      ],
      [
        'Message automatique : ',
        'En congé maternité, je ne suis pas joignable. Vous pouvez écrire à contact@acme.example.',
        null,
      ],
      ['Absent : ', 'Nos bureaux sont fermés. Réouverture le 4 janvier.', '2027-01-04'],
    ],
    wishes: [
      'Merci de me retirer de votre liste de diffusion.',
      'Désinscription',
      'Ne me contactez plus.',
      'Je ne souhaite plus recevoir vos mails. Comment avez-vous eu mon adresse ?',
      "Bonjour,\n\nconformément au RGPD, je vous demande d'effacer toutes mes données personnelles.\n\nBo Prospect\nDirecteur technique",
      'Arrêtez de m’envoyer vos publicités svp',
      'STOP',
    ],
    notices: [
      [
        'support',
        'Votre demande n° 48213',
        'Nous avons bien reçu votre demande et l’avons enregistrée sous le numéro de dossier 48213. Un conseiller vous répondra dans les meilleurs délais.',
      ],
      ['ne-pas-repondre', 'Commande confirmée', 'Ceci est un message automatique, merci de ne pas y répondre.'],
      [
        'newsletter',
        'Les nouvelles de décembre',
        'Version en ligne. Vous recevez cet e-mail car vous êtes inscrit. Pour vous désabonner, cliquez ici.',
      ],
      [
        'bo',
        'Réponse automatique : Quiet work',
        "M. Prospect ne fait plus partie de la société. Merci d'écrire à contact@acme.example.",
      ],
    ],
  },
  held_back: {
    replies: [
      'Avec plaisir, appelez-moi jeudi à mon retour de déplacement.',
      'De quoi s’agit-il exactement ?',
      'Non merci, nous travaillons déjà avec quelqu’un.',
    ],
    absences: [
      [
        'Réponse automatique : ',
        'Actuellement en déplacement, je consulterai mes messages à partir du 29 décembre.',
        '2026-12-29',
      ],
      ['Notification d’absence : ', 'Je reviens lundi prochain.', '2026-12-21'],
      ['Réponse auto : ', 'Absente pour cause de congés, de retour dès le 6 janv. 2027.', '2027-01-06'],
    ],
    wishes: [
      'Veuillez cesser tout démarchage à mon adresse professionnelle.',
      'Supprimez-moi de vos fichiers, je ne vous ai rien demandé.',
      'Laissez-moi tranquille.',
      'pouvez vous me désabonner merci',
    ],
    notices: [
      [
        'noreply',
        'Rendez-vous',
        'Votre rendez-vous du 22 décembre a bien été enregistré. Les réponses à cette adresse ne sont pas lues.',
      ],
      ['recrutement', 'Accusé de réception', 'Votre candidature a bien été reçue et sera étudiée par nos équipes.'],
    ],
  },
};
