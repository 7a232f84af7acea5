import type { Words } from './words.ts'

export const italian: Words = {
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
    what: 'Cosa',
    when: 'Quando',
    before: 'Prima',
    where: 'Dove',
    host: 'Organizzatore',
    invitee: 'Invitato',
    guests: 'Accompagnatori',
    seats: 'Posti occupati',
    canceledBy: 'Annullato da',
    reason: 'Motivo',
  },
  place: { theyCall: 'Telefonata al {number}', youCall: 'Telefonata: chiamare il {number}', conference: 'Videoconferenza' },
  action: { reschedule: 'Scegliere un altro orario', cancel: 'Annullare' },
  worksOnce: 'Questo link funziona una sola volta, fino a {until}.',
  notYou: 'Se non è stata una sua richiesta, ignori questo messaggio: non succederà nulla.',
  invitation: { subject: 'Invito a {organization}', intro: '{name} la invita a unirsi a {organization}.', action: 'Rispondere all’invito' },
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
    intro: 'Per 24 ore non è stato possibile consegnare nulla a questo indirizzo, perciò la sua sottoscrizione webhook è stata disattivata: {url}',
    advice:
      'Quando l’indirizzo sarà di nuovo raggiungibile, elimini la sottoscrizione e ne crei un’altra. Ciò che manca è conservato per 30 giorni e può essere inviato di nuovo.',
  },
}
