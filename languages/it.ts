import { account } from './account/it.ts'
import type { Language } from './language.ts'
import type { MailTexts } from './mail-texts.ts'
import type { PageTexts } from './page-texts.ts'

const pages: PageTexts = {
  optional: 'facoltativo',
  back: 'Indietro',
  language: 'Lingua',

  profileHint: 'Scelga che cosa prenotare.',
  profileEmpty: 'Al momento qui non si può prenotare nulla.',
  teamHint: 'Scelga chi desidera incontrare.',
  upTo: { one: 'Fino a {count} persona', other: 'Fino a {count} persone' },

  chooseDay: 'Scelga un giorno',
  dayFirst: 'Scelga un giorno per vederne gli orari.',
  previousMonth: 'Mese precedente',
  nextMonth: 'Mese successivo',
  timeZone: 'Fuso orario',
  searchZone: 'Cerca una città, un paese o un fuso orario',
  noZone: 'Nessuna città, nessun paese o fuso orario si chiama così.',
  clock: 'Formato dell’ora',
  clockHours: '{hours} h',
  show: 'Mostra',
  duration: 'Durata',
  loading: 'Ricerca degli orari…',
  loadFailed: 'Non è stato possibile caricare gli orari.',
  tryAgain: 'Riprova',
  noTimes: 'Non ci sono orari a {month}.',
  lookAt: 'Vedi {month}',
  noTimesAtAll: 'Al momento non ci sono orari disponibili.',
  otherTypes: 'Altri appuntamenti con {name}',
  timesOn: 'Orari di {date}',
  dayWithout: '{date}: nessun orario',
  timesFree: { one: '{count} orario', many: '{count} orari', other: '{count} orari' },
  seatsLeft: { one: '{count} posto libero', many: '{count} posti liberi', other: '{count} posti liberi' },

  where: 'Dove',
  inPerson: 'Di persona',
  videoCall: 'Videochiamata',
  phoneCall: 'Telefonata',
  weCallYou: 'La chiamiamo noi',
  youCallUs: 'Ci chiama lei',
  youChoose: 'Un luogo a sua scelta',
  toldLater: 'Il luogo le sarà indicato dopo la prenotazione',
  yourNumber: 'Il numero a cui chiamarla',
  yourPlace: 'Dove desidera incontrarsi?',
  toFollow: 'I dettagli seguiranno',

  yourDetails: 'I suoi dati',
  name: 'Nome e cognome',
  firstName: 'Nome',
  lastName: 'Cognome',
  email: 'Indirizzo e-mail',
  addGuests: 'Aggiungi ospiti',
  guests: 'Ospiti',
  guestsHint: 'Indirizzi e-mail separati da virgole, al massimo dieci.',
  other: 'Altro',
  otherAnswer: 'La sua risposta',
  book: 'Prenota',
  sending: 'Invio in corso…',

  lookAgain: 'Per favore ricontrolli:',
  missing: 'Per favore compili questo campo.',
  wrongEmail: 'Scriva un indirizzo e-mail completo, per esempio nome@example.com.',
  wrongNumber: 'Scriva un numero di telefono con il prefisso internazionale, per esempio +39 06 1234 5678.',
  wrongGuest: '“{address}” non è un indirizzo e-mail. Scriva indirizzi come nome@example.com, separati da virgole.',
  tooManyGuests: 'Indichi al massimo dieci ospiti.',
  wrongChoice: 'Per favore scelga una di queste risposte.',
  missingOther: 'Scriva la sua risposta, oppure ne scelga un’altra.',
  tooLong: 'Abbrevi questo testo a {count} caratteri.',
  taken: 'Questo orario non è più libero. Ne scelga un altro.',
  takenKept: 'Questo orario non è più libero. Le sue risposte sono conservate: scelga un altro orario.',
  hasSeat: 'Ha già un posto a quest’ora. Vuole prenotarne un altro?',
  bookAnotherSeat: 'Prenota un altro posto',
  stillFree: 'Ancora libero quel giorno',
  sendFailed: 'Non ci è arrivato. Controlli la connessione e riprovi.',
  stale: 'Questa pagina è rimasta aperta troppo a lungo. Invii ancora una volta.',
  sealedOff:
    'Il sito che mostra questa pagina non permette di prenotare da qui. La apra in una finestra a parte: {address}',
  tooOften: 'È stato troppo spesso. Attenda {minutes} e riprovi.',
  minutes: { one: '{count} minuto', many: '{count} minuti', other: '{count} minuti' },

  booked: 'L’appuntamento è prenotato',
  rescheduled: 'Il suo appuntamento è stato spostato',
  bookedHint: 'Una conferma è in arrivo a {email}.',
  bookedWithoutMail:
    'Prenotato come {email}. Questo server non può inviare e-mail: salvi questa pagina per spostare o annullare più tardi.',
  what: 'Che cosa',
  when: 'Quando',
  withWhom: 'Con',
  formerly: 'Prima: {time}',
  addToCalendar: 'Aggiungi al calendario',
  calendarFile: 'File di calendario',
  plansChange: 'Un imprevisto?',
  reschedule: 'Scegli un altro orario',
  cancel: 'Annulla',
  join: 'Partecipa alla chiamata',

  cancelTitle: 'Annullare questo appuntamento?',
  reason: 'Motivo',
  cancelIt: 'Annulla l’appuntamento',
  keepIt: 'Mantieni',

  stopTitle: 'Non ricevere più promemoria?',
  stopHint:
    'Lei e i Suoi ospiti non riceverete più promemoria di questo incontro. Le modifiche e gli annullamenti verranno comunque inviati.',
  stopHintGuest:
    'Lei non riceverà più promemoria di questo incontro. Le modifiche e gli annullamenti verranno comunque inviati.',
  stopIt: 'Non ricevere più promemoria',
  stopped: 'Nessun altro promemoria',

  canceled: 'Questo appuntamento è annullato',
  canceledBy: 'Annullato da {name}.',
  bookAgain: 'Prenota un altro orario',
  moveTitle: 'Confermi il nuovo orario',
  moveIt: 'Sposta l’appuntamento',
  bookedNow: 'Orario attuale: {time}',
  sameTime: 'Questo è già l’orario dell’appuntamento. Ne scelga un altro.',
  movedTitle: 'Questo appuntamento è stato spostato',
  moved: 'Ora ha luogo in un altro momento.',
  seeNew: 'Vedi il nuovo orario',

  goOn: 'Continua',
  leadsOnTitle: 'Continui qui',
  leadsOn: 'Le sue risposte portano a {host}.',
  openSite: 'Apri {host}',

  notFoundTitle: 'Qui non c’è nulla',
  notFound: 'L’indirizzo potrebbe essere scritto male, o ciò che era qui non c’è più. Chieda a chi gliel’ha dato.',
  inactiveTitle: 'Ora non è possibile prenotare',
  inactive:
    'Al momento qui non si accettano prenotazioni. Chieda un altro modo per incontrarsi a chi le ha dato questo link.',
  usedTitle: 'Questo link è già stato usato',
  used: 'Valeva per una sola prenotazione, che è stata fatta. Chieda un nuovo link.',
  expiredTitle: 'Questo link è scaduto',
  expired: 'Non è stato usato per troppo tempo. Chieda un nuovo link.',
  overTitle: 'Questo appuntamento è passato',
  over: 'Ciò che ha avuto luogo non si può più cambiare.',
  wrongTitle: 'Non ha funzionato',
  wrong: 'La pagina non ha capito che cosa è stato inviato. Torni indietro, la ricarichi e riprovi.',
  tooMuch: 'Ciò che ha inviato è troppo grande. Per favore lo accorci e riprovi.',
  waitTitle: 'Attenda un momento',
  awayTitle: 'Non disponibile',
  away: 'Il servizio al momento non può rispondere. Riprovi.',
  faultTitle: 'Qualcosa è andato storto',
  fault: 'È colpa nostra, ed è stato registrato. Riprovi tra un momento.',
}

