import { account } from './account/de.ts'
import type { Language } from './language.ts'
import type { MailTexts } from './mail-texts.ts'
import type { PageTexts } from './page-texts.ts'
import { requests } from './requests/de.ts'

const pages: PageTexts = {
  optional: 'optional',
  back: 'Zurück',
  language: 'Sprache',

  profileHint: 'Wählen Sie, was Sie buchen möchten.',
  profileEmpty: 'Hier können zurzeit keine Termine gebucht werden.',
  teamHint: 'Wählen Sie, wen Sie treffen möchten.',
  upTo: { one: 'Bis zu {count} Person', other: 'Bis zu {count} Personen' },

  chooseDay: 'Tag wählen',
  dayFirst: 'Wählen Sie einen Tag, um die verfügbaren Zeiten zu sehen.',
  previousMonth: 'Vorheriger Monat',
  nextMonth: 'Nächster Monat',
  timeZone: 'Zeitzone',
  searchZone: 'Nach Stadt, Land oder Zeitzone suchen',
  noZone: 'Keine Ergebnisse. Versuchen Sie es mit einer anderen Stadt, einem anderen Land oder einer anderen Zeitzone.',
  clock: 'Zeitformat',
  clockHours: '{hours} h',
  show: 'Zeiten anzeigen',
  duration: 'Dauer',
  loading: 'Verfügbare Zeiten werden geladen …',
  loadFailed: 'Die verfügbaren Zeiten konnten nicht geladen werden.',
  tryAgain: 'Erneut versuchen',
  noTimes: 'Keine verfügbaren Zeiten im {month}.',
  showMonth: 'Zu {month}',
  noTimesAtAll: 'Zurzeit sind keine Zeiten verfügbar.',
  otherTypes: 'Andere Termine mit {name}',
  timesOn: 'Verfügbare Zeiten am {date}',
  dayWithout: '{date}: keine verfügbaren Zeiten',
  availableTimes: { one: '{count} verfügbare Zeit', other: '{count} verfügbare Zeiten' },
  seatsLeft: { one: 'Noch {count} Platz', other: 'Noch {count} Plätze' },

  location: 'Ort',
  inPerson: 'Vor Ort',
  videoCall: 'Videoanruf',
  phoneCall: 'Telefonanruf',
  weCallYou: 'Wir rufen Sie an',
  youCallUs: 'Sie rufen uns an',
  youChoose: 'Ein Ort Ihrer Wahl',
  locationAfterBooking: 'Den Ort erfahren Sie nach der Buchung',
  yourNumber: 'Ihre Telefonnummer',
  yourLocation: 'Wo möchten Sie sich treffen?',
  toFollow: 'Details folgen',

  yourDetails: 'Ihre Angaben',
  name: 'Name',
  firstName: 'Vorname',
  lastName: 'Nachname',
  email: 'E-Mail',
  addGuests: 'Gäste hinzufügen',
  guests: 'Gäste',
  guestsHint: 'Bis zu 10 E-Mail-Adressen, durch Kommas getrennt.',
  other: 'Anderes',
  otherAnswer: 'Ihre Antwort',
  book: 'Buchung bestätigen',
  booking: 'Wird gebucht …',
  rescheduling: 'Wird verschoben …',

  fixErrors: 'Bitte korrigieren Sie Folgendes:',
  missing: 'Dieses Feld ist erforderlich.',
  wrongEmail: 'Geben Sie eine gültige E-Mail-Adresse ein, etwa name@example.com.',
  wrongNumber: 'Geben Sie eine gültige Telefonnummer ein, etwa +49 30 901820.',
  wrongGuest: '„{address}“ ist keine gültige E-Mail-Adresse. Trennen Sie mehrere Adressen durch Kommas.',
  tooManyGuests: 'Sie können bis zu 10 Gäste hinzufügen.',
  wrongChoice: 'Wählen Sie eine der Optionen.',
  missingOther: 'Geben Sie Ihre Antwort ein oder wählen Sie eine andere Option.',
  tooLong: 'Kürzen Sie den Text auf höchstens {count} Zeichen.',
  taken: 'Diese Zeit ist nicht mehr verfügbar. Wählen Sie eine andere.',
  takenKept: 'Diese Zeit ist nicht mehr verfügbar. Wählen Sie eine andere. Ihre Angaben bleiben erhalten.',
  hasSeat: 'Sie haben zu dieser Zeit bereits einen Platz. Möchten Sie einen weiteren buchen?',
  bookAnotherSeat: 'Weiteren Platz buchen',
  request: 'Termin anfragen',
  requestHint: 'Ihre Buchung ist eine Anfrage, bis {hosts} sie annimmt.',
  otherTimes: 'Weitere verfügbare Zeiten an diesem Tag',
  sendFailed: 'Senden fehlgeschlagen. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
  stale: 'Diese Seite war zu lange geöffnet. Senden Sie das Formular noch einmal ab.',
  refusedEmail: 'Diese E-Mail-Adresse kann hier nicht verwendet werden. Geben Sie eine andere ein.',
  sealedOff:
    'Die Website, die diese Seite einbettet, blockiert ihre Formulare. Öffnen Sie die Seite in einem eigenen Fenster: {address}',
  tooOften: 'Zu viele Versuche. Warten Sie {minutes} und versuchen Sie es dann erneut.',
  minutes: { one: '{count} Minute', other: '{count} Minuten' },

  booked: 'Ihr Termin ist gebucht',
  rescheduled: 'Ihr Termin wurde verschoben',
  bookedHint: 'Eine Bestätigung ist unterwegs an {email}.',
  bookedWithoutMail:
    'Gebucht als {email}. Dieser Server kann keine E-Mails senden: Speichern Sie diese Seite, um später zu verschieben oder abzusagen.',
  meeting: 'Termin',
  when: 'Wann',
  host: 'Gastgeber',
  previousTime: 'Bisherige Zeit: {time}',
  addToCalendar: 'Zum Kalender hinzufügen',
  calendarFile: 'Kalenderdatei',
  plansChange: 'Möchten Sie etwas ändern?',
  reschedule: 'Verschieben',
  cancel: 'Absagen',
  join: 'Am Meeting teilnehmen',

  cancelTitle: 'Diesen Termin absagen?',
  reason: 'Grund',
  cancelIt: 'Termin absagen',
  keepIt: 'Termin behalten',

  stopTitle: 'Keine Erinnerungen mehr senden?',
  stopHint:
    'Sie und Ihre Gäste erhalten keine Erinnerungen an diesen Termin mehr. Über Änderungen und Absagen informieren wir Sie weiterhin per E-Mail.',
  stopHintGuest:
    'Sie erhalten keine Erinnerungen an diesen Termin mehr. Über Änderungen und Absagen informieren wir Sie weiterhin per E-Mail.',
  stopIt: 'Erinnerungen abbestellen',
  stopped: 'Erinnerungen abbestellt',

  canceled: 'Dieser Termin wurde abgesagt',
  canceledBy: 'Abgesagt von {name}.',
  bookAgain: 'Neuen Termin buchen',
  moveHeading: '{name} verschieben',
  moveTitle: 'Neue Zeit bestätigen',
  moveIt: 'Termin verschieben',
  currentTime: 'Derzeit gebucht für {time}',
  sameTime: 'Ihr Termin ist bereits zu dieser Zeit. Wählen Sie eine andere.',
  movedTitle: 'Dieser Termin wurde verschoben',
  moved: 'Die neue Zeit finden Sie unten.',
  seeNew: 'Termin ansehen',

  goOn: 'Weiter',
  leadsOnTitle: 'Noch ein Schritt',
  leadsOn: 'Aufgrund Ihrer Antworten geht es bei {host} weiter.',
  openSite: 'Weiter zu {host}',

  notFoundTitle: 'Seite nicht gefunden',
  notFound: 'Prüfen Sie den Link auf Tippfehler oder bitten Sie die Person, von der Sie ihn haben, um einen neuen.',
  inactiveTitle: 'Keine Buchungen möglich',
  inactive:
    'Über diese Seite sind zurzeit keine Buchungen möglich. Wenden Sie sich an die Person, von der Sie den Link haben.',
  usedTitle: 'Dieser Einmal-Link wurde bereits verwendet',
  used: 'Bitten Sie die Person, von der Sie ihn haben, um einen neuen Link.',
  expiredTitle: 'Dieser Link ist abgelaufen',
  expired: 'Bitten Sie die Person, von der Sie ihn haben, um einen neuen Link.',
  overTitle: 'Dieser Termin ist vorbei',
  over: 'Vergangene Termine können nicht mehr geändert werden.',
  wrongTitle: 'Das hat nicht geklappt',
  wrong:
    'Das Formular konnte nicht gelesen werden. Gehen Sie zurück, laden Sie die Seite neu und versuchen Sie es erneut.',
  tooMuch: 'Ihre Eingaben sind zu umfangreich. Kürzen Sie sie und versuchen Sie es erneut.',
  waitTitle: 'Bitte warten Sie einen Moment',
  awayTitle: 'Vorübergehend nicht erreichbar',
  away: 'Der Dienst antwortet gerade nicht. Versuchen Sie es gleich noch einmal.',
  faultTitle: 'Etwas ist schiefgegangen',
  fault: 'Der Fehler liegt bei uns und wurde protokolliert. Versuchen Sie es gleich noch einmal.',
}

