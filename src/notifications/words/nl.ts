import type { Words } from './words.ts'

export const dutch: Words = {
  hello: 'Hallo {name},',
  helloSomebody: 'Hallo,',
  subject: {
    booked: 'Bevestigd: {event} met {name}, {when}',
    bookedForHost: 'Nieuwe afspraak: {event} met {name}, {when}',
    moved: 'Gewijzigd: {event} met {name}, {when}',
    canceled: 'Geannuleerd: {event} met {name}, {when}',
    reminder: 'Herinnering: {event} met {name}, {when}',
  },
  intro: {
    bookedForInvitee: 'Uw afspraak met {host} is bevestigd.',
    bookedForGuest: '{invitee} nodigt u uit voor een afspraak met {host}.',
    bookedForHost: '{invitee} heeft een afspraak met u geboekt.',
    moved: 'Deze afspraak is verplaatst.',
    canceled: 'Deze afspraak is geannuleerd.',
    reminder: 'Deze afspraak vindt binnenkort plaats.',
  },
  label: {
    what: 'Wat',
    when: 'Wanneer',
    before: 'Eerder',
    where: 'Waar',
    host: 'Gastheer',
    invitee: 'Genodigde',
    guests: 'Gasten',
    seats: 'Bezette plaatsen',
    canceledBy: 'Geannuleerd door',
    reason: 'Reden',
  },
  place: { theyCall: 'Telefoongesprek op {number}', youCall: 'Telefoongesprek: bel {number}', conference: 'Videogesprek' },
  action: { reschedule: 'Een ander tijdstip kiezen', cancel: 'Annuleren' },
  worksOnce: 'Deze link werkt één keer, tot {until}.',
  notYou: 'Hebt u dit niet aangevraagd, negeer dan dit bericht: er gebeurt niets.',
  invitation: {
    subject: 'Uitnodiging voor {organization}',
    intro: '{name} nodigt u uit om lid te worden van {organization}.',
    action: 'De uitnodiging beantwoorden',
  },
  passwordReset: {
    subject: 'Een nieuw wachtwoord instellen',
    intro: 'Er is een nieuw wachtwoord aangevraagd voor uw account.',
    action: 'Een nieuw wachtwoord instellen',
  },
  emailChange: {
    subject: 'Uw nieuwe adres bevestigen',
    intro: 'Bevestig dat dit het nieuwe e-mailadres van uw account is.',
    action: 'Het adres bevestigen',
  },
  webhookDisabled: {
    subject: 'Een webhookabonnement is uitgeschakeld',
    intro: 'Gedurende 24 uur kon niets op dit adres worden bezorgd; daarom is uw webhookabonnement uitgeschakeld: {url}',
    advice:
      'Verwijder het abonnement zodra het adres weer bereikbaar is en maak een nieuw aan. Wat ontbreekt wordt 30 dagen bewaard en kan opnieuw worden verstuurd.',
  },
}