const mails: MailTexts = {
  hello: 'Salve {name},',
  helloSomebody: 'Salve,',
  subject: {
    booked: 'Confermato: {event} con {name}, {when}',
    bookedForHost: 'Nuovo appuntamento: {event} con {name}, {when}',
    moved: 'Modificato: {event} con {name}, {when}',
    canceled: 'Annullato: {event} con {name}, {when}',
    reminder: 'Promemoria: {event} con {name}, {when}',
  },
  intro: {
    bookedForInvitee: 'Il suo appuntamento con {host} è confermato.',
    bookedForGuest: '{invitee} la invita a un appuntamento con {host}.',
    bookedForHost: '{invitee} ha prenotato un appuntamento con lei.',
    moved: 'Questo appuntamento è stato spostato.',
    canceled: 'Questo appuntamento è stato annullato.',
    reminder: 'Questo appuntamento si terrà a breve.',
  },
  label: {
    what: 'Che cosa',
    when: 'Quando',
    before: 'Prima',
    where: 'Dove',
    host: 'Organizzatore',
    invitee: 'Invitato',
    guests: 'Ospiti',
    seats: 'Posti occupati',
    canceledBy: 'Annullato da',
    movedBy: 'Spostato da',
    reason: 'Motivo',
  },
  place: {
    theyCall: 'Telefonata al {number}',
    youCall: 'Telefonata: chiamare il {number}',
    conference: 'Videochiamata',
  },
  action: {
    open: 'Apri',
    move: 'Sposta',
    reschedule: 'Scegliere un altro orario',
    cancel: 'Annullare',
    stopReminders: 'Non ricevere più promemoria',
  },
  worksOnce: 'Questo link funziona una sola volta, fino a {until}.',
  notYou: 'Se non è stata una sua richiesta, ignori questo messaggio: non succederà nulla.',
  invitation: {
    subject: 'Invito a {organization}',
    intro: '{name} la invita a unirsi a {organization}.',
    action: 'Rispondere all’invito',
  },
  firstPassword: {
    subject: 'Il suo account presso {organization}',
    intro:
      '{organization} gestisce ora qui i suoi appuntamenti, con i suoi tipi di evento e i suoi incontri. Imposti una password per accedere.',
    action: 'Impostare una password',
  },
  passwordReset: {
    subject: 'Impostare una nuova password',
    intro: 'È stata richiesta una nuova password per il suo account.',
    action: 'Impostare una nuova password',
  },
  emailChange: {
    subject: 'Confermare il nuovo indirizzo',
    intro: 'Confermi che questo è il nuovo indirizzo e-mail del suo account.',
    action: 'Confermare l’indirizzo',
  },
  webhookDisabled: {
    subject: 'Una sottoscrizione webhook è stata disattivata',
    intro:
      'Per 24 ore non è stato possibile consegnare nulla a questo indirizzo, perciò la sua sottoscrizione webhook è stata disattivata: {url}',
    advice:
      'Quando l’indirizzo sarà di nuovo raggiungibile, la riattivi: riceve una nuova chiave di firma. Ciò che manca è conservato per 30 giorni e può essere inviato di nuovo.',
    reasons: {
      creator_left:
        '{name}, che ha creato questo webhook, non è più membro della sua organizzazione, perciò lo abbiamo disattivato: {url}',
      creator_demoted:
        '{name}, che ha creato questo webhook, non ha più il ruolo necessario, perciò lo abbiamo disattivato: {url}',
      advice: 'Se le serve ancora, lo riattivi con una nuova chiave di firma. Altrimenti lo elimini.',
    },
  },
  calendarLost: {
    subject: 'Il suo calendario {account} non può essere letto',
    intro: 'Il calendario {account} non può più essere letto, perciò non sappiamo quando è occupato.',
    reasons: {
      credentials: 'Il server non accetta più la password.',
      gone: 'Non si trova più al suo indirizzo.',
      silent: 'Il server non risponde da 24 ore.',
      removed:
        'È stato eliminato dal tuo account, quindi non blocca più il tuo tempo. Gli altri tuoi calendari contano ancora.',
    },
    closed:
      'Finché non potrà essere letto di nuovo non vengono offerti suoi orari, così nessuno prenota sopra i suoi impegni. Gli incontri già prenotati restano.',
    advice: 'Ricollegarlo o inserire una nuova password.',
  },
  calendarChanged: {
    moved: {
      subject: '“{name}” è stato spostato nel suo calendario',
      intro: 'Nel suo calendario è ora il {there}. I suoi ospiti la aspettano ancora il {booked}.',
      action: 'Sposta l’incontro',
    },
    deleted: {
      subject: '“{name}” è stato eliminato dal suo calendario',
      intro: 'Non è più nel suo calendario. I suoi ospiti la aspettano ancora il {booked}.',
      action: 'Annulla l’incontro',
    },
    longer: {
      subject: '“{name}” è più lungo nel suo calendario',
      intro:
        'Nel suo calendario ora finisce il {there} e il tempo aggiunto è bloccato. I suoi ospiti aspettano ancora l’incontro del {booked} com’è stato prenotato.',
      action: 'Mantieni la durata più lunga',
    },
    shorter: {
      subject: '“{name}” è più breve nel suo calendario',
      intro:
        'Nel suo calendario ora finisce il {there}. I suoi ospiti aspettano ancora l’incontro del {booked} com’è stato prenotato.',
      action: 'Mantieni la durata più breve',
    },
    freed: {
      subject: '“{name}” è segnato come libero nel suo calendario',
      intro:
        'Il suo calendario la mostra libero durante questo incontro. I suoi ospiti la aspettano ancora il {booked}.',
      action: 'Annulla l’incontro',
    },
    canceled: {
      subject: '“{name}” è stato annullato nel suo calendario',
      intro: 'Il suo calendario mostra questo incontro come annullato. I suoi ospiti la aspettano ancora il {booked}.',
      action: 'Annulla l’incontro',
    },
    restore: 'Rimettilo',
    unchanged: 'Finché non sceglie, l’incontro resta com’è stato prenotato.',
  },
}

export const italian: Language = {
  locale: 'it',
  name: 'Italiano',
  notation: '24h',
  firstWeekday: 1,
  date: '{weekday} {day} {month} {year}',
  month: '{month} {year}',
  firstDay: '1º',
  halves: ['AM', 'PM'],
  minutes: { one: '{count} minuto', other: '{count} minuti' },
  hours: { one: '{count} ora', other: '{count} ore' },
  pages,
  mails,
  account,
}
