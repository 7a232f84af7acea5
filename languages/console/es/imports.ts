import type { ImportsTexts } from '../en/imports.ts'

export const imports: ImportsTexts = {
  title: 'Importar',
  hint: 'Importe miembros, tipos de evento, horarios, reuniones, formularios de enrutamiento y webhooks desde otro servicio. Nadie recibe un correo y allí no cambia nada.',
  from: 'Importar desde',
  kinds: { calendly: 'Calendly', calcom: 'Cal.com' },
  token: 'Token',
  tokenHint:
    'Un token de acceso personal de Calendly o una clave de API de Cal.com, de un propietario o admin de ese servicio. Lo guardamos cifrado hasta que termina la importación y no lo mostramos nunca.',
  address: 'Dirección de la API',
  addressHint: 'Solo para servicios autoalojados, como otro servidor de Openslot.',
  preview: 'Ver vista previa',
  start: 'Iniciar importación',
  wouldCome: 'Vista previa de «{name}»',
  wouldTake: 'La importación tarda unos {duration}.',
  notCounted: 'No hubo tiempo suficiente para contar el resto.',
  nothingWritten:
    'Aún no se ha importado nada. Pegue el token otra vez para iniciar la importación: no lo hemos guardado.',
  earlier: 'Importaciones',
  none: 'Aún no hay importaciones.',
  begun: 'Iniciada el {day}',
  ended: 'Terminada el {day}',
  states: { running: 'En curso', finished: 'Completada', failed: 'Detenida' },
  reading: 'Importando: {what}',
  finishing: 'Últimos pasos',
  meetingsRead: '{read} de {total} reuniones',
  left: 'quedan unos {duration}',
  seconds: { one: '{count} segundo', other: '{count} segundos' },
  minutes: { one: '{count} minuto', other: '{count} minutos' },
  goesOn: 'La importación continúa aunque salga de esta página.',
  refresh: 'Actualizar',
  stop: 'Detener importación',
  stopHint: 'Todo lo importado hasta ahora se conserva. Para continuar más tarde, importe de nuevo con el token.',
  came: 'Resultados',
  columns: {
    kind: 'Tipo',
    created: 'Nuevos',
    changed: 'Actualizados',
    unchanged: 'Sin cambios',
    gone: 'Eliminados en el origen',
  },
  records: {
    users: 'Miembros',
    groups: 'Grupos',
    user_availability_schedules: 'Horarios',
    event_types: 'Tipos de evento',
    routing_forms: 'Formularios de enrutamiento',
    routing_form_submissions: 'Envíos de formularios de enrutamiento',
    scheduled_events: 'Reuniones',
    invitees: 'Invitados',
    booking_requests: 'Solicitudes de reserva',
    invitee_no_shows: 'No presentados',
    webhook_subscriptions: 'Webhooks',
  },
  toReview: 'Para revisar',
  notImported: 'No importado',
  next: 'Importar de nuevo',
  nextHint: 'Una nueva importación actualiza lo que ha cambiado allí y nunca crea duplicados.',
  options: {
    apply_buffers: {
      label: 'Aplicar los márgenes sugeridos arriba',
      hint: 'Cada tipo de evento recibe los márgenes que tienen la mayoría de sus reuniones.',
    },
    take_over: {
      label: 'Enviar los recordatorios desde aquí',
      hint: 'Desactive primero los recordatorios allí. De lo contrario, los invitados reciben dos.',
    },
    invite: {
      label: 'Enviar a los miembros un correo con un enlace para crear una contraseña',
      hint: 'Solo a los miembros que aún no tienen contraseña.',
    },
    prefer_source: {
      label: 'Preferir la versión importada',
      hint: 'Reemplaza los cambios hechos aquí desde la última importación. De lo contrario, sus cambios se conservan y el informe indica cada diferencia.',
    },
  },
  again: 'Importar de nuevo',
  ofOperator:
    'Esta importación lee una base de datos. El administrador del servidor puede repetirla con: openslot import calcom',
  done: { started: 'Importación iniciada', stopped: 'Importación detenida' },
  errors: {
    tokenRefused: 'Este token no se acepta. Cree uno nuevo y compruebe que lo ha copiado entero.',
    tokenWeak: 'Este token no puede leer su propio usuario. Necesita el permiso users:read.',
    tokenForm: 'Pegue el token sin espacios.',
    waits: 'El otro servicio nos pide esperar {seconds} segundos. Inténtelo de nuevo después.',
    noApi: 'Esta no es la dirección de una API desde la que podamos importar.',
    unreadable: 'No se puede leer esta dirección. {why}',
    addressForm: 'Introduzca la dirección de una API, como https://api.calendly.com.',
    underWay: 'Ya hay una importación en curso desde este servicio.',
    otherCalcom: 'Una organización solo puede importar desde un Cal.com, y esta ya ha importado desde {source}.',
  },
  remarks: {
    token_of_one_user:
      'El token pertenece a un solo usuario, así que no se importan los miembros, tipos de evento y reuniones de otras personas. Use el token de un propietario o admin para importarlo todo.',
    list_closed: 'El token no puede leer esta lista, así que no se importa: {list}.',
    tables_closed:
      'El rol de la base de datos no puede leer estas tablas, así que no se importan: {tables}. Para incluirlas, ejecute: grant usage on schema public to …; grant select on all tables in schema public to …',
    invited_only:
      'Los miembros que solo están invitados a un grupo no se añaden a él. Las invitaciones no se importan.',
    several_groups:
      'Algunos miembros pertenecen en el origen a varios grupos. En Openslot un miembro pertenece a un solo grupo y puede ser admin de cualquiera, así que se añadieron al primero.',
    address_invalid: 'No se importó un miembro sin una dirección de correo válida ({email}).',
    no_account:
      '{email} no se importó: no se pudo crear una cuenta para esta dirección. Invite a esta persona en su lugar.',
    locked_out:
      '{email} no se importó: la cuenta está bloqueada en el origen o su dirección de correo nunca se verificó.',
    owner_there:
      '{email} es propietario en el origen y admin en Openslot. El propietario en Openslot puede transferir la propiedad.',
    slug_taken:
      'La página de reservas de {email} está en Openslot en /{slug}, porque /{taken} está en uso, reservado o no es posible.',
    schedule_unreadable: 'El horario «{name}» no se importó: no se pudieron leer sus horas.',
    address_changed: '«{name}» tiene una nueva dirección: {now} en Openslot, {before} en el origen.',
    pooling_unknown:
      '«{name}» asigna sus anfitriones de una forma que no existe en Openslot. Se importó por turnos (round robin).',
    questions_unreadable: 'No se pudieron importar las preguntas de «{name}».',
    too_many_questions:
      '«{name}» tiene más preguntas de las que admite en Openslot un tipo de evento. Se importaron las diez primeras.',
    locations_unknown: 'Algunas ubicaciones de «{name}» son de un tipo que no existe en Openslot.',
    seats_and_hosts:
      '«{name}» tiene varios invitados y varios anfitriones. En Openslot el primer anfitrión se encarga de sus reuniones.',
    confirmation_there:
      '«{name}»: los anfitriones confirman las reservas, en el origen y en Openslot. En Openslot, una solicitud caduca tras {hours} horas sin respuesta.',
    confirmation_always:
      '«{name}»: en el origen, los anfitriones solo confirman las reservas con poca antelación. En Openslot confirman todas.',
    recurring_there:
      '«{name}»: en el origen las reuniones se repiten. En Openslot cada reunión se reserva por separado.',
    long_limits: '«{name}»: los límites por mes o por año no existen en Openslot.',
    minute_limits: '«{name}»: los límites de minutos reservados no existen en Openslot.',
    paid_there: '«{name}» es de pago en el origen. En Openslot es gratis.',
    fixed_hosts:
      '«{name}»: en el origen algunos anfitriones participan en todas las reuniones. En Openslot cada reunión tiene un anfitrión, por turnos.',
    weighted_hosts:
      '«{name}»: en el origen los anfitriones reciben reuniones según su peso. En Openslot los anfitriones con la misma prioridad reciben el mismo número de reuniones.',
    start_offset:
      '«{name}»: en el origen las horas de inicio son {minutes} minutos después del comienzo de su horario. En Openslot empiezan con el horario.',
    multiple_use_links:
      '«{name}» tiene enlaces privados que se pueden usar varias veces. En Openslot un enlace así sirve para una reserva, así que no se importaron.',
    buffers_guessed:
      '«{name}» de {owner} parece tener márgenes de {before} minutos antes y {after} después (así es en {count} de sus reuniones). Para aplicarlos, importe de nuevo con la opción de aplicar los márgenes.',
    buffers_set:
      '«{name}» de {owner} tiene ahora márgenes de {before} minutos antes y {after} después (así es en {count} de sus reuniones).',
    form_draft:
      'El formulario de enrutamiento «{name}» es en Openslot un borrador. Defina sus reglas y después publíquelo.',
    webhook_address: 'No se importó un webhook: su dirección no es una dirección http o https.',
    webhook_exists: 'No se importó un webhook hacia {host}: ya existe, o aquello a lo que se refiere no se importó.',
    webhooks_of_types:
      'Los webhooks de tipos de evento concretos no se importan. En Openslot un webhook se refiere a un usuario, un grupo o la organización.',
    meeting_incomplete:
      'La reunión {id} no se importó o no se actualizó: no se pudieron leer todos los datos de sus invitados.',
    overlapping:
      'Algunas reuniones se solapan con otras del mismo anfitrión. Se importaron, y el anfitrión está ocupado a esas horas.',
    erased: 'Las reuniones de personas cuyos datos se eliminaron en Openslot no se importan.',
    links_kept:
      'Las próximas reuniones conservan los enlaces de videollamada que ya tienen. Openslot no crea enlaces nuevos para ellas.',
    waiting_there:
      'Las reservas que esperan confirmación en el origen se importaron como solicitudes de reserva, salvo que su hora ya haya pasado. No se avisó a nadie. Acéptelas o recházelas en Reuniones → Solicitudes.',
    request_taken:
      'La solicitud de «{name}» no se importó: su hora está ocupada en Openslot, o su tipo de evento no tiene anfitrión.',
    request_decided:
      'La solicitud de «{name}» se decidió en Openslot y en el origen. Se mantiene la decisión de Openslot.',
    record_unreadable: 'No se pudo leer un registro de {path} ({id}) y no se importó: {what}.',
    record_not_saved: 'No se pudo guardar un registro ({id}). No se importó o no se actualizó.',
    other_source: 'Algunos registros se importaron antes desde otra fuente. No se modificaron.',
    belongs_elsewhere: 'Un registro ({kind}) pertenece en Openslot a algo distinto que en el origen. No se modificó.',
    deleted_here: 'Eliminado en Openslot y cambiado en el origen: {kind} «{name}». Sigue eliminado.',
    canceled_here:
      'Cancelada en Openslot: «{name}». Sigue cancelada, porque se avisó a sus invitados. Resérvela de nuevo si debe celebrarse.',
    conflict_kept:
      'Cambiado en ambos lados: {kind} «{name}», {field}. Openslot: {here}. Origen: {there}. Se conservó su versión.',
    conflict_taken:
      'Cambiado en ambos lados: {kind} «{name}», {field}. Openslot: {here}. Origen: {there}. La versión importada reemplazó la suya.',
    more: 'Hay más observaciones de las que se indican aquí.',
    stopped: 'Detenida. Todo lo importado hasta ahora se conserva. Importe de nuevo para continuar donde se detuvo.',
    token_ended: 'El token ya no se acepta. Importe de nuevo con otro token para continuar donde se detuvo.',
    access_ended:
      'La persona que inició esta importación ya no es admin, o la aplicación que la inició perdió el acceso. Todo lo importado hasta ahora se conserva. Un admin puede importar de nuevo para continuar donde se detuvo.',
    process_ended:
      'El servicio falló tres veces mientras trabajaba en esta importación, así que se detuvo. Todo lo importado hasta ahora se conserva. Compruebe la memoria y el registro del servicio, y después importe de nuevo para continuar donde se detuvo.',
    oversized:
      '{cause} Es más de lo que una importación puede procesar. Todo lo importado hasta ahora se conserva. Cuando esto haya cambiado, importe de nuevo para continuar donde se detuvo.',
    retrying: 'La importación no puede continuar en este momento y se reintenta automáticamente. {cause}',
    gave_up_unreachable:
      '{cause} La importación se reintentó durante un día. Todo lo importado hasta ahora se conserva. Cuando el otro servicio vuelva a responder, importe de nuevo para continuar donde se detuvo.',
    gave_up_unreadable:
      '{cause} Reintentarlo no sirvió. Todo lo importado hasta ahora se conserva. Es posible que una versión más reciente entienda estos datos; informe del problema. Después importe de nuevo para continuar donde se detuvo.',
    gave_up_here:
      'Algo falló en Openslot cada vez que se reintentó la importación; los detalles están en el registro del servicio. Todo lo importado hasta ahora se conserva. Es posible que una versión más reciente lo resuelva; informe del problema. Después importe de nuevo para continuar donde se detuvo.',
    own_fault: 'Algo falló en Openslot; los detalles están en el registro del servicio.',
    page_refused:
      'Una página de una lista ({list}) se rechaza cada vez. {cause} Importe de nuevo más tarde para continuar donde se detuvo.',
    source_token_refused: 'El otro servicio no acepta el token.',
    source_forbidden: 'El token no tiene permiso para leer esto.',
    source_missing: 'El otro servicio no tiene ese registro.',
    source_rejected: 'El otro servicio rechaza la petición ({status}).',
    source_rate_limited: 'El otro servicio nos pide esperar.',
    source_status: 'El otro servicio responde con el estado {status}.',
    source_incomplete: 'La respuesta del otro servicio está incompleta.',
    source_unreachable: 'No se puede contactar con el otro servicio ({code}).',
    source_timeout: 'El otro servicio no responde a tiempo.',
    source_blocked: 'No enviamos peticiones a esta dirección. Use una dirección https pública.',
    source_unknown_name: 'Ningún servidor tiene el nombre de esta dirección.',
    source_unknown_format: 'La respuesta de {path} tiene un formato desconocido ({what}).',
    source_page_too_long: '{path} tiene más de {count} registros en una página.',
    source_endless: '{path} no termina después de {count} registros.',
    source_too_many: '{path} tiene más de {count} registros.',
    source_large_answer: 'Una respuesta de {path} supera los {size} MB.',
    source_large_together: '{path} y sus detalles superan los {size} MB en total.',
    source_repeats: 'Una lista ({list}) no termina o repite los mismos registros.',
    database_credentials: 'La base de datos no acepta el nombre de usuario o la contraseña.',
    database_missing: 'No hay ninguna base de datos con este nombre.',
    database_unknown_name: 'Ningún servidor tiene el nombre de la dirección de la base de datos.',
    database_forbidden: 'El rol de la base de datos no puede leer una tabla necesaria.',
    database_tables_closed:
      'El rol de la base de datos no puede leer estas tablas: {tables}. Ejecute: grant usage on schema public to …; grant select on all tables in schema public to …',
    database_unreachable:
      'Nada responde en esta dirección. Compruebe el host y el puerto, y si el servidor acepta conexiones desde esta máquina.',
    database_unknown_format: 'Las tablas tienen un formato desconocido: {what}.',
    database_unreadable: 'No se puede leer la base de datos ({code}).',
    database_not_calcom: 'Esta no es la base de datos de un Cal.com: no tiene las tablas users, EventType y Booking.',
    database_empty: 'No hay usuarios en esta base de datos.',
    database_too_many: 'La tabla {table} tiene más de {count} filas relacionadas.',
    never_form_rules:
      'Reglas de los formularios de enrutamiento: los formularios se importan como borradores, con sus preguntas. Defina las reglas y después publíquelos.',
    never_workflows: 'Textos y momentos de envío de los flujos de trabajo.',
    never_connections: 'Conexiones con calendarios y videollamadas: cada miembro conecta las suyas.',
    never_passwords:
      'Contraseñas: los miembros crean una con un enlace, que reciben por correo si usted decide invitarlos.',
    never_single_use_links: 'Enlaces de un solo uso que no se usaron.',
    never_private_links:
      'Enlaces privados que se pueden usar varias veces y, si se lee la API, todos los enlaces privados: en Openslot un enlace así sirve para una reserva.',
    never_signing_keys:
      'Claves de firma de los webhooks: los webhooks se importan desactivados. Al activar uno se crea una clave nueva.',
    never_webhook_secrets:
      'Secretos de los webhooks: los webhooks se importan desactivados. Al activar uno se crea una clave nueva. Los datos enviados tienen el formato de este servicio.',
    never_limits:
      'El número de invitados de un tipo de evento de grupo, hasta que una reunión lo muestra. La antelación mínima, los intervalos de fechas y los límites de los tipos de evento.',
    never_travel_zones: 'Horarios de viaje, pagos, grabaciones, atributos y límites por mes, por año o en minutos.',
    never_team_pages: 'Páginas de equipos y organizaciones. Sus tipos de evento conservan las direcciones anteriores.',
    other: '{text}',
  },
}
