import { account } from './account/de.ts'
import type { Language } from './language.ts'
import type { MailTexts } from './mail-texts.ts'
import type { PageTexts } from './page-texts.ts'

const pages: PageTexts = {
  optional: 'optional',
  back: 'Zurück',
  language: 'Sprache',

  profileHint: 'Wählen Sie, was Sie buchen möchten.',
  profileEmpty: 'Hier kann zurzeit nichts gebucht werden.',
  teamHint: 'Wählen Sie, wen Sie treffen möchten.',
  upTo: { one: 'Bis zu {count} Person', other: 'Bis zu {count} Personen' },

  chooseDay: 'Tag wählen',
  dayFirst: 'Wählen Sie einen Tag, um seine Zeiten zu sehen.',
  previousMonth: 'Vorheriger Monat',
  nextMonth: 'Nächster Monat',
  timeZone: 'Zeitzone',
  searchZone: 'Stadt, Land oder Zeitzone suchen',
  noZone: 'So heißt keine Stadt, kein Land und keine Zeitzone.',
  clock: 'Uhr',
  clockHours: '{hours} h',
  show: 'Anzeigen',
  duration: 'Dauer',
  loading: 'Freie Zeiten werden gesucht …',
  loadFailed: 'Die freien Zeiten konnten nicht geladen werden.',
  tryAgain: 'Noch einmal versuchen',
  noTimes: 'Im {month} ist nichts frei.',
  lookAt: '{month} ansehen',
  noTimesAtAll: 'Zurzeit ist nichts frei.',
  otherTypes: 'Andere Termine mit {name}',
  timesOn: 'Freie Zeiten am {date}',
  dayWithout: '{date}: nichts frei',
  timesFree: { one: '{count} freie Zeit', other: '{count} freie Zeiten' },
  seatsLeft: { one: 'Noch {count} Platz', other: 'Noch {count} Plätze' },

  where: 'Wo',
  inPerson: 'Vor Ort',
  videoCall: 'Videogespräch',
  phoneCall: 'Telefonat',
  weCallYou: 'Wir rufen Sie an',
  youCallUs: 'Sie rufen uns an',
  youChoose: 'Ein Ort Ihrer Wahl',
  toldLater: 'Den Ort erfahren Sie nach der Buchung',
  yourNumber: 'Unter welcher Nummer erreichen wir Sie?',
  yourPlace: 'Wo möchten Sie sich treffen?',
  toFollow: 'Einzelheiten folgen',

  yourDetails: 'Ihre Angaben',
  name: 'Name',
  firstName: 'Vorname',
  lastName: 'Nachname',
  email: 'E-Mail-Adresse',
  addGuests: 'Gäste hinzufügen',
  guests: 'Gäste',
  guestsHint: 'E-Mail-Adressen, durch Kommas getrennt, höchstens zehn.',
  other: 'Anderes',
  otherAnswer: 'Ihre eigene Antwort',
  book: 'Buchen',
  sending: 'Wird gesendet …',

  lookAgain: 'Bitte sehen Sie hier noch einmal nach:',
  missing: 'Bitte füllen Sie dies aus.',
  wrongEmail: 'Bitte geben Sie eine vollständige E-Mail-Adresse an, etwa name@example.com.',
  wrongNumber: 'Bitte geben Sie eine Telefonnummer mit Ländervorwahl an, etwa +49 30 901820.',
  wrongGuest:
    '„{address}“ ist keine E-Mail-Adresse. Bitte geben Sie Adressen wie name@example.com an, durch Kommas getrennt.',
  tooManyGuests: 'Bitte nennen Sie höchstens zehn Gäste.',
  wrongChoice: 'Bitte wählen Sie eine der Möglichkeiten.',
  missingOther: 'Bitte schreiben Sie Ihre eigene Antwort, oder wählen Sie eine andere.',
  tooLong: 'Bitte kürzen Sie dies auf {count} Zeichen.',
  taken: 'Diese Zeit ist nicht mehr frei. Bitte wählen Sie eine andere Zeit.',
  takenKept: 'Diese Zeit ist nicht mehr frei. Ihre Angaben bleiben erhalten: Bitte wählen Sie eine andere Zeit.',
  hasSeat: 'Sie haben für diese Zeit schon einen Platz. Möchten Sie noch einen buchen?',
  bookAnotherSeat: 'Weiteren Platz buchen',
  stillFree: 'An diesem Tag noch frei',
  sendFailed: 'Das ist nicht bei uns angekommen. Bitte prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
  stale: 'Diese Seite war zu lange offen. Bitte senden Sie noch einmal ab.',
  sealedOff:
    'Die Website, in der diese Seite steht, lässt hier keine Buchung zu. Bitte öffnen Sie sie in einem eigenen Fenster: {address}',
  tooOften: 'Das war zu oft. Bitte warten Sie {minutes} und versuchen Sie es dann noch einmal.',
  minutes: { one: '{count} Minute', other: '{count} Minuten' },

  booked: 'Ihr Termin ist gebucht',
  rescheduled: 'Ihr Termin ist verschoben',
  bookedHint: 'Eine Bestätigung ist unterwegs an {email}.',
  bookedWithoutMail:
    'Gebucht als {email}. Dieser Server kann keine E-Mails senden: Speichern Sie diese Seite, um später zu verschieben oder abzusagen.',
  what: 'Was',
  when: 'Wann',
  withWhom: 'Mit',
  formerly: 'Bisher: {time}',
  addToCalendar: 'In Ihren Kalender eintragen',
  calendarFile: 'Kalenderdatei',
  plansChange: 'Kommt etwas dazwischen?',
  reschedule: 'Andere Zeit wählen',
  cancel: 'Absagen',
  join: 'Am Gespräch teilnehmen',

  cancelTitle: 'Diesen Termin absagen?',
  reason: 'Grund',
  cancelIt: 'Termin absagen',
  keepIt: 'Behalten',

  stopTitle: 'Nicht mehr erinnern?',
  stopHint:
    'Sie und Ihre Begleitung werden an diesen Termin nicht mehr erinnert. Änderungen und Absagen kommen weiterhin per E-Mail.',
  stopHintGuest:
    'Sie erhalten keine Erinnerungen an diesen Termin mehr. Änderungen und Absagen werden weiterhin gesendet.',
  stopIt: 'Nicht mehr erinnern',
  stopped: 'Keine Erinnerungen mehr',

  canceled: 'Dieser Termin ist abgesagt',
  canceledBy: 'Abgesagt von {name}.',
  bookAgain: 'Neuen Termin buchen',
  moveTitle: 'Neue Zeit bestätigen',
  moveIt: 'Termin verschieben',
  bookedNow: 'Aktuelle Zeit: {time}',
  sameTime: 'Das ist die bisherige Zeit. Bitte wählen Sie eine andere.',
  movedTitle: 'Dieser Termin wurde verschoben',
  moved: 'Er findet jetzt zu einer anderen Zeit statt.',
  seeNew: 'Neue Zeit ansehen',

  goOn: 'Weiter',
  leadsOnTitle: 'Bitte hier weiter',
  leadsOn: 'Ihre Antworten führen zu {host}.',
  openSite: '{host} öffnen',

  notFoundTitle: 'Hier ist nichts',
  notFound:
    'Vielleicht ist die Adresse falsch geschrieben, oder was hier war, gibt es nicht mehr. Bitte fragen Sie die Person, die sie Ihnen gegeben hat.',
  inactiveTitle: 'Das kann jetzt nicht gebucht werden',
  inactive:
    'Hier werden zurzeit keine Buchungen angenommen. Bitte fragen Sie die Person, die Ihnen den Link gegeben hat, nach einem anderen Weg.',
  usedTitle: 'Dieser Link wurde schon benutzt',
  used: 'Er galt für eine einzige Buchung, und die ist erfolgt. Bitte fragen Sie nach einem neuen Link.',
  expiredTitle: 'Dieser Link ist abgelaufen',
  expired: 'Er wurde zu lange nicht benutzt. Bitte fragen Sie nach einem neuen Link.',
  overTitle: 'Dieser Termin ist vorbei',
  over: 'Was stattgefunden hat, kann nicht mehr geändert werden.',
  wrongTitle: 'Das hat nicht geklappt',
  wrong:
    'Die Seite konnte nicht verstehen, was gesendet wurde. Bitte gehen Sie zurück, laden Sie sie neu und versuchen Sie es noch einmal.',
  tooMuch:
    'Was Sie gesendet haben, ist größer, als eine Seite annimmt. Bitte kürzen Sie es und versuchen Sie es noch einmal.',
  waitTitle: 'Bitte warten Sie einen Moment',
  awayTitle: 'Nicht erreichbar',
  away: 'Der Dienst kann gerade nicht antworten. Bitte versuchen Sie es noch einmal.',
  faultTitle: 'Etwas ist schiefgegangen',
  fault: 'Das ist unser Fehler, und er wurde festgehalten. Bitte versuchen Sie es gleich noch einmal.',
}

