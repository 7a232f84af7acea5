import type { Words } from './words.ts'

export const portuguese: Words = {
  hello: 'Olá, {name},',
  helloSomebody: 'Olá,',
  subject: {
    booked: 'Confirmado: {event} com {name}, {when}',
    bookedForHost: 'Nova reunião: {event} com {name}, {when}',
    moved: 'Atualizado: {event} com {name}, {when}',
    canceled: 'Cancelado: {event} com {name}, {when}',
    reminder: 'Lembrete: {event} com {name}, {when}',
  },
  intro: {
    bookedForInvitee: 'A sua reunião com {host} está confirmada.',
    bookedForGuest: '{invitee} convida-o para uma reunião com {host}.',
    bookedForHost: '{invitee} marcou uma reunião consigo.',
    moved: 'Esta reunião mudou de horário.',
    canceled: 'Esta reunião foi cancelada.',
    reminder: 'Esta reunião realiza-se em breve.',
  },
  label: {
    what: 'O quê',
    when: 'Quando',
    before: 'Antes',
    where: 'Onde',
    host: 'Anfitrião',
    invitee: 'Convidado',
    guests: 'Acompanhantes',
    seats: 'Lugares ocupados',
    canceledBy: 'Cancelado por',
    reason: 'Motivo',
  },
  place: { theyCall: 'Chamada para {number}', youCall: 'Chamada: ligue para {number}', conference: 'Videoconferência' },
  action: { reschedule: 'Escolher outro horário', cancel: 'Cancelar' },
  worksOnce: 'Esta ligação funciona uma só vez, até {until}.',
  notYou: 'Se não fez este pedido, ignore esta mensagem: nada acontecerá.',
  invitation: { subject: 'Convite para {organization}', intro: '{name} convida-o a juntar-se a {organization}.', action: 'Responder ao convite' },
  passwordReset: {
    subject: 'Definir uma nova palavra-passe',
    intro: 'Foi pedida uma nova palavra-passe para a sua conta.',
    action: 'Definir uma nova palavra-passe',
  },
  emailChange: {
    subject: 'Confirmar o seu novo endereço',
    intro: 'Confirme que este é o novo endereço de e-mail da sua conta.',
    action: 'Confirmar o endereço',
  },
  webhookDisabled: {
    subject: 'Uma subscrição de webhook foi desativada',
    intro: 'Durante 24 horas nada pôde ser entregue neste endereço, por isso a sua subscrição de webhook foi desativada: {url}',
    advice: 'Quando o endereço voltar a responder, apague a subscrição e crie outra. O que faltou é guardado durante 30 dias e pode ser reenviado.',
  },
}
