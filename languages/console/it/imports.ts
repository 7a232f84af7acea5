import type { ImportsTexts } from '../en/imports.ts'

export const imports: ImportsTexts = {
  title: 'Importa',
  hint: 'Importi membri, tipi di evento, orari, appuntamenti, moduli di smistamento e webhook da un altro servizio. Nessuno riceve e-mail e là non cambia nulla.',
  from: 'Importa da',
  kinds: { calendly: 'Calendly', calcom: 'Cal.com' },
  token: 'Token',
  tokenHint:
    'Un token di accesso personale di Calendly o una chiave API di Cal.com, di un proprietario o admin di quel servizio. Lo conserviamo cifrato fino al termine dell’importazione e non lo mostriamo mai.',
  address: 'Indirizzo dell’API',
  addressHint: 'Solo per servizi self-hosted, come un altro server Openslot.',
  preview: 'Mostra anteprima',
  start: 'Avvia importazione',
  wouldCome: 'Anteprima di «{name}»',
  wouldTake: 'L’importazione richiede circa {duration}.',
  notCounted: 'Non c’è stato abbastanza tempo per contare il resto.',
  nothingWritten:
    'Non è stato ancora importato nulla. Incolli di nuovo il token per avviare l’importazione: non lo abbiamo conservato.',
  earlier: 'Importazioni',
  none: 'Ancora nessuna importazione.',
  begun: 'Avviata il {day}',
  ended: 'Terminata il {day}',
  states: { running: 'In corso', finished: 'Completata', failed: 'Interrotta' },
  reading: 'Importazione: {what}',
  finishing: 'Ultimi passaggi',
  meetingsRead: '{read} di {total} appuntamenti',
  left: 'circa {duration} rimanenti',
  seconds: { one: '{count} secondo', other: '{count} secondi' },
  minutes: { one: '{count} minuto', other: '{count} minuti' },
  goesOn: 'L’importazione continua anche se lascia questa pagina.',
  refresh: 'Aggiorna',
  stop: 'Interrompi importazione',
  stopHint: 'Tutto ciò che è stato importato finora resta. Per continuare più tardi, importi di nuovo con il token.',
  came: 'Risultati',
  columns: {
    kind: 'Tipo',
    created: 'Nuovi',
    changed: 'Aggiornati',
    unchanged: 'Invariati',
    gone: 'Eliminati nell’origine',
  },
  records: {
    users: 'Membri',
    groups: 'Gruppi',
    user_availability_schedules: 'Orari',
    event_types: 'Tipi di evento',
    routing_forms: 'Moduli di smistamento',
    routing_form_submissions: 'Invii dei moduli di smistamento',
    scheduled_events: 'Appuntamenti',
    invitees: 'Invitati',
    booking_requests: 'Richieste di prenotazione',
    invitee_no_shows: 'Mancate presenze',
    webhook_subscriptions: 'Webhook',
  },
  toReview: 'Da verificare',
  notImported: 'Non importato',
  next: 'Importa di nuovo',
  nextHint: 'Una nuova importazione aggiorna ciò che è cambiato là e non crea mai duplicati.',
  options: {
    apply_buffers: {
      label: 'Applica gli intervalli liberi suggeriti sopra',
      hint: 'Ogni tipo di evento riceve gli intervalli liberi della maggior parte dei suoi appuntamenti.',
    },
    take_over: {
      label: 'Invia i promemoria da qui',
      hint: 'Prima disattivi i promemoria là. Altrimenti gli invitati ne ricevono due.',
    },
    invite: {
      label: 'Invia ai membri un’e-mail con un link per impostare una password',
      hint: 'Solo ai membri che non hanno ancora una password.',
    },
    prefer_source: {
      label: 'Preferisci la versione importata',
      hint: 'Sostituisce le modifiche fatte qui dall’ultima importazione. Altrimenti le sue modifiche restano e il rapporto elenca ogni differenza.',
    },
  },
  again: 'Importa di nuovo',
  ofOperator:
    'Questa importazione legge un database. L’amministratore del server può eseguirla di nuovo con: openslot import calcom',
  done: { started: 'Importazione avviata', stopped: 'Importazione interrotta' },
  errors: {
    tokenRefused: 'Questo token non è accettato. Ne crei uno nuovo e controlli di averlo copiato per intero.',
    tokenWeak: 'Questo token non può leggere il proprio utente. Serve l’ambito users:read.',
    tokenForm: 'Incolli il token senza spazi.',
    waits: 'L’altro servizio ci chiede di attendere {seconds} secondi. Riprovi dopo.',
    noApi: 'Questo non è l’indirizzo di un’API da cui possiamo importare.',
    unreadable: 'Non è possibile leggere questo indirizzo. {why}',
    addressForm: 'Inserisca l’indirizzo di un’API, come https://api.calendly.com.',
    underWay: 'Un’importazione da questo servizio è già in corso.',
    otherCalcom:
      'Un’organizzazione può importare da un solo Cal.com, e questa organizzazione ha già importato da {source}.',
  },
  remarks: {
    token_of_one_user:
      'Il token appartiene a un solo utente, quindi membri, tipi di evento e appuntamenti di altre persone non vengono importati. Usi il token di un proprietario o admin per importare tutto.',
    list_closed: 'Il token non può leggere questo elenco, quindi non viene importato: {list}.',
    tables_closed:
      'Il ruolo del database non può leggere queste tabelle, quindi non vengono importate: {tables}. Per includerle, esegua: grant usage on schema public to …; grant select on all tables in schema public to …',
    invited_only:
      'I membri solo invitati in un gruppo non vengono aggiunti al gruppo. Gli inviti non vengono importati.',
    several_groups:
      'Alcuni membri appartengono nell’origine a più gruppi. In Openslot un membro appartiene a un solo gruppo e può essere admin di qualsiasi gruppo, quindi sono stati aggiunti al primo.',
    address_invalid: 'Un membro senza un indirizzo e-mail valido ({email}) non è stato importato.',
    no_account:
      '{email} non è stato importato: non è stato possibile creare un account per questo indirizzo. Inviti invece questa persona.',
    locked_out:
      '{email} non è stato importato: l’account nell’origine è bloccato, o il suo indirizzo e-mail non è mai stato verificato.',
    owner_there:
      '{email} è proprietario nell’origine e admin in Openslot. Il proprietario in Openslot può trasferire la proprietà.',
    slug_taken:
      'La pagina di prenotazione di {email} in Openslot è /{slug}, perché /{taken} è occupato, riservato o non possibile.',
    schedule_unreadable: 'L’orario «{name}» non è stato importato: non è stato possibile leggerne le ore.',
    address_changed: '«{name}» ha un nuovo indirizzo: {now} in Openslot, {before} nell’origine.',
    pooling_unknown:
      '«{name}» assegna gli organizzatori in un modo che in Openslot non esiste. È stato importato a rotazione (round robin).',
    questions_unreadable: 'Non è stato possibile importare le domande di «{name}».',
    too_many_questions:
      '«{name}» ha più domande di quante un tipo di evento possa averne in Openslot. Sono state importate le prime dieci.',
    locations_unknown: 'Alcuni luoghi di «{name}» sono di un tipo che in Openslot non esiste.',
    seats_and_hosts:
      '«{name}» ha più invitati e più organizzatori. In Openslot il primo organizzatore tiene i suoi appuntamenti.',
    confirmation_there:
      '«{name}»: gli organizzatori confermano le prenotazioni, nell’origine e in Openslot. In Openslot una richiesta scade dopo {hours} ore senza risposta.',
    confirmation_always:
      '«{name}»: nell’origine gli organizzatori confermano solo le prenotazioni con poco preavviso. In Openslot le confermano tutte.',
    recurring_there:
      '«{name}»: nell’origine gli appuntamenti si ripetono. In Openslot ogni appuntamento si prenota singolarmente.',
    long_limits: '«{name}»: i limiti al mese o all’anno in Openslot non esistono.',
    minute_limits: '«{name}»: i limiti di minuti prenotati in Openslot non esistono.',
    paid_there: '«{name}» nell’origine è a pagamento. In Openslot è gratuito.',
    fixed_hosts:
      '«{name}»: nell’origine alcuni organizzatori partecipano a ogni appuntamento. In Openslot ogni appuntamento ha un organizzatore, a rotazione.',
    weighted_hosts:
      '«{name}»: nell’origine gli organizzatori ricevono appuntamenti in base al peso. In Openslot gli organizzatori con la stessa priorità ricevono lo stesso numero di appuntamenti.',
    start_offset:
      '«{name}»: nell’origine gli orari di inizio sono {minutes} minuti dopo l’inizio delle sue ore. In Openslot iniziano insieme alle ore.',
    multiple_use_links:
      '«{name}» ha link privati utilizzabili più volte. In Openslot un link di questo tipo vale per una sola prenotazione, quindi non sono stati importati.',
    buffers_guessed:
      '«{name}» di {owner} sembra avere intervalli liberi di {before} minuti prima e {after} dopo (li hanno {count} dei suoi appuntamenti). Per impostarli, importi di nuovo con l’opzione che applica gli intervalli liberi.',
    buffers_set:
      '«{name}» di {owner} ora ha intervalli liberi di {before} minuti prima e {after} dopo (li hanno {count} dei suoi appuntamenti).',
    form_draft: 'Il modulo di smistamento «{name}» in Openslot è una bozza. Imposti le sue regole, poi lo pubblichi.',
    webhook_address: 'Un webhook non è stato importato: il suo indirizzo non è un indirizzo http o https.',
    webhook_exists:
      'Un webhook verso {host} non è stato importato: esiste già, oppure ciò a cui si riferisce non è stato importato.',
    webhooks_of_types:
      'I webhook di singoli tipi di evento non vengono importati. In Openslot un webhook riguarda un utente, un gruppo o l’organizzazione.',
    meeting_incomplete:
      'L’appuntamento {id} non è stato importato o aggiornato: non è stato possibile leggere per intero i suoi invitati.',
    overlapping:
      'Alcuni appuntamenti si sovrappongono ad altri dello stesso organizzatore. Sono stati importati, e l’organizzatore è occupato in quegli orari.',
    erased: 'Gli appuntamenti di persone i cui dati sono stati eliminati in Openslot non vengono importati.',
    links_kept:
      'Gli appuntamenti futuri mantengono i link per le videochiamate che hanno già. Openslot non ne crea di nuovi.',
    waiting_there:
      'Le prenotazioni che attendono una conferma nell’origine sono state importate come richieste di prenotazione, tranne quelle il cui orario è passato. Nessuno è stato avvisato. Le accetti o le rifiuti in Appuntamenti → Richieste.',
    request_taken:
      'La richiesta per «{name}» non è stata importata: il suo orario è occupato in Openslot, oppure il tipo di evento non ha organizzatori.',
    request_decided:
      'La richiesta per «{name}» è stata decisa in Openslot e nell’origine. Resta valida la decisione presa in Openslot.',
    record_unreadable: 'Non è stato possibile leggere un record di {path} ({id}), che non è stato importato: {what}.',
    record_not_saved: 'Non è stato possibile salvare un record ({id}). Non è stato importato o aggiornato.',
    other_source: 'Alcuni record sono già stati importati da un’altra fonte. Non sono stati modificati.',
    belongs_elsewhere:
      'Un record ({kind}) in Openslot appartiene a qualcosa di diverso rispetto all’origine. Non è stato modificato.',
    deleted_here: 'Eliminato in Openslot e modificato nell’origine: {kind} «{name}». Resta eliminato.',
    canceled_here:
      'Annullato in Openslot: «{name}». Resta annullato, perché gli invitati sono stati avvisati. Lo prenoti di nuovo se deve svolgersi.',
    conflict_kept:
      'Modificato da entrambe le parti: {kind} «{name}», {field}. Openslot: {here}. Origine: {there}. La sua versione è stata mantenuta.',
    conflict_taken:
      'Modificato da entrambe le parti: {kind} «{name}», {field}. Openslot: {here}. Origine: {there}. La versione importata ha sostituito la sua.',
    more: 'Ci sono più osservazioni di quelle elencate qui.',
    stopped:
      'Interrotta. Tutto ciò che è stato importato finora resta. Importi di nuovo per riprendere dal punto in cui si è interrotta.',
    token_ended:
      'Il token non è più accettato. Importi di nuovo con un nuovo token per riprendere dal punto in cui l’importazione si è interrotta.',
    access_ended:
      'Chi ha avviato questa importazione non è più admin, o l’app che l’ha avviata ha perso l’accesso. Tutto ciò che è stato importato finora resta. Un admin può importare di nuovo per riprendere dal punto in cui si è interrotta.',
    process_ended:
      'Il servizio si è arrestato in modo anomalo tre volte durante questa importazione, che è stata quindi interrotta. Tutto ciò che è stato importato finora resta. Controlli la memoria e il log del servizio, poi importi di nuovo per riprendere dal punto in cui si è interrotta.',
    oversized:
      '{cause} È più di quanto un’importazione possa elaborare. Tutto ciò che è stato importato finora resta. Quando questo sarà cambiato, importi di nuovo per riprendere dal punto in cui si è interrotta.',
    retrying: 'Al momento l’importazione non può continuare e riprova automaticamente. {cause}',
    gave_up_unreachable:
      '{cause} L’importazione ha riprovato per un giorno. Tutto ciò che è stato importato finora resta. Quando l’altro servizio risponderà di nuovo, importi di nuovo per riprendere dal punto in cui si è interrotta.',
    gave_up_unreadable:
      '{cause} Riprovare non è servito. Tutto ciò che è stato importato finora resta. Una versione più recente potrebbe riconoscere questi dati; segnali il problema. Poi importi di nuovo per riprendere dal punto in cui si è interrotta.',
    gave_up_here:
      'Qualcosa è andato storto in Openslot a ogni nuovo tentativo dell’importazione; i dettagli sono nel log del servizio. Tutto ciò che è stato importato finora resta. Una versione più recente potrebbe aiutare; segnali il problema. Poi importi di nuovo per riprendere dal punto in cui si è interrotta.',
    own_fault: 'Qualcosa è andato storto in Openslot; i dettagli sono nel log del servizio.',
    page_refused:
      'Una pagina di un elenco ({list}) viene rifiutata ogni volta. {cause} Importi di nuovo più tardi per riprendere dal punto in cui l’importazione si è interrotta.',
    source_token_refused: 'L’altro servizio non accetta il token.',
    source_forbidden: 'Il token non è autorizzato a leggere questi dati.',
    source_missing: 'L’altro servizio non ha questo record.',
    source_rejected: 'L’altro servizio rifiuta la richiesta ({status}).',
    source_rate_limited: 'L’altro servizio ci chiede di attendere.',
    source_status: 'L’altro servizio risponde con lo stato {status}.',
    source_incomplete: 'La risposta dell’altro servizio è incompleta.',
    source_unreachable: 'L’altro servizio non è raggiungibile ({code}).',
    source_timeout: 'L’altro servizio non risponde in tempo.',
    source_blocked: 'Non inviamo richieste a questo indirizzo. Usi un indirizzo https pubblico.',
    source_unknown_name: 'Nessun server ha il nome indicato in questo indirizzo.',
    source_unknown_format: 'La risposta di {path} ha un formato sconosciuto ({what}).',
    source_page_too_long: '{path} ha più di {count} record in una pagina.',
    source_endless: '{path} non finisce dopo {count} record.',
    source_too_many: '{path} ha più di {count} record.',
    source_large_answer: 'Una risposta di {path} supera {size} MB.',
    source_large_together: '{path} e i suoi dettagli superano in totale {size} MB.',
    source_repeats: 'Un elenco ({list}) non finisce o ripete gli stessi record.',
    database_credentials: 'Il database non accetta il nome utente o la password.',
    database_missing: 'Non esiste un database con questo nome.',
    database_unknown_name: 'Nessun server ha il nome indicato nell’indirizzo del database.',
    database_forbidden: 'Il ruolo del database non può leggere una tabella necessaria.',
    database_tables_closed:
      'Il ruolo del database non può leggere queste tabelle: {tables}. Esegua: grant usage on schema public to …; grant select on all tables in schema public to …',
    database_unreachable:
      'Nessuna risposta a questo indirizzo. Controlli l’host e la porta, e se il server accetta connessioni da questa macchina.',
    database_unknown_format: 'Le tabelle hanno un formato sconosciuto: {what}.',
    database_unreadable: 'Non è possibile leggere il database ({code}).',
    database_not_calcom: 'Questo non è il database di un Cal.com: mancano le tabelle users, EventType e Booking.',
    database_empty: 'Non ci sono utenti in questo database.',
    database_too_many: 'La tabella {table} ha più di {count} righe collegate.',
    never_form_rules:
      'Regole dei moduli di smistamento: i moduli vengono importati come bozze con le loro domande. Imposti le regole, poi li pubblichi.',
    never_workflows: 'Testi e tempi dei flussi di lavoro.',
    never_connections: 'Collegamenti a calendari e videoconferenze: ogni membro collega i propri.',
    never_passwords: 'Password: i membri ne impostano una tramite un link, inviato via e-mail se sceglie di invitarli.',
    never_single_use_links: 'Link monouso che non sono stati usati.',
    never_private_links:
      'Link privati utilizzabili più volte e, se si legge l’API, tutti i link privati: in Openslot un link di questo tipo vale per una sola prenotazione.',
    never_signing_keys:
      'Chiavi di firma dei webhook: i webhook vengono importati disattivati. Attivandone uno si crea una nuova chiave.',
    never_webhook_secrets:
      'Segreti dei webhook: i webhook vengono importati disattivati. Attivandone uno si crea una nuova chiave. I dati inviati hanno il formato di questo servizio.',
    never_limits:
      'Il numero di invitati di un tipo di evento di gruppo, finché un appuntamento non lo mostra. Preavviso minimo, intervalli di date e limiti dei tipi di evento.',
    never_travel_zones: 'Orari di viaggio, pagamenti, registrazioni, attributi e limiti al mese, all’anno o in minuti.',
    never_team_pages: 'Pagine di team e organizzazioni. I loro tipi di evento mantengono gli indirizzi precedenti.',
    other: '{text}',
  },
}
