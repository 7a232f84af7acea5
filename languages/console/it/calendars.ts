import type { CalendarsTexts } from '../en/calendars.ts'

export const calendars: CalendarsTexts = {
  title: 'Calendari',
  conferences: {
    title: 'Videochiamate',
    hint: 'Gli incontri di un tipo ricevono il suo indirizzo di quel tipo. Scriva {uuid} dove ogni incontro deve avere un indirizzo proprio.',
    link: 'Dove tiene le videochiamate',
  },
  intro: 'Viene proposto solo quando i suoi calendari sono liberi. Dei loro eventi si conservano solo gli orari.',
  connect: 'Collega un calendario',
  connectAnother: 'Collega un altro calendario',
  google: 'Google Calendar',
  microsoft: 'Microsoft 365 o Outlook',
  ics: 'Feed di calendario',
  caldav: 'Server di calendario (CalDAV)',
  continueAt: 'Continua su {service}',
  consentHint: 'Lì sceglie l’account e poi torna qui.',
  feedHint:
    'Un indirizzo segreto che finisce in .ics, dalle impostazioni di condivisione del calendario. Si può solo leggere.',
  feedAddress: 'Indirizzo del feed',
  caldavHint: 'iCloud, Fastmail, Nextcloud e molti altri. Con l’accesso in due passaggi, crei lì una password per app.',
  server: 'Indirizzo del server',
  username: 'Nome utente',
  password: 'Password',
  connectIt: 'Collega',
  state: {
    connecting: 'Prima lettura in corso. Fino ad allora non viene proposto a nessuno.',
    fresh: 'Letto {when}.',
    late: '{reason} Quanto era noto vale ancora. Ultima lettura: {when}.',
    lost: '{reason} Non viene proposto a nessuno finché non si può leggere.',
    lostOpen: '{reason} Viene proposto comunque, come ha scelto.',
  },
  never: 'mai',
  chip: {
    connecting: 'Collegamento',
    fresh: 'Aggiornato',
    late: 'In ritardo',
    lost: 'Non leggibile',
  },
  counts: 'Conta',
  countsOf: '{name} conta: è occupato quando lo dice',
  takes: 'Riceve gli incontri',
  takesOf: 'Gli incontri vengono scritti in {name}',
  tentative: 'Provvisori',
  tentativeOf: 'Gli eventi provvisori di {name} contano',
  readOnly: 'sola lettura',
  isNew: 'Nuovo',
  emptyOfOthers:
    'Nessun evento trovato. Questo calendario appartiene a un’altra persona e i suoi eventi potrebbero non essere condivisi con Lei. Non blocca il Suo tempo.',
  nothingCounts:
    'Nessuno dei Suoi calendari blocca il Suo tempo: si può prenotare con Lei mentre è occupato. Attivi «{counts}» per almeno un calendario.',
  unread: {
    one: '{count} evento non si può interpretare e vale come occupato dal suo inizio.',
    other: '{count} eventi non si possono interpretare e valgono come occupati dal loro inizio.',
  },
  lookNow: 'Leggi ora',
  again: 'Collega di nuovo',
  newPassword: 'Nuova password',
  newAddress: 'Nuovo indirizzo del feed',
  savePassword: 'Salva e prova',
  stayOpen: 'Proponimi anche se non si può leggere',
  more: 'Altro per {account}',
  disconnect: 'Scollega',
  disconnectHint: 'Quanto ne è stato letto e le credenziali vengono cancellati subito.',
  takeBack: 'Togli prima dal calendario gli incontri futuri',
  finishTitle: 'Collega il calendario',
  finish: '{service} ha dato il consenso. Ancora un passo.',
  finishButton: 'Concludi',
  denied: 'Non è stato collegato nulla, perché lì non è stato permesso.',
  known: 'Questo calendario è già collegato.',
  tooMany: 'Ci sono già dieci collegamenti. Ne scolleghi prima uno.',
  notAnAddress: 'Questo non è un indirizzo. Lo copi per intero, da https:// in poi.',
  settled: 'È già stato sistemato.',
  done: {
    connected: 'Il calendario è collegato e viene letto.',
    disconnected: 'Il calendario è scollegato.',
    looking: 'Viene letto.',
    saved: 'Salvato.',
  },
  faults: {
    wrong_credentials:
      'Il server di calendario non accetta questo nome utente e questa password. I servizi con accesso in due passaggi, come iCloud e Fastmail, richiedono una password per app: la crei lì, nelle impostazioni dell’account.',
    revoked:
      'Il servizio di calendario ha chiuso l’accesso: è stato revocato lì, la password è cambiata, o non è stato usato per mesi. Colleghi di nuovo il calendario.',
    revoked_in_testing:
      'Google ha chiuso l’accesso dopo sette giorni, come fa finché la schermata di consenso del gestore è in prova. Colleghi di nuovo il calendario e chieda al gestore di pubblicarla.',
    consent_expired: 'Il consenso è scaduto o è già stato usato. Ricominci.',
    consent_incomplete:
      'Non è stato permesso tutto ciò che serve per leggere e scrivere il calendario. Ricominci e lasci spuntate tutte le caselle.',
    wrong_client:
      'Il servizio di calendario non conosce questa installazione. Il gestore deve controllare l’id client e il segreto nelle impostazioni.',
    forbidden:
      'Il server di calendario non permette a questo account di leggere il calendario. Controlli lì chi può vederlo.',
    gone: 'A questo indirizzo non c’è più un calendario. Controlli l’indirizzo o colleghi di nuovo il calendario.',
    not_allowed:
      'Questo indirizzo non si può usare: i calendari si raggiungono via https su internet. Il gestore di questo servizio può permetterne altri.',
    unknown_name: 'Nessun server ha questo nome. Controlli se c’è un errore nell’indirizzo.',
    unreachable: 'Al momento il server di calendario non è raggiungibile.',
    certificate:
      'Il certificato del server di calendario non è valido, quindi non è stato inviato nulla. Il suo gestore deve rinnovarlo.',
    timed_out: 'Il server di calendario non ha risposto in tempo.',
    busy: 'Il server di calendario chiede una pausa.',
    server_error: 'Il server di calendario ha avuto un errore.',
    not_a_calendar:
      'Quello che dà questo indirizzo non è un calendario. L’indirizzo di un feed finisce spesso in .ics; lo copi dalle impostazioni di condivisione del calendario.',
    no_calendars: 'Questo account non ha calendari con eventi.',
    too_large: 'È troppo grande per essere letto: un calendario può avere 20 MB, e un account 500 calendari.',
    bad_answer: 'Non è stato possibile leggere fino in fondo la risposta del server di calendario.',
    conflict: 'L’evento è stato modificato nello stesso momento sul server di calendario.',
    cursor_expired: 'Il servizio di calendario ha dimenticato dove finiva l’ultima lettura.',
    silent: 'Il calendario non viene letto da un giorno.',
  },
}
