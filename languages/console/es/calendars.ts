import type { CalendarsTexts } from '../en/calendars.ts'

export const calendars: CalendarsTexts = {
  title: 'Calendarios',
  conferences: {
    title: 'Videollamadas',
    hint: 'Las reuniones de un tipo reciben su dirección de ese tipo. Escriba {uuid} donde cada reunión deba tener una dirección propia.',
    link: 'Dónde hace sus videollamadas',
  },
  intro: 'Solo se le ofrece cuando sus propios calendarios están libres. De sus eventos solo se guardan las horas.',
  connect: 'Conectar un calendario',
  connectAnother: 'Conectar otro calendario',
  google: 'Google Calendar',
  microsoft: 'Microsoft 365 u Outlook',
  ics: 'Canal de calendario',
  caldav: 'Servidor de calendario (CalDAV)',
  continueAt: 'Continuar en {service}',
  consentHint: 'Allí elige la cuenta y luego vuelve aquí.',
  feedHint:
    'Una dirección secreta que acaba en .ics, de los ajustes para compartir de su calendario. Solo se puede leer.',
  feedAddress: 'Dirección del canal',
  caldavHint:
    'iCloud, Fastmail, Nextcloud y muchos más. Con verificación en dos pasos, cree allí una contraseña de aplicación.',
  server: 'Dirección del servidor',
  username: 'Nombre de usuario',
  password: 'Contraseña',
  connectIt: 'Conectar',
  state: {
    connecting: 'Se lee por primera vez. Hasta entonces no se le ofrece a nadie.',
    fresh: 'Leído {when}.',
    late: '{reason} Lo último que se sabía sigue contando. Última lectura: {when}.',
    lost: '{reason} No se le ofrece a nadie hasta que se pueda leer.',
    lostOpen: '{reason} Se le ofrece de todos modos, como eligió.',
  },
  never: 'nunca',
  chip: {
    connecting: 'Conectando',
    fresh: 'Al día',
    late: 'Con retraso',
    lost: 'Ilegible',
  },
  counts: 'Cuenta',
  countsOf: '{name} cuenta: está ocupado cuando lo dice',
  takes: 'Recibe reuniones',
  takesOf: 'Las reuniones se escriben en {name}',
  tentative: 'Provisionales',
  tentativeOf: 'Los eventos provisionales de {name} cuentan',
  readOnly: 'solo lectura',
  isNew: 'Nuevo',
  emptyOfOthers:
    'No se han encontrado eventos. Este calendario es de otra persona y puede que sus eventos no se compartan con usted. No bloquea su tiempo.',
  nothingCounts:
    'Ninguno de sus calendarios bloquea su tiempo: pueden reservar con usted mientras está ocupado. Active «{counts}» en al menos un calendario.',
  unread: {
    one: '{count} evento no se puede interpretar y cuenta como ocupado desde su inicio.',
    other: '{count} eventos no se pueden interpretar y cuentan como ocupados desde su inicio.',
  },
  lookNow: 'Leer ahora',
  again: 'Conectar de nuevo',
  newPassword: 'Nueva contraseña',
  newAddress: 'Nueva dirección del canal',
  savePassword: 'Guardar y probar',
  stayOpen: 'Ofrecerme aunque no se pueda leer',
  more: 'Más para {account}',
  disconnect: 'Desconectar',
  disconnectHint: 'Lo que se leyó de él y sus credenciales se borran al momento.',
  takeBack: 'Quitar antes del calendario las próximas reuniones',
  finishTitle: 'Conectar el calendario',
  finish: '{service} ha dado su permiso. Un paso más.',
  finishButton: 'Terminar',
  denied: 'No se conectó nada, porque allí no se permitió.',
  known: 'Este calendario ya está conectado.',
  tooMany: 'Ya hay diez conexiones. Desconecte una primero.',
  notAnAddress: 'Esto no es una dirección. Cópiela entera, desde https://.',
  settled: 'Esto ya está resuelto.',
  done: {
    connected: 'El calendario está conectado y se está leyendo.',
    disconnected: 'El calendario está desconectado.',
    looking: 'Se está leyendo.',
    saved: 'Guardado.',
  },
  faults: {
    wrong_credentials:
      'El servidor de calendario no acepta este nombre de usuario y contraseña. Los servicios con verificación en dos pasos, como iCloud y Fastmail, necesitan una contraseña de aplicación: créela allí, en los ajustes de su cuenta.',
    revoked:
      'El servicio de calendario ha terminado el acceso: se revocó allí, se cambió la contraseña o no se usó durante meses. Conecte el calendario de nuevo.',
    revoked_in_testing:
      'Google ha terminado el acceso a los siete días, como hace mientras la pantalla de consentimiento del operador está en pruebas. Conecte el calendario de nuevo y pida al operador que la publique.',
    consent_expired: 'El permiso ha caducado o ya se usó. Empiece de nuevo.',
    consent_incomplete:
      'No se permitió todo lo necesario para leer y escribir el calendario. Empiece de nuevo y deje todas las casillas marcadas.',
    wrong_client:
      'El servicio de calendario no conoce esta instalación. Su operador debe comprobar el id de cliente y el secreto en los ajustes.',
    forbidden: 'El servidor de calendario no deja que esta cuenta lea el calendario. Compruebe allí quién puede verlo.',
    gone: 'Ya no hay ningún calendario en esta dirección. Compruebe la dirección o conecte el calendario de nuevo.',
    not_allowed:
      'Esta dirección no se puede usar: a los calendarios se llega por https en el internet abierto. El operador de este servicio puede permitir otras.',
    unknown_name: 'Ningún servidor tiene este nombre. Compruebe si hay una errata en la dirección.',
    unreachable: 'Ahora no se puede llegar al servidor de calendario.',
    certificate:
      'El certificado del servidor de calendario no es válido, así que no se envió nada. Su operador debe renovarlo.',
    timed_out: 'El servidor de calendario no respondió a tiempo.',
    busy: 'El servidor de calendario pide una pausa.',
    server_error: 'El servidor de calendario tuvo un error propio.',
    not_a_calendar:
      'Lo que da esta dirección no es un calendario. La dirección de un canal suele acabar en .ics; cópiela de los ajustes para compartir de su calendario.',
    no_calendars: 'Esta cuenta no tiene ningún calendario con eventos.',
    too_large: 'Es demasiado grande para leerlo: un calendario puede ocupar 20 MB, y una cuenta tener 500 calendarios.',
    bad_answer: 'La respuesta del servidor de calendario no se pudo leer hasta el final.',
    conflict: 'El evento se cambió en el mismo momento en el servidor de calendario.',
    cursor_expired: 'El servicio de calendario ha olvidado dónde acabó la última lectura.',
    silent: 'El calendario no se ha leído en un día.',
  },
}
