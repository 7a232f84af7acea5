import type { CalendarsTexts } from '../en/calendars.ts'

export const calendars: CalendarsTexts = {
  title: 'Calendarios',
  conferences: {
    title: 'Enlaces de videollamada',
    hint: 'Las reuniones usan su enlace del servicio de vídeo correspondiente. Añada {random} a un enlace para que cada reunión tenga el suyo.',
    link: 'Configurar sus enlaces de videollamada',
    accounts: 'Cuentas',
    accountsHint: 'Conecte una cuenta y cada reunión tendrá allí su propia videollamada.',
    works: 'Cada reunión nueva tiene su propio enlace.',
    shared: 'La usan los miembros que no tienen un enlace ni una cuenta propios.',
    test: 'Probar',
    tested: 'La prueba funcionó: se creó una videollamada y se volvió a eliminar.',
    disconnectHint: 'Las reuniones conservan los enlaces que tienen. Las credenciales se eliminan de inmediato.',
    organization: 'Zoom para toda la organización',
    organizationHint:
      'Cree en Zoom una aplicación OAuth de servidor a servidor e introduzca sus claves. Zoom debe conocer a sus miembros por las mismas direcciones de correo.',
    accountId: 'ID de cuenta',
    clientId: 'ID de cliente',
    clientSecret: 'Secreto de cliente',
    linksTitle: 'Enlaces',
    byCalendar: 'Su calendario crea un enlace para cada reunión. Para usar otro, introdúzcalo aquí.',
    finishTitle: 'Conectar su cuenta',
    denied: 'No se conectó ninguna cuenta porque no se concedió el acceso.',
    done: { connected: 'Cuenta conectada', disconnected: 'Cuenta desconectada' },
    faults: {
      access: 'El servicio no nos deja entrar. Compruebe las claves o vuelva a conectar la cuenta.',
      expired: 'La solicitud de acceso ha caducado o ya se usó. Empiece de nuevo.',
      permission:
        'El servicio no deja que esta cuenta cree videollamadas. Compruebe allí el plan y los permisos de la aplicación.',
      setUp:
        'El servicio no reconoce este servidor. Pida al administrador del servidor que compruebe el ID de cliente y el secreto.',
      unknown: 'El servicio no le conoce por su dirección de correo.',
      away: 'En este momento no se puede acceder al servicio, o nos pide esperar.',
    },
  },
  intro:
    'Solo se puede reservar con usted cuando sus calendarios están libres. Guardamos las horas de los eventos y nada más.',
  connect: 'Conectar un calendario',
  connectAnother: 'Conectar otro calendario',
  google: 'Google Calendar',
  microsoft: 'Microsoft 365 u Outlook',
  ics: 'Canal de calendario',
  caldav: 'CalDAV',
  continueAt: 'Continuar con {service}',
  consentHint: 'Allí elige una cuenta y después vuelve a esta página.',
  feedHint:
    'Una URL secreta que acaba en .ics, de los ajustes para compartir de su calendario. Los canales son de solo lectura.',
  feedUrl: 'URL del canal',
  caldavHint:
    'Para iCloud, Fastmail, Nextcloud y muchos más. Si su cuenta usa la verificación en dos pasos, cree allí una contraseña de aplicación.',
  server: 'URL del servidor',
  username: 'Nombre de usuario',
  password: 'Contraseña',
  connectIt: 'Conectar',
  state: {
    connecting: 'Primera sincronización en curso. Nadie puede reservar con usted hasta que termine.',
    fresh: 'Última sincronización: {when}.',
    late: '{reason} Seguimos usando los eventos de la última sincronización ({when}).',
    lost: '{reason} Nadie puede reservar con usted hasta que este calendario vuelva a sincronizarse.',
    lostOpen: '{reason} Sigue aceptando reservas, pero los eventos de este calendario ya no bloquean su tiempo.',
  },
  never: 'nunca',
  chip: {
    connecting: 'Conectando',
    fresh: 'Al día',
    syncing: 'Sincronizando…',
    late: 'Sincronización retrasada',
    lost: 'Error de sincronización',
  },
  conflicts: 'Comprobar conflictos',
  conflictsOf: 'Comprobar conflictos en {name}',
  bookings: 'Añadir reservas a este calendario',
  bookingsOf: 'Añadir reservas a {name}',
  tentative: 'Incluir eventos provisionales',
  tentativeOf: 'Incluir eventos provisionales de {name}',
  readOnly: 'Solo lectura',
  isNew: 'Nuevo',
  emptyOfOthers:
    'No se han encontrado eventos. Este calendario es de otra persona y puede que sus eventos no se compartan con usted. No bloquea su tiempo.',
  nothingCounts:
    'Ninguno de sus calendarios bloquea su tiempo: pueden reservar con usted mientras está ocupado. Active «{counts}» en al menos un calendario.',
  unread: {
    one: '{count} evento no se pudo leer por completo. Bloquea su tiempo desde el inicio.',
    other: '{count} eventos no se pudieron leer por completo. Bloquean su tiempo desde el inicio.',
  },
  syncNow: 'Sincronizar ahora',
  reconnect: 'Volver a conectar',
  newPassword: 'Nueva contraseña',
  newUrl: 'Nueva URL del canal',
  saveAndSync: 'Guardar y sincronizar',
  stayOpen: 'Seguir aceptando reservas cuando este calendario no se pueda sincronizar',
  more: 'Más acciones para {account}',
  disconnect: 'Desconectar',
  disconnectHint: 'Las horas sincronizadas y las credenciales se eliminan de inmediato.',
  removeMeetings: 'Quitar antes de este calendario las próximas reuniones',
  finishTitle: 'Conectar su calendario',
  finish: 'Acceso concedido. Un paso más.',
  finishButton: 'Terminar',
  denied: 'No se conectó ningún calendario porque no se concedió el acceso.',
  known: 'Este calendario ya está conectado.',
  tooMany: 'Ha alcanzado el límite de 10 cuentas conectadas. Desconecte una primero.',
  notAnAddress: 'Introduzca una URL completa que empiece por https://.',
  settled: 'Esta solicitud ya se ha tramitado.',
  done: {
    connected: 'Calendario conectado. Primera sincronización en curso.',
    disconnected: 'Calendario desconectado',
    syncing: 'Sincronización iniciada',
    saved: 'Guardado',
  },
  faults: {
    wrong_credentials:
      'El servidor de calendario rechazó este nombre de usuario y contraseña. Los servicios con verificación en dos pasos, como iCloud y Fastmail, exigen una contraseña de aplicación: créela en los ajustes de su cuenta.',
    revoked:
      'El servicio de calendario puso fin a nuestro acceso: se revocó, se cambió la contraseña o no se usó durante meses. Vuelva a conectar el calendario.',
    revoked_in_testing:
      'Google puso fin a nuestro acceso a los siete días porque la pantalla de consentimiento de OAuth de este servidor está en modo de prueba. Vuelva a conectar el calendario y pida al administrador del servidor que la publique.',
    consent_expired: 'La solicitud de acceso ha caducado o ya se usó. Empiece de nuevo.',
    consent_incomplete:
      'Necesitamos permiso para leer y escribir en su calendario, pero no se concedió todo. Empiece de nuevo y deje todas las casillas marcadas.',
    wrong_client:
      'El servicio de calendario no reconoce este servidor. Pida al administrador del servidor que compruebe el ID de cliente y el secreto.',
    forbidden:
      'El servidor de calendario no deja que esta cuenta lea el calendario. Compruebe allí los ajustes para compartir.',
    gone: 'Ya no hay ningún calendario en esta URL. Compruebe la URL o vuelva a conectar el calendario.',
    not_allowed:
      'Esta URL no está permitida: los calendarios deben estar accesibles por https en el internet público. El administrador del servidor puede permitir otras direcciones.',
    unknown_name: 'No se encontró ningún servidor con este nombre. Compruebe si hay erratas en la URL.',
    unreachable: 'En este momento no se puede acceder al servidor de calendario.',
    certificate:
      'El certificado del servidor de calendario no es válido, así que no le enviamos nada. El administrador de ese servidor debe renovarlo.',
    timed_out: 'El servidor de calendario no respondió a tiempo.',
    busy: 'El servidor de calendario nos pidió esperar antes de la próxima sincronización.',
    server_error: 'El servidor de calendario notificó un error interno.',
    not_a_calendar:
      'En esta URL no hay ningún calendario. Las URL de los canales suelen acabar en .ics: cópiela de los ajustes para compartir de su calendario.',
    no_calendars: 'Esta cuenta no tiene calendarios con eventos.',
    too_large:
      'Este calendario o esta cuenta es demasiado grande. Los límites son 20 MB por calendario y 500 calendarios por cuenta.',
    bad_answer: 'No pudimos leer la respuesta completa del servidor de calendario.',
    conflict: 'El evento se cambió al mismo tiempo en el servidor de calendario.',
    cursor_expired: 'El servicio de calendario exige una sincronización completa.',
    silent: 'El calendario no se sincroniza desde hace un día.',
  },
}
