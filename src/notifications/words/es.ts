import type { Words } from './words.ts'

export const spanish: Words = {
  hello: 'Hola, {name}:',
  helloSomebody: 'Hola:',
  subject: {
    booked: 'Confirmado: {event} con {name}, {when}',
    bookedForHost: 'Nueva reunión: {event} con {name}, {when}',
    moved: 'Actualizado: {event} con {name}, {when}',
    canceled: 'Cancelado: {event} con {name}, {when}',
    reminder: 'Recordatorio: {event} con {name}, {when}',
  },
  intro: {
    bookedForInvitee: 'Su reunión con {host} está confirmada.',
    bookedForGuest: '{invitee} le invita a una reunión con {host}.',
    bookedForHost: '{invitee} ha reservado una reunión con usted.',
    moved: 'Esta reunión se ha cambiado de hora.',
    canceled: 'Esta reunión se ha cancelado.',
    reminder: 'Esta reunión tendrá lugar pronto.',
  },
  label: {
    what: 'Qué',
    when: 'Cuándo',
    before: 'Antes',
    where: 'Dónde',
    host: 'Anfitrión',
    invitee: 'Invitado',
    guests: 'Acompañantes',
    seats: 'Plazas ocupadas',
    canceledBy: 'Cancelado por',
    reason: 'Motivo',
  },
  place: { theyCall: 'Llamada al {number}', youCall: 'Llamada: marque el {number}', conference: 'Videoconferencia' },
  action: { reschedule: 'Elegir otra hora', cancel: 'Cancelar' },
  worksOnce: 'Este enlace funciona una sola vez, hasta el {until}.',
  notYou: 'Si no lo ha pedido usted, ignore este mensaje: no ocurrirá nada.',
  invitation: { subject: 'Invitación a {organization}', intro: '{name} le invita a unirse a {organization}.', action: 'Responder a la invitación' },
  passwordReset: {
    subject: 'Elegir una contraseña nueva',
    intro: 'Se ha pedido una contraseña nueva para su cuenta.',
    action: 'Elegir una contraseña nueva',
  },
  emailChange: {
    subject: 'Confirmar su nueva dirección',
    intro: 'Confirme que esta es la nueva dirección de correo de su cuenta.',
    action: 'Confirmar la dirección',
  },
  webhookDisabled: {
    subject: 'Se ha desactivado una suscripción de webhook',
    intro: 'Durante 24 horas no se ha podido entregar nada a esta dirección, así que su suscripción de webhook se ha desactivado: {url}',
    advice: 'Cuando la dirección vuelva a responder, borre la suscripción y cree otra. Lo que faltó se guarda 30 días y puede enviarse de nuevo.',
  },
}