const mails: MailTexts = {
  hello: 'Guten Tag {name},',
  helloWithoutName: 'Guten Tag,',
  subject: {
    booked: '{event} mit {name}, {when}',
    bookedForHost: 'Neue Buchung: {event} mit {name}, {when}',
    moved: 'Verschoben: {event} mit {name}, {when}',
    canceled: 'Abgesagt: {event} mit {name}, {when}',
    linked: 'Link zur Teilnahme: {event} mit {name}, {when}',
    reminder: 'Erinnerung: {event} mit {name}, {when}',
  },
  intro: {
    bookedForInvitee: 'Ihr Termin mit {host} ist bestätigt.',
    bookedForGuest: '{invitee} hat Sie zu einem Termin mit {host} eingeladen.',
    bookedForHost: '{invitee} hat einen Termin mit Ihnen gebucht.',
    moved: 'Ihr Termin mit {name} wurde verschoben.',
    linked: 'Hier ist der Link zur Teilnahme: {event}.',
    canceled: 'Ihr Termin mit {name} wurde abgesagt.',
    groupCanceled: '{event} wurde abgesagt.',
    seatCanceled: '{invitee} nimmt nicht mehr an {event} teil.',
    reminder: 'Ihr Termin mit {name} ist {when}.',
    groupReminder: '{event} ist {when}.',
  },
  moment: { today: 'heute um {time}', tomorrow: 'morgen um {time}', later: 'am {day} um {time}' },
  label: {
    meeting: 'Termin',
    when: 'Wann',
    previousTime: 'Bisherige Zeit',
    location: 'Ort',
    host: 'Gastgeber',
    invitee: 'Teilnehmer',
    guests: 'Gäste',
    seats: 'Belegte Plätze',
    canceledBy: 'Abgesagt von',
    rescheduledBy: 'Verschoben von',
    reason: 'Grund',
  },
  location: {
    hostCalls: 'Anruf unter {number}',
    inviteeCalls: 'Rufen Sie {number} an',
    inviteeCallsYou: 'Der Teilnehmer ruft {number} an',
    conference: 'Videoanruf',
  },
  action: {
    view: 'Termin ansehen',
    reschedule: 'Verschieben',
    cancel: 'Absagen',
    stopReminders: 'Erinnerungen abbestellen',
  },
  worksOnce: 'Dieser Link kann einmal verwendet werden und ist gültig bis {until}.',
  notRequested: 'Wenn Sie dies nicht angefordert haben, können Sie diese E-Mail ignorieren.',
  invitation: {
    subject: 'Treten Sie {organization} bei',
    intro: '{name} hat Sie eingeladen, {organization} beizutreten.',
    action: '{organization} beitreten',
    notExpected: 'Wenn Sie diese Einladung nicht erwartet haben, können Sie diese E-Mail ignorieren.',
  },
  firstPassword: {
    subject: 'Richten Sie Ihr Konto bei {organization} ein',
    intro:
      '{organization} plant Termine jetzt hier. Ihre Terminarten und Termine wurden importiert. Legen Sie ein Passwort fest, um sich anzumelden.',
    action: 'Passwort festlegen',
  },
  passwordReset: {
    subject: 'Passwort zurücksetzen',
    intro: 'Wir haben eine Anfrage erhalten, das Passwort Ihres Kontos zurückzusetzen.',
    action: 'Passwort zurücksetzen',
  },
  emailChange: {
    subject: 'Bestätigen Sie Ihre neue E-Mail-Adresse',
    intro: 'Bestätigen Sie, dass Sie diese E-Mail-Adresse für Ihr Konto verwenden möchten.',
    action: 'E-Mail-Adresse bestätigen',
  },
  webhookDisabled: {
    subject: 'Ihr Webhook wurde abgeschaltet',
    intro:
      'Zustellungen an diese URL sind 24 Stunden lang fehlgeschlagen, daher haben wir Ihren Webhook abgeschaltet: {url}',
    action: 'Webhooks ansehen',
    advice:
      'Sobald die URL wieder erreichbar ist, schalten Sie den Webhook wieder ein. Er erhält einen neuen Signaturschlüssel. Fehlgeschlagene Zustellungen werden 30 Tage aufbewahrt und können wiederholt werden. Ereignisse, während der Webhook abgeschaltet ist, werden nicht gesendet.',
    reasons: {
      creator_left:
        '{name} hat diesen Webhook erstellt und ist nicht mehr Mitglied Ihrer Organisation, daher haben wir ihn abgeschaltet: {url}',
      creator_demoted:
        '{name} hat diesen Webhook erstellt und hat die dafür nötige Rolle nicht mehr, daher haben wir ihn abgeschaltet: {url}',
      advice:
        'Wenn Sie den Webhook noch brauchen, schalten Sie ihn wieder ein. Er erhält einen neuen Signaturschlüssel. Andernfalls löschen Sie ihn.',
    },
  },
  calendarLost: {
    subject: 'Ihr Kalender {account} kann nicht synchronisiert werden',
    intro: 'Wir können {account} nicht mehr synchronisieren und wissen daher nicht, wann Sie beschäftigt sind.',
    action: 'Kalender ansehen',
    reasons: {
      credentials: 'Der Kalenderserver akzeptiert das Passwort nicht mehr.',
      gone: 'Der Kalender ist unter seiner Adresse nicht mehr vorhanden.',
      silent: 'Der Kalenderserver hat seit 24 Stunden nicht geantwortet.',
    },
    closed:
      'Um Doppelbuchungen zu vermeiden, können Sie erst wieder gebucht werden, wenn die Synchronisierung funktioniert. Bestehende Termine bleiben erhalten.',
    open: 'Sie können weiterhin gebucht werden, aber Ereignisse in diesem Kalender blockieren Ihre Zeit nicht, bis er wieder synchronisiert wird.',
    advice: 'Verbinden Sie den Kalender erneut oder geben Sie ein neues Passwort ein.',
    removed: {
      subject: 'Ihr Kalender {account} wurde gelöscht',
      intro:
        'Er wurde in Ihrem Kalenderkonto gelöscht und blockiert Ihre Zeit nicht mehr. Ihre anderen Kalender blockieren sie weiterhin.',
    },
  },
  calendarChanged: {
    moved: {
      subject: '„{name}“ wurde in Ihrem Kalender verschoben',
      intro: 'In Ihrem Kalender ist der Termin jetzt am {there}. Ihre Teilnehmer erwarten Sie weiterhin am {booked}.',
      action: 'Termin verschieben',
    },
    deleted: {
      subject: '„{name}“ wurde in Ihrem Kalender gelöscht',
      intro: 'Der Termin steht nicht mehr in Ihrem Kalender. Ihre Teilnehmer erwarten Sie weiterhin am {booked}.',
      action: 'Termin absagen',
    },
    longer: {
      subject: '„{name}“ ist in Ihrem Kalender länger',
      intro:
        'In Ihrem Kalender endet der Termin jetzt am {there}, und die zusätzliche Zeit ist blockiert. Ihre Teilnehmer erwarten den Termin am {booked} weiterhin so, wie er gebucht wurde.',
      action: 'Längere Zeit behalten',
    },
    shorter: {
      subject: '„{name}“ ist in Ihrem Kalender kürzer',
      intro:
        'In Ihrem Kalender endet der Termin jetzt am {there}. Ihre Teilnehmer erwarten den Termin am {booked} weiterhin so, wie er gebucht wurde.',
      action: 'Kürzere Zeit behalten',
    },
    freed: {
      subject: '„{name}“ wurde in Ihrem Kalender auf „frei“ gesetzt',
      intro:
        'Ihr Kalender zeigt Sie während dieses Termins als frei an. Ihre Teilnehmer erwarten Sie weiterhin am {booked}.',
      action: 'Termin absagen',
    },
    canceled: {
      subject: '„{name}“ wurde in Ihrem Kalender abgesagt',
      intro: 'Ihr Kalender zeigt diesen Termin als abgesagt an. Ihre Teilnehmer erwarten Sie weiterhin am {booked}.',
      action: 'Termin absagen',
    },
    restore: 'Im Kalender wiederherstellen',
    unchanged: 'Bis Sie sich entscheiden, bleibt der Termin wie gebucht.',
  },
  missingLink: {
    subject: 'Noch kein Link für „{name}“',
    intro: 'Die Videokonferenz für „{name}“ am {when} hat keinen Link, daher kann noch niemand teilnehmen.',
    none: 'Noch kein Link',
    waiting: 'Der Link wird gerade erstellt.',
    trying: 'Wir versuchen es weiter, bis der Termin beginnt.',
    failed: 'Wir versuchen es nicht mehr.',
    again: 'Erneut versuchen',
    enter: 'Link eingeben',
    label: 'Link zum Teilnehmen',
    save: 'Link speichern',
    until: 'Diese Schaltflächen funktionieren, bis der Termin einen Link hat.',
    started:
      'Wir versuchen es erneut. Wenn es nicht innerhalb von fünf Minuten klappt, erhalten Sie eine weitere E-Mail.',
    saved: 'Link gespeichert. Alle, die eine E-Mail ohne ihn erhalten haben, bekommen eine weitere.',
    settledTitle: 'Hier gibt es nichts zu tun',
    settled:
      'Der Termin hat inzwischen einen Link, wurde abgesagt oder verschoben oder ist vorbei. Wenn ein weiterer Versuch nicht geklappt hat, verwenden Sie den Link in unserer neuesten E-Mail.',
    reasons: {
      access: 'Der Videodienst lässt uns nicht zu: Verbinden Sie das Konto unter „Integrationen“ neu.',
      permission:
        'Der Videodienst lässt das Konto keine Videokonferenzen anlegen: Prüfen Sie dort den Tarif und die Berechtigungen der App.',
      setUp:
        'Der Videodienst erkennt diesen Server nicht: Der Server-Administrator muss die Client-ID und das Client-Secret prüfen.',
      unknown: 'Der Videodienst kennt Sie nicht unter Ihrer E-Mail-Adresse.',
      account: 'Es ist kein Konto verbunden, das die Videokonferenz anlegen könnte.',
      calendar: 'Wir konnten nicht in Ihren Kalender schreiben, der den Link erstellt.',
      noConference:
        'Ihr Kalender hat keine Videokonferenz angelegt. Vielleicht lassen sein Tarif oder seine Einstellungen das nicht zu.',
      away: 'Der Videodienst ist nicht erreichbar oder hat einen Fehler gemeldet.',
    },
  },
  accountLost: {
    subject: 'Wir können mit {account} keine Videokonferenzen anlegen',
    intro: '{account} lässt uns nicht mehr zu, daher erhalten neue Termine keinen Link.',
    shared: 'Das betrifft die Termine aller Mitglieder, die dieses Konto verwenden.',
    advice: 'Verbinden Sie das Konto neu. Termine ohne Link erhalten dann einen.',
    action: 'Integrationen ansehen',
  },
}

export const german: Language = {
  locale: 'de',
  name: 'Deutsch',
  notation: '24h',
  firstWeekday: 1,
  date: '{weekday}, {day}. {month} {year}',
  shortDate: '{weekday}, {day}. {month}',
  month: '{month} {year}',
  halves: ['AM', 'PM'],
  minutes: { one: '{count} Minute', other: '{count} Minuten' },
  hours: { one: '{count} Stunde', other: '{count} Stunden' },
  pages,
  mails,
  requests,
  account,
}
