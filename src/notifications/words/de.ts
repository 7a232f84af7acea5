import type { Words } from './words.ts'

export const german: Words = {
  hello: 'Guten Tag {name},',
  helloSomebody: 'Guten Tag,',
  subject: {
    booked: 'Bestätigt: {event} mit {name}, {when}',
    bookedForHost: 'Neuer Termin: {event} mit {name}, {when}',
    moved: 'Geändert: {event} mit {name}, {when}',
    canceled: 'Abgesagt: {event} mit {name}, {when}',
    reminder: 'Erinnerung: {event} mit {name}, {when}',
  },
  intro: {
    bookedForInvitee: 'Ihr Termin mit {host} ist bestätigt.',
    bookedForGuest: '{invitee} lädt Sie zu einem Termin mit {host} ein.',
    bookedForHost: '{invitee} hat einen Termin mit Ihnen gebucht.',
    moved: 'Dieser Termin wurde verschoben.',
    canceled: 'Dieser Termin wurde abgesagt.',
    reminder: 'Dieser Termin findet bald statt.',
  },
  label: {
    what: 'Was',
    when: 'Wann',
    before: 'Bisher',
    where: 'Wo',
    host: 'Gastgeber',
    invitee: 'Gast',
    guests: 'Begleitung',
    seats: 'Belegte Plätze',
    canceledBy: 'Abgesagt von',
    reason: 'Grund',
  },
  place: { theyCall: 'Anruf unter {number}', youCall: 'Telefonat: bitte wählen Sie {number}', conference: 'Videokonferenz' },
  action: { reschedule: 'Andere Zeit wählen', cancel: 'Absagen' },
  worksOnce: 'Dieser Link funktioniert einmal, bis {until}.',
  notYou: 'Wenn Sie das nicht angefordert haben, ignorieren Sie diese Nachricht: Es geschieht nichts.',
  invitation: { subject: 'Einladung zu {organization}', intro: '{name} lädt Sie ein, {organization} beizutreten.', action: 'Einladung beantworten' },
  passwordReset: {
    subject: 'Neues Passwort festlegen',
    intro: 'Für Ihr Konto wurde ein neues Passwort angefordert.',
    action: 'Neues Passwort festlegen',
  },
  emailChange: {
    subject: 'Neue Adresse bestätigen',
    intro: 'Bestätigen Sie, dass dies die neue E-Mail-Adresse Ihres Kontos ist.',
    action: 'Adresse bestätigen',
  },
  webhookDisabled: {
    subject: 'Ein Webhook-Abonnement wurde abgeschaltet',
    intro: 'An diese Adresse konnte 24 Stunden lang nichts zugestellt werden, daher wurde Ihr Webhook-Abonnement abgeschaltet: {url}',
    advice:
      'Sobald die Adresse wieder erreichbar ist, löschen Sie das Abonnement und legen Sie ein neues an. Was fehlt, wird 30 Tage aufbewahrt und kann erneut gesendet werden.',
  },
}
