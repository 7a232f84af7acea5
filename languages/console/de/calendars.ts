import type { CalendarsTexts } from '../en/calendars.ts'

export const calendars: CalendarsTexts = {
  title: 'Kalender',
  conferences: {
    title: 'Videotermine',
    hint: 'Termine einer Art bekommen Ihre Adresse dieser Art. Schreiben Sie {uuid} hinein, wenn jeder Termin eine eigene haben soll.',
    link: 'Wo Sie Videotermine halten',
  },
  intro:
    'Sie werden nur angeboten, wenn Ihre eigenen Kalender frei sind. Von deren Terminen werden nur die Zeiten gespeichert.',
  connect: 'Kalender verbinden',
  connectAnother: 'Weiteren Kalender verbinden',
  google: 'Google Kalender',
  microsoft: 'Microsoft 365 oder Outlook',
  ics: 'Kalender-Feed',
  caldav: 'Kalenderserver (CalDAV)',
  continueAt: 'Weiter bei {service}',
  consentHint: 'Dort wählen Sie das Konto und kommen dann hierher zurück.',
  feedHint:
    'Eine geheime Adresse, die auf .ics endet, aus den Freigabe-Einstellungen Ihres Kalenders. Er kann nur gelesen werden.',
  feedAddress: 'Adresse des Feeds',
  caldavHint:
    'iCloud, Fastmail, Nextcloud und viele andere. Bei zweistufiger Anmeldung legen Sie dort ein App-Passwort an.',
  server: 'Adresse des Servers',
  username: 'Benutzername',
  password: 'Passwort',
  connectIt: 'Verbinden',
  state: {
    connecting: 'Wird zum ersten Mal gelesen. Bis dahin werden Sie niemandem angeboten.',
    fresh: 'Gelesen {when}.',
    late: '{reason} Was zuletzt bekannt war, gilt weiter. Zuletzt gelesen: {when}.',
    lost: '{reason} Sie werden niemandem angeboten, bis er gelesen werden kann.',
    lostOpen: '{reason} Sie werden trotzdem angeboten, wie Sie es gewählt haben.',
  },
  never: 'nie',
  chip: {
    connecting: 'Wird verbunden',
    fresh: 'Aktuell',
    late: 'Verspätet',
    lost: 'Nicht lesbar',
  },
  counts: 'Zählt',
  countsOf: '{name} zählt: Sie sind beschäftigt, wenn er es sagt',
  takes: 'Nimmt Termine auf',
  takesOf: 'Termine werden in {name} geschrieben',
  tentative: 'Vorläufiges',
  tentativeOf: 'Vorläufige Termine von {name} zählen',
  readOnly: 'nur lesbar',
  isNew: 'Neu',
  emptyOfOthers:
    'Keine Termine gefunden. Dieser Kalender gehört jemand anderem, und dessen Termine sind möglicherweise nicht für Sie freigegeben. Er blockiert Ihre Zeit nicht.',
  nothingCounts:
    'Keiner Ihrer Kalender blockiert Ihre Zeit. Sie können gebucht werden, während Sie beschäftigt sind. Schalten Sie „{counts}“ für mindestens einen Kalender ein.',
  unread: {
    one: '{count} Termin lässt sich nicht auswerten und gilt ab seinem Beginn als belegt.',
    other: '{count} Termine lassen sich nicht auswerten und gelten ab ihrem Beginn als belegt.',
  },
  lookNow: 'Jetzt lesen',
  again: 'Neu verbinden',
  newPassword: 'Neues Passwort',
  newAddress: 'Neue Adresse des Feeds',
  savePassword: 'Speichern und prüfen',
  stayOpen: 'Mich trotzdem anbieten, wenn er nicht lesbar ist',
  more: 'Mehr für {account}',
  disconnect: 'Trennen',
  disconnectHint: 'Was davon gelesen wurde und die Zugangsdaten werden sofort gelöscht.',
  takeBack: 'Kommende Termine vorher aus dem Kalender entfernen',
  finishTitle: 'Kalender verbinden',
  finish: '{service} hat zugestimmt. Noch ein Schritt.',
  finishButton: 'Abschließen',
  denied: 'Es wurde nichts verbunden, weil es dort nicht erlaubt wurde.',
  known: 'Dieser Kalender ist schon verbunden.',
  tooMany: 'Es gibt schon zehn Verbindungen. Trennen Sie zuerst eine.',
  notAnAddress: 'Das ist keine Adresse. Kopieren Sie sie ganz, ab https://.',
  settled: 'Das ist schon erledigt.',
  done: {
    connected: 'Der Kalender ist verbunden und wird gelesen.',
    disconnected: 'Der Kalender ist getrennt.',
    looking: 'Er wird gelesen.',
    saved: 'Gespeichert.',
  },
  faults: {
    wrong_credentials:
      'Der Kalenderserver akzeptiert Benutzername und Passwort nicht. Dienste mit zweistufiger Anmeldung wie iCloud und Fastmail brauchen ein App-Passwort: Legen Sie es dort in den Einstellungen Ihres Kontos an.',
    revoked:
      'Der Kalenderdienst hat den Zugriff beendet: Er wurde dort widerrufen, das Passwort wurde geändert, oder er wurde monatelang nicht benutzt. Verbinden Sie den Kalender neu.',
    revoked_in_testing:
      'Google hat den Zugriff nach sieben Tagen beendet, wie immer, solange die Zustimmungsseite des Betreibers im Test ist. Verbinden Sie den Kalender neu, und bitten Sie den Betreiber, sie zu veröffentlichen.',
    consent_expired: 'Die Zustimmung ist abgelaufen oder wurde schon benutzt. Beginnen Sie von vorn.',
    consent_incomplete:
      'Es wurde nicht alles erlaubt, was zum Lesen und Schreiben des Kalenders nötig ist. Beginnen Sie von vorn, und lassen Sie alle Häkchen gesetzt.',
    wrong_client:
      'Der Kalenderdienst kennt diese Installation nicht. Der Betreiber muss Client-ID und Secret in den Einstellungen prüfen.',
    forbidden: 'Der Kalenderserver lässt dieses Konto den Kalender nicht lesen. Prüfen Sie dort, wer ihn sehen darf.',
    gone: 'Unter dieser Adresse gibt es keinen Kalender mehr. Prüfen Sie die Adresse, oder verbinden Sie den Kalender neu.',
    not_allowed:
      'Diese Adresse kann nicht benutzt werden: Kalender werden per https im offenen Internet erreicht. Der Betreiber dieses Dienstes kann andere erlauben.',
    unknown_name: 'Kein Server hat diesen Namen. Prüfen Sie die Adresse auf Tippfehler.',
    unreachable: 'Der Kalenderserver ist im Moment nicht erreichbar.',
    certificate:
      'Das Zertifikat des Kalenderservers ist ungültig, deshalb wurde nichts gesendet. Sein Betreiber muss es erneuern.',
    timed_out: 'Der Kalenderserver hat nicht rechtzeitig geantwortet.',
    busy: 'Der Kalenderserver bittet um eine Pause.',
    server_error: 'Der Kalenderserver hatte einen eigenen Fehler.',
    not_a_calendar:
      'Unter dieser Adresse ist kein Kalender. Die Adresse eines Feeds endet oft auf .ics; kopieren Sie sie aus den Freigabe-Einstellungen Ihres Kalenders.',
    no_calendars: 'Dieses Konto hat keinen Kalender mit Terminen.',
    too_large: 'Das ist zu groß, um gelesen zu werden: Ein Kalender darf 20 MB haben, ein Konto 500 Kalender.',
    bad_answer: 'Die Antwort des Kalenderservers konnte nicht zu Ende gelesen werden.',
    conflict: 'Der Termin wurde im selben Moment auf dem Kalenderserver geändert.',
    cursor_expired: 'Der Kalenderdienst hat vergessen, wo zuletzt gelesen wurde.',
    silent: 'Der Kalender wurde seit einem Tag nicht gelesen.',
  },
}
