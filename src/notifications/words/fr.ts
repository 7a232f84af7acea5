import type { Words } from './words.ts'

export const french: Words = {
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
    guests: 'Accompagnants',
    seats: 'Places prises',
    canceledBy: 'Annulé par',
    reason: 'Motif',
  },
  place: { theyCall: 'Appel téléphonique au {number}', youCall: 'Appel téléphonique : composez le {number}', conference: 'Visioconférence' },
  action: { reschedule: 'Choisir un autre horaire', cancel: 'Annuler' },
  worksOnce: 'Ce lien fonctionne une seule fois, jusqu’au {until}.',
  notYou: 'Si vous n’êtes pas à l’origine de cette demande, ignorez ce message : rien ne se passera.',
  invitation: { subject: 'Invitation à rejoindre {organization}', intro: '{name} vous invite à rejoindre {organization}.', action: 'Répondre à l’invitation' },
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
    intro: 'Rien n’a pu être livré à cette adresse pendant 24 heures ; votre abonnement webhook a donc été désactivé : {url}',
    advice:
      'Dès que l’adresse est de nouveau joignable, supprimez l’abonnement et créez-en un autre. Les messages manqués sont conservés 30 jours et peuvent être renvoyés.',
  },
}