const mails: MailTexts = {
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
    guests: 'Weitere Gäste',
    seats: 'Belegte Plätze',
    canceledBy: 'Abgesagt von',
    movedBy: 'Verschoben von',
    reason: 'Grund',
  },
  place: {
    theyCall: 'Anruf unter {number}',
    youCall: 'Telefonat: bitte wählen Sie {number}',
    conference: 'Videogespräch',
  },
  action: {
    open: 'Öffnen',
    move: 'Verschieben',
    reschedule: 'Andere Zeit wählen',
    cancel: 'Absagen',
    stopReminders: 'Nicht mehr erinnern',
  },
  worksOnce: 'Dieser Link funktioniert einmal, bis {until}.',
  notYou: 'Wenn Sie das nicht angefordert haben, ignorieren Sie diese Nachricht: Es geschieht nichts.',
  invitation: {
    subject: 'Einladung zu {organization}',
    intro: '{name} lädt Sie ein, {organization} beizutreten.',
    action: 'Einladung beantworten',
  },
  firstPassword: {
    subject: 'Ihr Konto bei {organization}',
    intro:
      '{organization} plant Termine jetzt hier, mit Ihren Terminarten und Terminen. Legen Sie ein Passwort fest, um sich anzumelden.',
    action: 'Passwort festlegen',
  },
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
    intro:
      'An diese Adresse konnte 24 Stunden lang nichts zugestellt werden, daher wurde Ihr Webhook-Abonnement abgeschaltet: {url}',
    advice:
      'Sobald die Adresse wieder erreichbar ist, schalten Sie es wieder ein: Es erhält einen neuen Signaturschlüssel. Was fehlt, wird 30 Tage aufbewahrt und kann erneut gesendet werden.',
    reasons: {
      creator_left:
        '{name} hat diesen Webhook angelegt und gehört nicht mehr zu Ihrer Organisation, daher wurde er abgeschaltet: {url}',
      creator_demoted:
        '{name} hat diesen Webhook angelegt und hat die dafür nötige Rolle nicht mehr, daher wurde er abgeschaltet: {url}',
      advice:
        'Wenn Sie ihn weiterhin brauchen, schalten Sie ihn mit einem neuen Signaturschlüssel wieder ein. Andernfalls löschen Sie ihn.',
    },
  },
  calendarLost: {
    subject: 'Ihr Kalender {account} kann nicht gelesen werden',
    intro: 'Der Kalender {account} kann nicht mehr gelesen werden; wir wissen daher nicht, wann Sie beschäftigt sind.',
    reasons: {
      credentials: 'Der Server nimmt das Passwort nicht mehr an.',
      gone: 'An seiner Adresse gibt es ihn nicht mehr.',
      silent: 'Der Server hat seit 24 Stunden nicht geantwortet.',
      removed:
        'Er wurde in deinem Konto gelöscht und blockiert deine Zeit nicht mehr. Deine anderen Kalender zählen weiterhin.',
    },
    closed:
      'Bis er wieder gelesen werden kann, werden von Ihnen keine Zeiten angeboten, damit niemand über Ihre eigenen Termine bucht. Bereits gebuchte Treffen bleiben bestehen.',
    advice: 'Neu verbinden oder ein neues Passwort eingeben.',
  },
  calendarChanged: {
    moved: {
      subject: '„{name}“ wurde in Ihrem Kalender verschoben',
      intro: 'In Ihrem Kalender ist es jetzt am {there}. Ihre Gäste erwarten Sie weiterhin am {booked}.',
      action: 'Termin verschieben',
    },
    deleted: {
      subject: '„{name}“ wurde in Ihrem Kalender gelöscht',
      intro: 'Es steht nicht mehr in Ihrem Kalender. Ihre Gäste erwarten Sie weiterhin am {booked}.',
      action: 'Termin absagen',
    },
    longer: {
      subject: '„{name}“ ist in Ihrem Kalender länger',
      intro:
        'In Ihrem Kalender endet der Termin jetzt am {there}, und die zusätzliche Zeit ist blockiert. Ihre Gäste erwarten den Termin vom {booked} weiterhin so, wie er gebucht wurde.',
      action: 'Längere Zeit behalten',
    },
    shorter: {
      subject: '„{name}“ ist in Ihrem Kalender kürzer',
      intro:
        'In Ihrem Kalender endet der Termin jetzt am {there}. Ihre Gäste erwarten den Termin vom {booked} weiterhin so, wie er gebucht wurde.',
      action: 'Kürzere Zeit behalten',
    },
    freed: {
      subject: '„{name}“ wurde in Ihrem Kalender auf „frei“ gesetzt',
      intro:
        'Ihr Kalender zeigt Sie während dieses Termins als frei an. Ihre Gäste erwarten Sie weiterhin am {booked}.',
      action: 'Termin absagen',
    },
    canceled: {
      subject: '„{name}“ wurde in Ihrem Kalender abgesagt',
      intro: 'Ihr Kalender zeigt diesen Termin als abgesagt an. Ihre Gäste erwarten Sie weiterhin am {booked}.',
      action: 'Termin absagen',
    },
    restore: 'Wieder eintragen',
    unchanged: 'Bis Sie wählen, bleibt der Termin, wie er gebucht wurde.',
  },
}

export const german: Language = {
  locale: 'de',
  name: 'Deutsch',
  notation: '24h',
  firstWeekday: 1,
  date: '{weekday}, {day}. {month} {year}',
  month: '{month} {year}',
  halves: ['AM', 'PM'],
  minutes: { one: '{count} Minute', other: '{count} Minuten' },
  hours: { one: '{count} Stunde', other: '{count} Stunden' },
  pages,
  mails,
  account,
}
