import { account } from './account/fr.ts'
import type { Language } from './language.ts'
import type { MailTexts } from './mail-texts.ts'
import type { PageTexts } from './page-texts.ts'

const pages: PageTexts = {
  optional: 'facultatif',
  back: 'Retour',
  language: 'Langue',

  profileHint: 'Choisissez ce que vous souhaitez réserver.',
  profileEmpty: 'Rien ne peut être réservé ici pour le moment.',
  teamHint: 'Choisissez la personne que vous souhaitez rencontrer.',
  upTo: { one: 'Jusqu’à {count} personne', other: 'Jusqu’à {count} personnes' },

  chooseDay: 'Choisissez un jour',
  dayFirst: 'Choisissez un jour pour voir ses horaires.',
  previousMonth: 'Mois précédent',
  nextMonth: 'Mois suivant',
  timeZone: 'Fuseau horaire',
  searchZone: 'Chercher une ville, un pays ou un fuseau horaire',
  noZone: 'Aucune ville, aucun pays ni fuseau horaire ne porte ce nom.',
  clock: 'Format de l’heure',
  clockHours: '{hours} h',
  show: 'Afficher',
  duration: 'Durée',
  loading: 'Recherche des disponibilités…',
  loadFailed: 'Les disponibilités n’ont pas pu être chargées.',
  tryAgain: 'Réessayer',
  noTimes: 'Aucune disponibilité en {month}.',
  lookAt: 'Voir {month}',
  noTimesAtAll: 'Aucun horaire n’est disponible pour le moment.',
  otherTypes: 'Autres rendez-vous avec {name}',
  timesOn: 'Disponibilités le {date}',
  dayWithout: '{date} : aucune disponibilité',
  timesFree: { one: '{count} horaire', other: '{count} horaires' },
  seatsLeft: { one: '{count} place restante', other: '{count} places restantes' },

  where: 'Lieu',
  inPerson: 'Sur place',
  videoCall: 'Visioconférence',
  phoneCall: 'Appel téléphonique',
  weCallYou: 'Nous vous appelons',
  youCallUs: 'Vous nous appelez',
  youChoose: 'Un lieu de votre choix',
  toldLater: 'Le lieu vous sera indiqué après la réservation',
  yourNumber: 'Le numéro auquel vous appeler',
  yourPlace: 'Où souhaitez-vous vous rencontrer ?',
  toFollow: 'Les détails suivront',

  yourDetails: 'Vos coordonnées',
  name: 'Nom',
  firstName: 'Prénom',
  lastName: 'Nom de famille',
  email: 'Adresse e-mail',
  addGuests: 'Ajouter des invités',
  guests: 'Invités',
  guestsHint: 'Adresses e-mail séparées par des virgules, dix au plus.',
  other: 'Autre',
  otherAnswer: 'Votre propre réponse',
  book: 'Réserver',
  sending: 'Envoi en cours…',

  lookAgain: 'Veuillez vérifier ceci :',
  missing: 'Veuillez remplir ce champ.',
  wrongEmail: 'Veuillez saisir une adresse e-mail complète, par exemple nom@example.com.',
  wrongNumber: 'Veuillez saisir un numéro de téléphone avec l’indicatif du pays, par exemple +33 1 99 00 12 34.',
  wrongGuest:
    '« {address} » n’est pas une adresse e-mail. Veuillez saisir des adresses comme nom@example.com, séparées par des virgules.',
  tooManyGuests: 'Veuillez indiquer dix invités au plus.',
  wrongChoice: 'Veuillez choisir l’une de ces réponses.',
  missingOther: 'Veuillez écrire votre propre réponse ou en choisir une autre.',
  tooLong: 'Veuillez raccourcir ce texte à {count} caractères.',
  taken: 'Cet horaire n’est plus libre. Veuillez en choisir un autre.',
  takenKept: 'Cet horaire n’est plus libre. Vos réponses sont conservées : veuillez en choisir un autre.',
  hasSeat: 'Vous avez déjà une place à cet horaire. Voulez-vous en réserver une autre ?',
  bookAnotherSeat: 'Réserver une autre place',
  stillFree: 'Encore libre ce jour-là',
  sendFailed: 'Votre envoi ne nous est pas parvenu. Vérifiez votre connexion et réessayez.',
  stale: 'Cette page est restée ouverte trop longtemps. Veuillez envoyer à nouveau.',
  sealedOff:
    'Le site qui affiche cette page ne permet pas de réserver ici. Veuillez l’ouvrir dans sa propre fenêtre : {address}',
  tooOften: 'C’était trop souvent. Veuillez attendre {minutes}, puis réessayer.',
  minutes: { one: '{count} minute', other: '{count} minutes' },

  booked: 'Votre rendez-vous est réservé',
  rescheduled: 'Votre rendez-vous est déplacé',
  bookedHint: 'Une confirmation est en route vers {email}.',
  bookedWithoutMail:
    'Réservé avec {email}. Ce serveur ne peut pas envoyer d’e-mails : enregistrez cette page pour déplacer ou annuler plus tard.',
  what: 'Objet',
  when: 'Quand',
  withWhom: 'Avec',
  formerly: 'Auparavant : {time}',
  addToCalendar: 'Ajouter à votre agenda',
  calendarFile: 'Fichier d’agenda',
  plansChange: 'Un empêchement ?',
  reschedule: 'Choisir un autre horaire',
  cancel: 'Annuler',
  join: 'Rejoindre l’appel',

  cancelTitle: 'Annuler ce rendez-vous ?',
  reason: 'Motif',
  cancelIt: 'Annuler le rendez-vous',
  keepIt: 'Le garder',

  stopTitle: 'Ne plus recevoir de rappels ?',
  stopHint:
    'Vous et vos invités ne recevrez plus de rappels de ce rendez-vous. Les changements et les annulations vous seront toujours envoyés.',
  stopHintGuest:
    'Vous ne recevrez plus de rappels de ce rendez-vous. Les changements et les annulations vous seront toujours envoyés.',
  stopIt: 'Ne plus recevoir de rappels',
  stopped: 'Plus de rappels',

  canceled: 'Ce rendez-vous est annulé',
  canceledBy: 'Annulé par {name}.',
  bookAgain: 'Réserver un autre horaire',
  moveTitle: 'Confirmez le nouvel horaire',
  moveIt: 'Déplacer le rendez-vous',
  bookedNow: 'Horaire actuel : {time}',
  sameTime: 'C’est déjà l’horaire du rendez-vous. Veuillez en choisir un autre.',
  movedTitle: 'Ce rendez-vous a été déplacé',
  moved: 'Il a maintenant lieu à un autre moment.',
  seeNew: 'Voir le nouvel horaire',

  goOn: 'Continuer',
  leadsOnTitle: 'Veuillez continuer',
  leadsOn: 'Vos réponses mènent à {host}.',
  openSite: 'Ouvrir {host}',

  notFoundTitle: 'Il n’y a rien ici',
  notFound:
    'L’adresse est peut-être mal écrite, ou ce qui était ici n’existe plus. Demandez à la personne qui vous l’a donnée.',
  inactiveTitle: 'Réservation impossible pour le moment',
  inactive:
    'Aucune réservation n’est prise ici actuellement. Demandez à la personne qui vous a donné ce lien comment la rencontrer.',
  usedTitle: 'Ce lien a déjà servi',
  used: 'Il valait pour une seule réservation, qui a été faite. Veuillez demander un nouveau lien.',
  expiredTitle: 'Ce lien a expiré',
  expired: 'Il est resté inutilisé trop longtemps. Veuillez demander un nouveau lien.',
  overTitle: 'Ce rendez-vous est passé',
  over: 'Ce qui a eu lieu ne peut plus être modifié.',
  wrongTitle: 'Cela n’a pas fonctionné',
  wrong: 'La page n’a pas compris ce qui a été envoyé. Revenez en arrière, rechargez-la et réessayez.',
  tooMuch: 'Ce que vous avez envoyé est trop volumineux. Veuillez le raccourcir et réessayer.',
  waitTitle: 'Veuillez patienter un instant',
  awayTitle: 'Indisponible',
  away: 'Le service ne peut pas répondre pour le moment. Veuillez réessayer.',
  faultTitle: 'Une erreur est survenue',
  fault: 'C’est notre faute, et elle a été enregistrée. Veuillez réessayer dans un instant.',
}

