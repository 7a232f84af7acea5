import type { CalendarsTexts } from '../en/calendars.ts'

export const calendars: CalendarsTexts = {
  title: 'Calendari',
  integrations: 'Integrazioni',
  tabs: { calendars: 'Calendari', conferences: 'Videochiamate', payments: 'Pagamenti' },
  payments: {
    title: 'Account di pagamento',
    hint: 'Collega un account con le tue chiavi e gli invitati potranno pagare i tipi di evento con un prezzo. Il denaro va direttamente sul tuo conto.',
    none: 'Nessun account è collegato. I tipi di evento con un prezzo non si possono prenotare.',
    adminsOnly: 'Proprietari e amministratori collegano gli account.',
    works: 'Gli invitati possono pagare con questo account.',
    tested: 'Il test è riuscito: l’account accetta le nostre richieste.',
    connect: 'Collega un account',
    webhookUrl: 'URL per i messaggi del servizio:',
    stripeHint:
      'Una chiave segreta, o una limitata a Checkout Sessions, Charges, Payment Intents e Refunds. Il webhook ha bisogno degli eventi checkout.session.completed e checkout.session.expired.',
    secretKey: 'Chiave segreta',
    webhookSecret: 'Segreto di firma del webhook',
    stripeKeyFormat: 'Una chiave di Stripe inizia con sk_ o rk_.',
    stripeSecretFormat: 'Un segreto di firma di Stripe inizia con whsec_.',
    paypalHint:
      'Le chiavi di un’app REST nella dashboard per sviluppatori di PayPal. Il webhook ha bisogno degli eventi CHECKOUT.ORDER.APPROVED e PAYMENT.CAPTURE.COMPLETED.',
    environment: 'Ambiente',
    live: 'Produzione',
    sandbox: 'Sandbox',
    webhookId: 'ID del webhook',
    ownServiceHint:
      'Un tuo programma che incassa presso un altro fornitore. Riceve richieste firmate; la documentazione le descrive.',
    disconnectHint:
      'Le chiavi vengono eliminate subito e i suoi pagamenti non si possono più rimborsare qui. Se era l’ultimo account, i tipi di evento con un prezzo non si possono prenotare.',
    faults: {
      access: 'Il servizio non ci lascia entrare. Controlla le chiavi e collega di nuovo l’account.',
      permission:
        'Il servizio non lo permette a questo account. Controlla le autorizzazioni della chiave e se accetta questa valuta.',
      away: 'Il servizio non è raggiungibile in questo momento, o ci chiede di attendere.',
    },
  },
  conferences: {
    title: 'Link per le videochiamate',
    hint: 'Gli appuntamenti usano il suo link per il relativo servizio video. Aggiunga {random} a un link per dare a ogni appuntamento un link proprio.',
    accounts: 'Account',
    accountsHint: 'Colleghi un account e ogni appuntamento avrà lì una videochiamata propria.',
    works: 'Ogni nuovo appuntamento ha un link proprio.',
    shared: 'Lo usano i membri che non hanno un link o un account propri.',
    test: 'Prova',
    tested: 'La prova è riuscita: una videochiamata è stata creata e poi eliminata.',
    disconnectHint: 'Gli appuntamenti mantengono i loro link. Le credenziali vengono eliminate subito.',
    organization: 'Zoom per tutta l’organizzazione',
    organizationHint:
      'Crei in Zoom un’app OAuth da server a server e inserisca le sue chiavi. Zoom deve conoscere i suoi membri con gli stessi indirizzi e-mail.',
    accountId: 'ID account',
    clientId: 'ID client',
    clientSecret: 'Segreto client',
    ownService: 'Un suo servizio',
    ownServiceHint:
      'Un suo programma che crea le videochiamate presso qualsiasi altro fornitore. Riceve richieste firmate, descritte nella documentazione. Al collegamento viene provato con una videochiamata che viene poi eliminata.',
    videoService: 'Servizio video',
    requestUrl: 'URL delle richieste',
    signingKey: 'Chiave di firma',
    signingKeyHint: 'Almeno 16 caratteri. Il suo programma ha bisogno della stessa chiave.',
    use: 'Usa per i miei appuntamenti',
    linksTitle: 'Link',
    byCalendar: 'Il suo calendario crea un link per ogni appuntamento. Per usarne un altro, lo inserisca qui.',
    finishTitle: 'Collega il suo account',
    denied: 'Nessun account è stato collegato perché l’accesso non è stato concesso.',
    done: { connected: 'Account collegato', disconnected: 'Account scollegato' },
    faults: {
      access: 'Il servizio non ci lascia entrare. Controlli le chiavi o ricolleghi l’account.',
      expired: 'La richiesta di accesso è scaduta o è già stata usata. Ricominci.',
      permission:
        'Il servizio non permette a questo account di creare videochiamate. Controlli lì il piano e i permessi dell’app.',
      setUp:
        'Il servizio non riconosce questo server. Chieda all’amministratore del server di controllare l’ID client e il segreto.',
      unknown: 'Il servizio non la conosce con il suo indirizzo e-mail.',
      away: 'Al momento il servizio non è raggiungibile o ci chiede di attendere.',
    },
  },
  intro:
    'Può essere prenotato solo quando i suoi calendari sono liberi. Salviamo gli orari degli eventi e nient’altro.',
  connect: 'Collega un calendario',
  connectAnother: 'Collega un altro calendario',
  google: 'Google Calendar',
  microsoft: 'Microsoft 365 o Outlook',
  ics: 'Feed di calendario',
  caldav: 'CalDAV',
  continueAt: 'Continua con {service}',
  consentHint: 'Lì sceglie un account e poi torna a questa pagina.',
  feedHint:
    'Un URL segreto che finisce in .ics, dalle impostazioni di condivisione del calendario. I feed sono di sola lettura.',
  feedUrl: 'URL del feed',
  caldavHint:
    'Per iCloud, Fastmail, Nextcloud e molti altri. Se il suo account usa l’autenticazione a due fattori, crei lì una password per app.',
  server: 'URL del server',
  username: 'Nome utente',
  password: 'Password',
  connectIt: 'Collega',
  state: {
    connecting: 'Prima sincronizzazione in corso. Nessuno può prenotarla finché non finisce.',
    fresh: 'Ultima sincronizzazione: {when}.',
    late: '{reason} Usiamo ancora gli eventi dell’ultima sincronizzazione ({when}).',
    lost: '{reason} Nessuno può prenotarla finché questo calendario non si sincronizza di nuovo.',
    lostOpen: '{reason} Accetta ancora prenotazioni, ma gli eventi di questo calendario non bloccano più il suo tempo.',
  },
  never: 'mai',
  chip: {
    connecting: 'Collegamento',
    fresh: 'Aggiornato',
    syncing: 'Sincronizzazione…',
    late: 'Sincronizzazione in ritardo',
    lost: 'Sincronizzazione non riuscita',
  },
  conflicts: 'Controlla i conflitti',
  conflictsOf: 'Controlla i conflitti in {name}',
  bookings: 'Aggiungi le prenotazioni a questo calendario',
  bookingsOf: 'Aggiungi le prenotazioni a {name}',
  tentative: 'Includi gli eventi provvisori',
  tentativeOf: 'Includi gli eventi provvisori di {name}',
  readOnly: 'Sola lettura',
  isNew: 'Nuovo',
  emptyOfOthers:
    'Nessun evento trovato. Questo calendario appartiene a un’altra persona e i suoi eventi potrebbero non essere condivisi con lei. Non blocca il suo tempo.',
  nothingCounts:
    'Nessuno dei suoi calendari blocca il suo tempo: può essere prenotato mentre è occupato. Attivi «{counts}» per almeno un calendario.',
  unread: {
    one: '{count} evento non è stato letto per intero. Blocca il suo tempo dall’inizio.',
    other: '{count} eventi non sono stati letti per intero. Bloccano il suo tempo dall’inizio.',
  },
  syncNow: 'Sincronizza ora',
  reconnect: 'Ricollega',
  newPassword: 'Nuova password',
  newUrl: 'Nuovo URL del feed',
  saveAndSync: 'Salva e sincronizza',
  stayOpen: 'Continua ad accettare prenotazioni quando questo calendario non si può sincronizzare',
  more: 'Altre azioni per {account}',
  disconnect: 'Scollega',
  disconnectHint: 'Gli orari sincronizzati e le credenziali vengono eliminati subito.',
  removeMeetings: 'Rimuovi prima da questo calendario gli appuntamenti in arrivo',
  finishTitle: 'Collega il suo calendario',
  finish: 'Accesso concesso. Ancora un passo.',
  finishButton: 'Concludi',
  denied: 'Nessun calendario è stato collegato perché l’accesso non è stato concesso.',
  known: 'Questo calendario è già collegato.',
  tooMany: 'Ha raggiunto il limite di 10 account collegati. Ne scolleghi prima uno.',
  notAnAddress: 'Inserisca un URL completo che inizia con https://.',
  settled: 'Questa richiesta è già stata gestita.',
  done: {
    connected: 'Calendario collegato. Prima sincronizzazione in corso.',
    disconnected: 'Calendario scollegato',
    syncing: 'Sincronizzazione avviata',
    saved: 'Salvato',
  },
  faults: {
    wrong_credentials:
      'Il server di calendario ha rifiutato questo nome utente e questa password. I servizi con autenticazione a due fattori, come iCloud e Fastmail, richiedono una password per app: ne crei una nelle impostazioni del suo account.',
    revoked:
      'Il servizio di calendario ha interrotto il nostro accesso: è stato revocato, la password è cambiata o non è stato usato per mesi. Ricolleghi il calendario.',
    revoked_in_testing:
      'Google ha interrotto il nostro accesso dopo sette giorni perché la schermata di consenso OAuth di questo server è in modalità di test. Ricolleghi il calendario e chieda all’amministratore del server di pubblicarla.',
    consent_expired: 'La richiesta di accesso è scaduta o è già stata usata. Ricominci.',
    consent_incomplete:
      'Ci serve il permesso di leggere e scrivere il suo calendario, ma non è stato concesso tutto. Ricominci e lasci spuntate tutte le caselle.',
    wrong_client:
      'Il servizio di calendario non riconosce questo server. Chieda all’amministratore del server di controllare l’ID client e il segreto.',
    forbidden:
      'Il server di calendario non permette a questo account di leggere il calendario. Controlli lì le impostazioni di condivisione.',
    gone: 'A questo URL non c’è più un calendario. Controlli l’URL o ricolleghi il calendario.',
    not_allowed:
      'Questo URL non è consentito: i calendari devono essere raggiungibili via https su internet pubblica. L’amministratore del server può consentire altri indirizzi.',
    unknown_name: 'Nessun server trovato con questo nome. Controlli se c’è un errore nell’URL.',
    unreachable: 'Al momento il server di calendario non è raggiungibile.',
    certificate:
      'Il certificato del server di calendario non è valido, quindi non abbiamo inviato nulla. L’amministratore di quel server deve rinnovarlo.',
    timed_out: 'Il server di calendario non ha risposto in tempo.',
    busy: 'Il server di calendario ci ha chiesto di attendere prima della prossima sincronizzazione.',
    server_error: 'Il server di calendario ha segnalato un errore interno.',
    not_a_calendar:
      'A questo URL non c’è un calendario. Gli URL dei feed finiscono spesso in .ics: copi l’URL dalle impostazioni di condivisione del calendario.',
    no_calendars: 'Questo account non ha calendari con eventi.',
    too_large:
      'Questo calendario o account è troppo grande. I limiti sono 20 MB per calendario e 500 calendari per account.',
    bad_answer: 'Non siamo riusciti a leggere l’intera risposta del server di calendario.',
    conflict: 'L’evento è stato modificato nello stesso momento sul server di calendario.',
    cursor_expired: 'Il servizio di calendario richiede una sincronizzazione completa.',
    silent: 'Il calendario non si sincronizza da un giorno.',
  },
}
