import type { CalendarsTexts } from '../en/calendars.ts'

export const calendars: CalendarsTexts = {
  title: 'Kalender',
  integrations: 'Integrationen',
  tabs: { calendars: 'Kalender', conferences: 'Videotermine', payments: 'Zahlungen' },
  payments: {
    title: 'Zahlungskonten',
    hint: 'Verbinden Sie ein Konto mit Ihren eigenen Schlüsseln, und Eingeladene können für Terminarten mit Preis bezahlen. Das Geld geht direkt auf Ihr Konto.',
    none: 'Es ist kein Konto verbunden. Terminarten mit Preis können nicht gebucht werden.',
    adminsOnly: 'Inhaber und Admins verbinden Konten.',
    works: 'Eingeladene können damit bezahlen.',
    tested: 'Der Test war erfolgreich: Das Konto nimmt unsere Anfragen an.',
    connect: 'Konto verbinden',
    webhookUrl: 'URL für die Nachrichten des Dienstes:',
    stripeHint:
      'Ein geheimer Schlüssel oder einer, der auf Checkout Sessions, Charges, Payment Intents und Refunds beschränkt ist. Der Webhook braucht die Ereignisse checkout.session.completed und checkout.session.expired.',
    secretKey: 'Geheimer Schlüssel',
    webhookSecret: 'Signaturschlüssel des Webhooks',
    stripeKeyFormat: 'Ein Schlüssel von Stripe beginnt mit sk_ oder rk_.',
    stripeSecretFormat: 'Ein Signaturschlüssel von Stripe beginnt mit whsec_.',
    paypalHint:
      'Die Schlüssel einer REST-App im Entwickler-Dashboard von PayPal. Der Webhook braucht die Ereignisse CHECKOUT.ORDER.APPROVED und PAYMENT.CAPTURE.COMPLETED.',
    environment: 'Umgebung',
    live: 'Live',
    sandbox: 'Sandbox',
    webhookId: 'Webhook-ID',
    ownServiceHint:
      'Ein eigenes Programm, das Zahlungen bei einem anderen Anbieter einnimmt. Es bekommt signierte Anfragen; die Dokumentation beschreibt sie.',
    disconnectHint:
      'Die Schlüssel werden sofort gelöscht, und seine Zahlungen können hier nicht mehr erstattet werden. War es das letzte Konto, können Terminarten mit Preis nicht gebucht werden.',
    faults: {
      access: 'Der Dienst lässt uns nicht ein. Prüfen Sie die Schlüssel und verbinden Sie das Konto erneut.',
      permission:
        'Der Dienst erlaubt das diesem Konto nicht. Prüfen Sie die Berechtigungen des Schlüssels und ob es diese Währung annimmt.',
      away: 'Der Dienst ist gerade nicht erreichbar oder bittet uns zu warten.',
    },
  },
  conferences: {
    title: 'Links für Videotermine',
    hint: 'Termine verwenden Ihren Link für den jeweiligen Videodienst. Fügen Sie {random} in einen Link ein, damit jeder Termin einen eigenen erhält.',
    accounts: 'Konten',
    accountsHint: 'Verbinden Sie ein Konto, und jeder Termin erhält dort eine eigene Videokonferenz.',
    works: 'Jeder neue Termin erhält einen eigenen Link.',
    shared: 'Mitglieder ohne eigenen Link und ohne eigenes Konto verwenden es.',
    test: 'Testen',
    tested: 'Der Test war erfolgreich: Eine Videokonferenz wurde angelegt und wieder gelöscht.',
    disconnectHint: 'Termine behalten ihre Links. Die Zugangsdaten werden sofort gelöscht.',
    organization: 'Zoom für die ganze Organisation',
    organizationHint:
      'Erstellen Sie bei Zoom eine Server-to-Server-OAuth-App, und geben Sie ihre Schlüssel ein. Zoom muss Ihre Mitglieder unter denselben E-Mail-Adressen kennen.',
    accountId: 'Account-ID',
    clientId: 'Client-ID',
    clientSecret: 'Client-Secret',
    ownService: 'Eigener Dienst',
    ownServiceHint:
      'Ein Programm von Ihnen, das die Videokonferenzen bei einem beliebigen anderen Anbieter anlegt. Es erhält signierte Anfragen; die Dokumentation beschreibt sie. Beim Verbinden wird es mit einer Videokonferenz getestet, die wieder gelöscht wird.',
    videoService: 'Videodienst',
    requestUrl: 'URL für die Anfragen',
    signingKey: 'Signaturschlüssel',
    signingKeyHint: 'Mindestens 16 Zeichen. Ihr Programm benötigt denselben Schlüssel.',
    use: 'Für meine Termine verwenden',
    linksTitle: 'Links',
    byCalendar:
      'Ihr Kalender erstellt für jeden Termin einen Link. Um stattdessen einen anderen zu verwenden, geben Sie ihn hier ein.',
    finishTitle: 'Konto verbinden',
    denied: 'Es wurde kein Konto verbunden, weil der Zugriff nicht erlaubt wurde.',
    done: { connected: 'Konto verbunden', disconnected: 'Konto getrennt' },
    faults: {
      access: 'Der Dienst lässt uns nicht zu. Prüfen Sie die Schlüssel, oder verbinden Sie das Konto neu.',
      expired: 'Die Zugriffsanfrage ist abgelaufen oder wurde bereits verwendet. Beginnen Sie von vorn.',
      permission:
        'Der Dienst lässt dieses Konto keine Videokonferenzen anlegen. Prüfen Sie dort den Tarif und die Berechtigungen der App.',
      setUp:
        'Der Dienst erkennt diesen Server nicht. Bitten Sie den Server-Administrator, die Client-ID und das Client-Secret zu prüfen.',
      unknown: 'Der Dienst kennt Sie nicht unter Ihrer E-Mail-Adresse.',
      away: 'Der Dienst ist derzeit nicht erreichbar oder bittet uns zu warten.',
    },
  },
  intro:
    'Sie können nur gebucht werden, wenn Ihre Kalender frei sind. Wir speichern nur die Zeiten der Termine, sonst nichts.',
  connect: 'Kalender verbinden',
  connectAnother: 'Weiteren Kalender verbinden',
  google: 'Google Kalender',
  microsoft: 'Microsoft 365 oder Outlook',
  ics: 'Kalender-Feed',
  caldav: 'CalDAV',
  continueAt: 'Weiter mit {service}',
  consentHint: 'Dort wählen Sie ein Konto und kommen dann auf diese Seite zurück.',
  feedHint:
    'Eine geheime URL, die auf .ics endet, aus den Freigabeeinstellungen Ihres Kalenders. Feeds sind schreibgeschützt.',
  feedUrl: 'URL des Feeds',
  caldavHint:
    'Für iCloud, Fastmail, Nextcloud und viele andere. Wenn Ihr Konto die Zwei-Faktor-Authentifizierung nutzt, erstellen Sie dort ein App-Passwort.',
  server: 'URL des Servers',
  username: 'Benutzername',
  password: 'Passwort',
  connectIt: 'Verbinden',
  state: {
    connecting: 'Erste Synchronisierung läuft. Bis sie fertig ist, kann niemand Sie buchen.',
    fresh: 'Zuletzt synchronisiert: {when}.',
    late: '{reason} Wir verwenden weiter die Termine der letzten Synchronisierung ({when}).',
    lost: '{reason} Niemand kann Sie buchen, bis dieser Kalender wieder synchronisiert wird.',
    lostOpen:
      '{reason} Sie nehmen weiter Buchungen an, aber Termine in diesem Kalender blockieren Ihre Zeit nicht mehr.',
  },
  never: 'nie',
  chip: {
    connecting: 'Wird verbunden',
    fresh: 'Aktuell',
    syncing: 'Wird synchronisiert…',
    late: 'Synchronisierung verzögert',
    lost: 'Synchronisierung fehlgeschlagen',
  },
  conflicts: 'Auf Konflikte prüfen',
  conflictsOf: '{name} auf Konflikte prüfen',
  bookings: 'Buchungen in diesen Kalender eintragen',
  bookingsOf: 'Buchungen in {name} eintragen',
  tentative: 'Vorläufige Termine einbeziehen',
  tentativeOf: 'Vorläufige Termine von {name} einbeziehen',
  readOnly: 'Schreibgeschützt',
  isNew: 'Neu',
  emptyOfOthers:
    'Keine Termine gefunden. Dieser Kalender gehört jemand anderem, und dessen Termine sind möglicherweise nicht für Sie freigegeben. Er blockiert Ihre Zeit nicht.',
  nothingCounts:
    'Keiner Ihrer Kalender blockiert Ihre Zeit. Sie können gebucht werden, während Sie beschäftigt sind. Schalten Sie „{counts}“ für mindestens einen Kalender ein.',
  unread: {
    one: '{count} Termin konnte nicht vollständig gelesen werden. Er blockiert Ihre Zeit ab seinem Beginn.',
    other: '{count} Termine konnten nicht vollständig gelesen werden. Sie blockieren Ihre Zeit ab ihrem Beginn.',
  },
  syncNow: 'Jetzt synchronisieren',
  reconnect: 'Neu verbinden',
  newPassword: 'Neues Passwort',
  newUrl: 'Neue URL des Feeds',
  saveAndSync: 'Speichern und synchronisieren',
  stayOpen: 'Weiter Buchungen annehmen, wenn dieser Kalender nicht synchronisiert werden kann',
  more: 'Weitere Aktionen für {account}',
  disconnect: 'Trennen',
  disconnectHint: 'Die synchronisierten Zeiten und die Zugangsdaten werden sofort gelöscht.',
  removeMeetings: 'Bevorstehende Termine vorher aus diesem Kalender entfernen',
  finishTitle: 'Kalender verbinden',
  finish: 'Zugriff erlaubt. Noch ein Schritt.',
  finishButton: 'Abschließen',
  denied: 'Es wurde kein Kalender verbunden, weil der Zugriff nicht erlaubt wurde.',
  known: 'Dieser Kalender ist bereits verbunden.',
  tooMany: 'Sie haben das Limit von 10 verbundenen Konten erreicht. Trennen Sie zuerst eines.',
  notAnAddress: 'Geben Sie eine vollständige URL ein, die mit https:// beginnt.',
  settled: 'Diese Anfrage wurde bereits bearbeitet.',
  done: {
    connected: 'Kalender verbunden. Erste Synchronisierung läuft.',
    disconnected: 'Kalender getrennt',
    syncing: 'Synchronisierung gestartet',
    saved: 'Gespeichert',
  },
  faults: {
    wrong_credentials:
      'Der Kalenderserver hat Benutzername und Passwort abgelehnt. Dienste mit Zwei-Faktor-Authentifizierung wie iCloud und Fastmail verlangen ein App-Passwort: Erstellen Sie eines in den Einstellungen Ihres Kontos dort.',
    revoked:
      'Der Kalenderdienst hat unseren Zugriff beendet: Er wurde widerrufen, das Passwort wurde geändert, oder er wurde monatelang nicht genutzt. Verbinden Sie den Kalender neu.',
    revoked_in_testing:
      'Google hat unseren Zugriff nach sieben Tagen beendet, weil der OAuth-Zustimmungsbildschirm dieses Servers im Testmodus ist. Verbinden Sie den Kalender neu, und bitten Sie den Server-Administrator, den Zustimmungsbildschirm zu veröffentlichen.',
    consent_expired: 'Die Zugriffsanfrage ist abgelaufen oder wurde bereits verwendet. Beginnen Sie von vorn.',
    consent_incomplete:
      'Wir benötigen die Erlaubnis, Ihren Kalender zu lesen und zu schreiben, aber nicht alles wurde erlaubt. Beginnen Sie von vorn, und lassen Sie alle Häkchen gesetzt.',
    wrong_client:
      'Der Kalenderdienst erkennt diesen Server nicht. Bitten Sie den Server-Administrator, die Client-ID und das Client-Secret zu prüfen.',
    forbidden:
      'Der Kalenderserver lässt dieses Konto den Kalender nicht lesen. Prüfen Sie dort die Freigabeeinstellungen.',
    gone: 'Unter dieser URL gibt es keinen Kalender mehr. Prüfen Sie die URL, oder verbinden Sie den Kalender neu.',
    not_allowed:
      'Diese URL ist nicht erlaubt: Kalender müssen per https im öffentlichen Internet erreichbar sein. Der Server-Administrator kann andere Adressen erlauben.',
    unknown_name: 'Unter diesem Namen wurde kein Server gefunden. Prüfen Sie die URL auf Tippfehler.',
    unreachable: 'Der Kalenderserver ist derzeit nicht erreichbar.',
    certificate:
      'Das Zertifikat des Kalenderservers ist ungültig, daher haben wir nichts gesendet. Der Administrator dieses Servers muss es erneuern.',
    timed_out: 'Der Kalenderserver hat nicht rechtzeitig geantwortet.',
    busy: 'Der Kalenderserver bittet uns, bis zur nächsten Synchronisierung zu warten.',
    server_error: 'Der Kalenderserver hat einen internen Fehler gemeldet.',
    not_a_calendar:
      'Unter dieser URL ist kein Kalender. URLs von Feeds enden oft auf .ics: Kopieren Sie die URL aus den Freigabeeinstellungen Ihres Kalenders.',
    no_calendars: 'Dieses Konto hat keine Kalender mit Terminen.',
    too_large:
      'Dieser Kalender oder dieses Konto ist zu groß. Die Grenzen sind 20 MB pro Kalender und 500 Kalender pro Konto.',
    bad_answer: 'Wir konnten die Antwort des Kalenderservers nicht vollständig lesen.',
    conflict: 'Der Termin wurde gleichzeitig auf dem Kalenderserver geändert.',
    cursor_expired: 'Der Kalenderdienst verlangt eine vollständige Synchronisierung.',
    silent: 'Der Kalender wurde seit einem Tag nicht synchronisiert.',
  },
}