const mails: MailTexts = {
  hello: 'Bonjour {name},',
  helloSomebody: 'Bonjour,',
  subject: {
    booked: 'Confirmé : {event} avec {name}, {when}',
    bookedForHost: 'Nouveau rendez-vous : {event} avec {name}, {when}',
    moved: 'Modifié : {event} avec {name}, {when}',
    canceled: 'Annulé : {event} avec {name}, {when}',
    reminder: 'Rappel : {event} avec {name}, {when}',
  },
  intro: {
    bookedForInvitee: 'Votre rendez-vous avec {host} est confirmé.',
    bookedForGuest: '{invitee} vous invite à un rendez-vous avec {host}.',
    bookedForHost: '{invitee} a réservé un rendez-vous avec vous.',
    moved: 'Ce rendez-vous a été déplacé.',
    canceled: 'Ce rendez-vous a été annulé.',
    reminder: 'Ce rendez-vous a lieu prochainement.',
  },
  label: {
    what: 'Objet',
    when: 'Quand',
    before: 'Auparavant',
    where: 'Lieu',
    host: 'Organisateur',
    invitee: 'Invité',
    guests: 'Autres invités',
    seats: 'Places prises',
    canceledBy: 'Annulé par',
    movedBy: 'Déplacé par',
    reason: 'Motif',
  },
  place: {
    theyCall: 'Appel téléphonique au {number}',
    youCall: 'Appel téléphonique : composez le {number}',
    conference: 'Visioconférence',
  },
  action: {
    open: 'Ouvrir',
    move: 'Déplacer',
    reschedule: 'Choisir un autre horaire',
    cancel: 'Annuler',
    stopReminders: 'Ne plus recevoir de rappels',
  },
  worksOnce: 'Ce lien fonctionne une seule fois, jusqu’au {until}.',
  notYou: 'Si vous n’êtes pas à l’origine de cette demande, ignorez ce message : rien ne se passera.',
  invitation: {
    subject: 'Invitation à rejoindre {organization}',
    intro: '{name} vous invite à rejoindre {organization}.',
    action: 'Répondre à l’invitation',
  },
  firstPassword: {
    subject: 'Votre compte chez {organization}',
    intro:
      '{organization} planifie désormais ses rendez-vous ici, avec vos types d’événement et vos rendez-vous. Choisissez un mot de passe pour vous connecter.',
    action: 'Choisir un mot de passe',
  },
  passwordReset: {
    subject: 'Choisir un nouveau mot de passe',
    intro: 'Un nouveau mot de passe a été demandé pour votre compte.',
    action: 'Choisir un nouveau mot de passe',
  },
  emailChange: {
    subject: 'Confirmer votre nouvelle adresse',
    intro: 'Confirmez que ceci est la nouvelle adresse e-mail de votre compte.',
    action: 'Confirmer l’adresse',
  },
  webhookDisabled: {
    subject: 'Un abonnement webhook a été désactivé',
    intro:
      'Rien n’a pu être livré à cette adresse pendant 24 heures ; votre abonnement webhook a donc été désactivé : {url}',
    advice:
      'Dès que l’adresse est de nouveau joignable, réactivez-le : il reçoit une nouvelle clé de signature. Les messages manqués sont conservés 30 jours et peuvent être renvoyés.',
    reasons: {
      creator_left:
        '{name}, qui a créé ce webhook, n’est plus membre de votre organisation ; nous l’avons donc désactivé : {url}',
      creator_demoted:
        '{name}, qui a créé ce webhook, n’a plus le rôle nécessaire ; nous l’avons donc désactivé : {url}',
      advice: 'Si vous en avez encore besoin, réactivez-le avec une nouvelle clé de signature. Sinon, supprimez-le.',
    },
  },
  calendarLost: {
    subject: 'Votre agenda {account} ne peut pas être lu',
    intro: 'L’agenda {account} ne peut plus être lu ; nous ne savons donc pas quand vous êtes occupé.',
    reasons: {
      credentials: 'Son serveur n’accepte plus le mot de passe.',
      gone: 'Il n’est plus à son adresse.',
      silent: 'Son serveur ne répond plus depuis 24 heures.',
      removed:
        'Il a été supprimé de votre compte et ne bloque donc plus votre temps. Vos autres calendriers comptent toujours.',
    },
    closed:
      'Tant qu’il ne peut pas être lu, aucun de vos horaires n’est proposé, afin que personne ne réserve par-dessus vos propres rendez-vous. Les rendez-vous déjà réservés sont maintenus.',
    advice: 'Le reconnecter ou saisir un nouveau mot de passe.',
  },
  calendarChanged: {
    moved: {
      subject: '« {name} » a été déplacé dans votre agenda',
      intro: 'Dans votre agenda, il est maintenant le {there}. Vos invités vous attendent toujours le {booked}.',
      action: 'Déplacer le rendez-vous',
    },
    deleted: {
      subject: '« {name} » a été supprimé de votre agenda',
      intro: 'Il n’est plus dans votre agenda. Vos invités vous attendent toujours le {booked}.',
      action: 'Annuler le rendez-vous',
    },
    longer: {
      subject: '« {name} » est plus long dans votre agenda',
      intro:
        'Dans votre agenda, il se termine maintenant le {there} et le temps ajouté est bloqué. Vos invités attendent toujours le rendez-vous du {booked} tel qu’il a été réservé.',
      action: 'Garder la durée plus longue',
    },
    shorter: {
      subject: '« {name} » est plus court dans votre agenda',
      intro:
        'Dans votre agenda, il se termine maintenant le {there}. Vos invités attendent toujours le rendez-vous du {booked} tel qu’il a été réservé.',
      action: 'Garder la durée plus courte',
    },
    freed: {
      subject: '« {name} » est marqué comme libre dans votre agenda',
      intro:
        'Votre agenda vous affiche comme libre pendant ce rendez-vous. Vos invités vous attendent toujours le {booked}.',
      action: 'Annuler le rendez-vous',
    },
    canceled: {
      subject: '« {name} » a été annulé dans votre agenda',
      intro: 'Votre agenda affiche ce rendez-vous comme annulé. Vos invités vous attendent toujours le {booked}.',
      action: 'Annuler le rendez-vous',
    },
    restore: 'Le remettre',
    unchanged: 'Tant que vous n’avez pas choisi, le rendez-vous reste tel qu’il a été réservé.',
  },
}

export const french: Language = {
  locale: 'fr',
  name: 'Français',
  notation: '24h',
  firstWeekday: 1,
  date: '{weekday} {day} {month} {year}',
  month: '{month} {year}',
  firstDay: '1er',
  halves: ['AM', 'PM'],
  minutes: { one: '{count} minute', other: '{count} minutes' },
  hours: { one: '{count} heure', other: '{count} heures' },
  pages,
  mails,
  account,
}
