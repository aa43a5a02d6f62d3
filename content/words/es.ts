import { byHours, byPaging, ifClaimed } from './by-facts.ts';
import type { Words } from './en.ts';

export const form: Words['form'] = {
  title: 'Solicitar servicio',
  intro: 'Los cinco campos son obligatorios.',
  labels: {
    name: 'Nombre',
    phone: 'Teléfono',
    email: 'Correo electrónico',
    service: 'Servicio',
    message: 'Mensaje',
  },
  placeholders: {
    service: 'Seleccione un servicio',
    message: 'Describa la falla o el servicio que necesita su motor diésel...',
  },
  services: {
    emergency: 'Reparación de emergencia',
    fleet: 'Mantenimiento de flotillas',
    construction: 'Maquinaria de construcción',
    diagnostic: 'Diagnóstico de motor',
    preventive: 'Mantenimiento preventivo',
  },
  leaveEmpty: 'Deje este campo vacío',
  send: 'Enviar solicitud',
  sending: 'Enviando...',
  didYouMean: '¿Quiso decir {address}?',
  fixOne: 'Corrija el campo marcado y envíe de nuevo.',
  fixMany: 'Corrija los {count} campos marcados y envíe de nuevo.',
  privacy: 'Sus datos son solo para responderle.',
  privacyLink: 'Privacidad',
  problems: {
    name: {
      missing: 'Escriba su nombre.',
      tooLong: 'Escriba {limit} caracteres como máximo.',
      malformed: 'Su nombre tiene un carácter que no podemos leer. Escríbalo de nuevo.',
    },
    phone: {
      missing: 'Escriba un teléfono donde podamos llamarle.',
      tooLong: 'Escriba {limit} caracteres como máximo.',
      malformed: 'El teléfono tiene un carácter que no podemos leer. Escríbalo de nuevo.',
    },
    email: {
      missing: 'Escriba su correo electrónico.',
      tooLong: 'Escriba {limit} caracteres como máximo.',
      malformed: 'Escriba su correo completo, como nombre@empresa.com.',
    },
    service: {
      missing: 'Elija el servicio que necesita.',
      tooLong: 'Elija un servicio de la lista.',
      malformed: 'Elija un servicio de la lista.',
    },
    message: {
      missing: 'Describa lo que necesita.',
      tooLong: 'Escriba {limit} caracteres como máximo.',
      malformed: 'Describa lo que necesita en texto simple.',
    },
  },
};

export const outcome: Words['outcome'] = {
  sent: {
    title: '¡Mensaje enviado!',
    description: 'Gracias por comunicarse con nosotros. Le responderemos lo antes posible.',
  },
  failed: {
    title: 'Error al enviar el mensaje',
    description: 'Inténtelo de nuevo o llámenos directamente al {phone}',
  },
  close: 'Cerrar',
};

export const messageHint: Words['messageHint'] =
  'Anote carretera, sentido y salida; marca y motor; la falla; códigos en el tablero.';

const sentTo = byPaging(
  'Nos llega por correo.',
  'Nos llega por correo, y una emergencia hace sonar nuestros teléfonos.',
);

export const roadside: Words['roadside'] = {
  clear: 'Borrar',
  call: 'Llame ahora',
  text: 'Mándenos un mensaje',
  position: {
    ask: '¿Dónde está? Agregar mi ubicación',
    again: 'Ubicarme otra vez',
    remove: 'Quitar mi ubicación',
    privacy: byPaging(
      'Su ubicación va solo en el mensaje que nos envía.',
      'Su ubicación va en el mensaje que nos envía. En una emergencia también la recibe la empresa que hace sonar nuestros teléfonos.',
      'Su ubicación va solo en el mensaje que nos envía.',
    ),
    searching: 'Buscando su ubicación...',
    denied: 'Ubicación no compartida. Anote lo que vea.',
    failed: 'Sin ubicación. Anote lo que vea.',
    outside: 'Fuera de nuestra zona: ¿es correcta esta ubicación?',
    from: 'A {miles} millas al {compass} de {town}',
    fromDowntown: 'A {miles} millas al {compass} del centro de {city}',
    near: 'Cerca de {town}',
    nearDowntown: 'Cerca del centro de {city}',
    compass: ['norte', 'noreste', 'este', 'sureste', 'sur', 'suroeste', 'oeste', 'noroeste'],
    within: 'con margen de unos {feet} pies',
    lines: { where: 'Lugar', coordinates: 'Coordenadas', map: 'Mapa' },
    sign: 'Carretera, sentido, salida o milla',
  },
  hints: {
    summary: 'Más detalles',
    emergency: ['Unidad, marca y motor', 'Qué falla nota', 'Códigos en el tablero', 'Cargado o vacío'],
    fleet: ['Dirección del patio', 'Empresa', 'Número de unidades', 'Orden de compra, si la hay'],
    construction: ['Máquina y modelo', 'Horómetro', 'Entrada o contacto en la obra'],
    diagnostic: ['Unidad, marca y motor', 'Qué falla nota', 'Códigos en el tablero'],
    preventive: ['Dirección del patio', 'Empresa', 'Número de unidades', 'Orden de compra, si la hay'],
  },
  safety: '¿Está en peligro? Aléjese del tráfico y llame al 911.',
  card: {
    open: '¿Va a llamar? Qué decir',
    title: 'Lea esto por teléfono',
    who: 'Mi nombre',
    phone: 'Llámenme al',
    what: 'Necesito',
    latitude: 'Norte',
    longitude: 'Oeste',
    missing: 'Aún sin anotar',
    close: 'Cerrar',
  },
  trying: 'Sin respuesta aún. Seguimos intentando. Una llamada puede entrar sin datos:',
  failed: {
    board: ['Aún no se envía.', 'Llámenos.'],
    kept: 'Sus datos siguen aquí.',
    again: 'Intentar de nuevo',
    email: 'Mandar por correo',
    subject: 'Solicitud de servicio',
  },
  receipt: {
    board: ['Ya la tenemos.', 'Ref. {reference}'],
    next: `${sentTo} ¿Es urgente? Llame y dé esta referencia.`,
    nextWithout: `${sentTo} ¿Es urgente? Llame.`,
    answer: 'Alguien le llama antes de {n} minutos. Si no, llame al {phone}.',
    follow: 'Ver quién la atiende',
    time: 'Enviada',
    what: 'Lo que envió',
  },
};

export const requestStatus: Words['requestStatus'] = {
  heading: 'Solicitud',
  board: {
    none: ['Estado de la', 'solicitud'],
    received: ['Recibimos', 'su solicitud.'],
    ringing: ['Llamando a los', 'mecánicos.'],
    unanswered: ['Nadie ha', 'contestado. Llame.'],
    taken: ['{by} se hace', 'cargo.'],
    takenByUs: ['Nos hacemos', 'cargo.'],
    on_the_way: ['Llega como', '{atTime}.'],
    late: ['¿No llegó {atTime}? Llame.', ''],
    done: ['Listo.', 'Buen viaje.'],
    canceled: ['Solicitud', 'cancelada.'],
    closed: ['Solicitud', 'cerrada.'],
    erased: ['Borramos lo', 'que envió.'],
    not_found: ['El enlace no', 'sirve. Llame.'],
    unavailable: ['No pudimos', 'actualizar.'],
  },
  sentence: {
    none: 'Para ver cómo va una solicitud, abra su enlace. ¿Le urge? Llame.',
    loading: 'Revisando cómo va la solicitud…',
    received: 'Le vamos a llamar o a escribir. Si es urgente, llame.',
    to_ring: 'Enseguida llamamos a los mecánicos. Es más rápido si usted nos llama.',
    ringing: 'Todavía nadie se hace cargo. Es más rápido si usted nos llama.',
    unanswered: 'La última vez que llamamos a los mecánicos fue {lastRing}.',
    unanswered_unrung: 'No pudimos llamar a los mecánicos.',
    taken: 'Deje prendido el teléfono. Le podemos llamar de otro número.',
    given_back:
      '{by} ya no puede hacerse cargo. Estamos buscando a alguien más. Es más rápido si usted nos llama.',
    given_back_by_us:
      'Quien se había hecho cargo ya no puede. Estamos buscando a alguien más. Es más rápido si usted nos llama.',
    on_the_way: '{by} va en camino. Dijo “unos {estimate} minutos” {time}. Es un tiempo aproximado.',
    on_the_way_by_us: 'Vamos en camino. Dijimos “unos {estimate} minutos” {time}. Es un tiempo aproximado.',
    late: '{by} dijo “unos {estimate} minutos” {time}.',
    late_by_us: 'Dijimos “unos {estimate} minutos” {time}.',
    done: '¿Algo sigue fallando? Llámenos.',
    canceled: 'Nos avisó que ya no necesita ayuda. Si todavía la necesita, llame.',
    closed: 'Nosotros la cerramos. Si todavía necesita ayuda, llame.',
    erased:
      'Ya no está en este sitio. Sigue hasta una semana en nuestras copias de respaldo, y el correo que nos llegó lo borramos a mano.',
    erased_unsent: 'Ya no está en este sitio. Sigue hasta una semana en nuestras copias de respaldo.',
    not_found: 'Tal vez el enlace está incompleto o la solicitud se borró. Si necesita ayuda, llame.',
    unavailable: 'Tal vez no tiene señal o nuestro servidor no responde. ¿Le urge? Llame.',
  },
  sharedLink: {
    board: {
      received: ['Recibimos', 'la solicitud.'],
      done: ['Listo.', ''],
      canceled: ['Solicitud', 'cancelada.'],
      closed: ['Solicitud', 'cerrada.'],
      erased: ['Solicitud', 'borrada.'],
    },
    sentence: {
      received: 'Vamos a llamar o a escribir a quien la envió. Si es urgente, llame.',
      taken: 'Si damos una hora de llegada, aparecerá aquí.',
      canceled: 'Quien la envió avisó que ya no necesita ayuda.',
      closed: 'Nosotros la cerramos. Si alguien todavía necesita ayuda, llame.',
    },
    steps: { canceled: 'Cancelada' },
    note: 'Con este enlace puede ver la solicitud, pero no cancelarla ni borrarla.',
  },
  atTime: { one: 'a la {time}', other: 'a las {time}' },
  call: 'Llame y dé este código: {reference}',
  callPlain: 'Llame ahora',
  notSpoken: 'Por teléfono solo hablamos inglés.',
  historyHeading: 'Paso a paso',
  steps: {
    sent: 'Enviada',
    toEmail: 'Nos llega por correo',
    emailed: 'Nos llegó por correo',
    toRing: 'Vamos a llamar a los mecánicos',
    rung: 'Ya llamamos a los mecánicos',
    toTake: 'Alguien se hace cargo',
    takenBy: '{by} se hizo cargo',
    takenByUs: 'Nos hicimos cargo',
    toLeave: 'Salimos para allá',
    onTheWay: 'En camino',
    done: 'Terminada',
    canceled: 'Cancelada por usted',
    closed: 'Cerrada',
    erased: 'Borrada',
  },
  rungOnce: 'Llamamos una vez, {first}.',
  rungTimes: 'Llamamos {times} veces, la primera {first}.',
  ringsNext: 'La próxima será {next}.',
  ringsNow: 'Estamos por volver a llamar.',
  about: 'Unos {estimate} minutos (como {time}).',
  checked: 'Actualizado {time}.',
  keepOpen: 'Deje abierta esta página para ver los cambios: no mandamos mensajes de texto.',
  asOf: 'Lo último que supimos, {time}: {board}',
  stale: 'Se actualizó por última vez {time}.',
  tryNow: 'Intentar ahora',
  noAnswer: 'Todavía no hay respuesta. La página sigue intentando.',
  share: 'Compartir esta página',
  copied: 'Enlace copiado.',
  sharedNote: 'Esta página no muestra su nombre, número ni mensaje. Quien reciba el enlace solo puede verla.',
  cancel: {
    button: 'Ya no necesito ayuda',
    title: '¿Ya no hace falta que vayamos?',
    text: 'Ya no llamaremos a los mecánicos. Si alguien se hizo cargo, le avisamos. Puede cambiar de opinión una vez, en las próximas dos horas.',
    keep: 'Todavía necesito ayuda',
  },
  stillNeeded: 'Todavía necesito ayuda',
  erase: {
    button: 'Borrar lo que envié',
    title: '¿Borrar lo que envió?',
    text: 'Borramos ahora mismo de este sitio su nombre, número, correo y mensaje, y en una semana de las copias de respaldo. Después ya no espere una llamada. No se puede deshacer.',
    keep: 'No borrar',
  },
  notDone: 'No sabemos si se pudo. Inténtelo de nuevo o llame.',
};

export const areaCheck: Words['areaCheck'] = {
  question: '¿Llegamos hasta usted?',
  field: 'Código postal o ciudad',
  press: 'Buscar',
  clear: 'Borrar',
  inside: ['Sí, en {city}.', 'Promedio: {minutes} min.'],
  guess: ['¿{guess}? Sí.', 'Promedio: {minutes} min.'],
  ask: ['No sabemos.', 'Llame y pregunte.'],
  unfinished: ['Escriba los', '5 dígitos.'],
  empty: ['Escriba su código', 'postal o ciudad.'],
};

const hours: Words['hours'] = {
  everyDay: 'todos los días',
  someDays: 'de {first} a {last}',
  times: 'de {opens} a {closes}',
};

const areas: Words['areas'] = {
  named: { one: 'el área de {cities}', other: 'las áreas de {cities}' },
  first: { one: '{cities}', other: '{cities}' },
  served: { one: '{citiesAround}', other: '{citiesAround}' },
  near: { one: '{citiesAround}', other: '{citiesAround}' },
  title: { one: 'Área de {cityTitle}', other: 'Áreas de {cityTitle}' },
  around: 'alrededores',
  averages: { one: '{minutes} minutos en {city}', other: '{minutes} en {city}' },
  and: 'y',
  states: {
    HI: 'Hawái',
    LA: 'Luisiana',
    MI: 'Míchigan',
    MS: 'Misisipi',
    MO: 'Misuri',
    NC: 'Carolina del Norte',
    ND: 'Dakota del Norte',
    NH: 'Nuevo Hampshire',
    NJ: 'Nueva Jersey',
    NM: 'Nuevo México',
    NY: 'Nueva York',
    OR: 'Oregón',
    PA: 'Pensilvania',
    SC: 'Carolina del Sur',
    SD: 'Dakota del Sur',
    WV: 'Virginia Occidental',
  },
};

/** Every sentence a Spanish-reading visitor can see: usted, in the Spanish of the trade in Texas and Mexico. */
export const es: Words = {
  pages: {
    landing: {
      title: 'Mecánico diésel, {cityTitle} {stateCodes} | {business}',
      description: `Reparamos motores diésel en carretera, patio u obra, en {areas}. ${byHours('Llame al {phone}, de día o de noche.', 'Llame {hours}, al {phone}.')}`,
    },
    about: {
      title: 'Nosotros: {business} | Diésel en {cityTitle} {stateCodes}',
      description: `${ifClaimed('aseCertified', 'Técnicos con certificación ASE. ')}${ifClaimed('years', 'Más de {years} años de experiencia combinada. ')}${ifClaimed('licensedAndInsured', 'Empresa con licencia y seguro. ')}{areasFirst}${byHours(', 24/7.', ', {hours}')}`,
    },
    sent: {
      title: '¡Mensaje enviado! | {business}',
      description: 'Recibimos su solicitud.',
    },
    dispatch: {
      title: 'Dispatch | {business}',
      description: 'Para quienes atienden las solicitudes.',
    },
    request: {
      title: 'Estado de la solicitud | {business}',
      description: 'Cómo va una solicitud, paso a paso.',
    },
    notFound: {
      title: 'Página no encontrada | {business}',
      description: 'Esta página no existe.',
    },
  },

  skipLink: 'Ir al contenido principal',

  phone: {
    spoken: 'Se habla español',
    notSpoken: 'Por teléfono atendemos en inglés; por escrito puede enviar su solicitud en español.',
  },

  header: {
    menu: 'Menú',
    close: 'Cerrar',
    mainNavigation: 'Principal',
    emergency: byHours('Emergencias 24/7', 'Emergencias'),
  },

  navigation: {
    services: 'Servicios',
    serviceArea: 'Área de servicio',
    contact: 'Contacto',
    about: 'Nosotros',
  },

  hero: {
    headline: '¿Se quedó tirado? Vamos hasta usted.',
    text: `Mecánica diésel para camiones, flotillas y maquinaria de construcción${byHours('.', ', {hours}')}`,
    call: byHours('Llame ahora, de día o de noche', 'Llame ahora'),
    request: 'Solicitar servicio',
    proofLabel: 'En resumen',
    ase: ifClaimed('aseCertified', 'Técnicos con certificación ASE'),
    licensed: ifClaimed('licensedAndInsured', 'Con licencia y seguro'),
    minutes: '{minutes} min',
  },

  services: {
    heading: 'Servicios',
    intro: 'Vamos adonde está su unidad: la carretera, el patio o la obra.',
    orRequest: 'o envíe una solicitud',
    request: 'Solicitar {service}',
    items: {
      emergency: {
        title: 'Reparaciones de emergencia',
        description: `¿Se quedó tirado? ${byHours('Llame a cualquier hora.', 'Llámenos.')} Un mecánico va hasta su unidad.`,
      },
      fleet: {
        title: 'Mantenimiento de flotillas',
        description: 'Servicio programado en su patio, sin mandar las unidades al taller.',
      },
      construction: {
        title: 'Maquinaria de construcción',
        description: 'Reparamos el motor de su máquina ahí mismo, en la obra.',
      },
      diagnostic: {
        title: 'Diagnóstico de motor',
        description: 'Leemos códigos de falla y valores del motor para dar con la causa antes de reparar.',
      },
      preventive: {
        title: 'Mantenimiento preventivo',
        description: 'Aceite, filtros, bandas y mangueras a tiempo, antes de que lo dejen tirado.',
      },
      mobile: {
        title: 'Servicio móvil',
        description:
          'Llegamos en camionetas de servicio con herramienta y refacciones. El taller va hasta usted.',
      },
    },
    terms: { rates: 'Tarifas', payment: 'Cómo puede pagar', notDone: 'Lo que no hacemos' },
    shoulders: {
      worked: 'También vamos hasta usted en el acotamiento de una autopista.',
      notWorked:
        'Si es seguro manejar, vaya a la próxima salida. Si no, llámenos. ¿En peligro? Llame al 911.',
    },
  },

  claims: {
    label: 'En números',
    figure: '+{figure}',
    years: 'años de experiencia combinada',
    clients: 'clientes satisfechos',
    hours: 'horas de tiempo muerto evitadas',
    line: byHours('línea de emergencias', ''),
  },

  serviceArea: {
    heading: 'Área de servicio',
    intro: '¿No sabe si llegamos hasta donde está? Llame y pregunte.',
    downtown: 'Centro de {city}',
    averageResponse: 'tiempo promedio de respuesta',
    minutes: '{minutes} min',
    mapAlt: 'Mapa del área de {city}: condados, carreteras principales y las ciudades de esta lista',
    highways: 'Carreteras: {names}',
    openMap: 'Área de {city}: abrir el mapa',
    note: 'Son promedios: varían con el tráfico, el clima y la distancia. Al llamar, pregunte cuánto tardaríamos.',
  },

  gallery: {
    heading: 'Nuestro trabajo en acción',
    position: 'Imagen {number} de {total}: {caption}',
    previous: 'Imagen anterior',
    next: 'Imagen siguiente',
    close: 'Cerrar',
    more: '¿Quiere ver más?',
    moreText:
      '¿Necesita los papeles de una reparación? Use el formulario. ¿Quiere saber cómo va un trabajo? Llame.',
    requestDocumentation: 'Solicitar documentación del servicio',
    callForUpdates: 'Llame para saber cómo va',
  },

  contact: {
    title: 'Contáctenos',
    subtitle: 'Escríbanos o llámenos para una reparación diésel confiable',
    headline: 'Pida servicio de emergencia ahora mismo',
    phoneLabel: 'Línea de emergencias',
    emailLabel: 'Correo electrónico',
    areasLabel: 'Áreas de servicio',
    areas: {
      one: '{cities}, {states}, y las ciudades vecinas',
      other: '{cities}, {states}, y las ciudades vecinas',
    },
    townLabel: 'Con base en',
    hoursLabel: 'Horario',
    hours: byHours(
      'Línea de emergencias las 24 horas, los 7 días de la semana',
      'Línea de emergencias: {hours}',
    ),
    callNow: 'Llame ahora',
    callNowText: `¿Se quedó tirado? ${byHours('Llame a cualquier hora.', 'Llámenos.')}`,
  },

  areas,
  hours,
  form,
  outcome,
  messageHint,
  roadside,
  areaCheck,
  requestStatus,

  rejection: {
    title: 'Su solicitud no se envió',
    reasons: {
      invalid: 'Corrija esto y envíela de nuevo.',
      bad_form: 'No pudimos leer el formulario. Envíelo de nuevo.',
      too_large: 'Lo que envió es demasiado largo. Acórtelo y envíelo de nuevo.',
      cross_origin: 'No pudimos recibir el formulario desde esa página. Llénelo de nuevo en nuestro sitio.',
      slow_down:
        'Llegaron demasiadas solicitudes desde su conexión. Espere diez minutos y envíe la suya de nuevo.',
      unavailable: 'En este momento no podemos recibir solicitudes. Espere un minuto y envíela de nuevo.',
    },
    back: 'El botón Atrás de su navegador lo lleva al formulario, con lo que escribió.',
    call: 'O llámenos directamente al {phone}',
    home: 'Volver al inicio',
  },

  sent: { received: 'Tenemos su solicitud.', home: 'Volver al inicio' },

  footer: {
    description: 'Reparación diésel para dueños de flotillas, operadores de maquinaria y choferes.',
    tagline: 'Mecánica diésel donde usted esté',
    servicesHeading: 'Servicios',
    contactHeading: 'Contacto',
    area: '{areasTitle}',
    emergency: 'Servicio de emergencia',
    copyright: `© {year} {business}.${ifClaimed('licensedAndInsured', ' Con licencia y seguro.')}`,
    credit: 'Sitio hecho por {agency}',
  },

  about: {
    heading: 'Nosotros: {business}',
    text: [
      'Reparamos motores diésel donde fallan: en carretera, en el patio, en la obra. Nuestros mecánicos llevan herramienta y refacciones hasta usted.',
      `Dueños de flotillas, operadores de maquinaria y choferes de {areasNear} nos llaman para servicio programado y, ${byHours('a cualquier hora', '{hours}')}, para emergencias.`,
    ],
    truck: {
      alt: 'La camioneta de servicio de lado, con los compartimientos abiertos. Seis partes tienen números.',
      parts: [
        'Grúa',
        'Computadora de diagnóstico',
        'Compresor',
        'Carretes de aire y aceite',
        'Llaves',
        'Cajones de refacciones',
      ],
    },
    whyHeading: 'Por qué elegir a {business}',
    why: [
      {
        title: ifClaimed('aseCertified', 'Técnicos con certificación ASE'),
        reason: 'Quienes reparan su motor aprobaron los exámenes de certificación ASE.',
      },
      {
        title: ifClaimed('licensedAndInsured', 'Con licencia y seguro'),
        reason: 'Para patios y obras que exigen contratistas con licencia y seguro.',
      },
      {
        title: 'Vamos hasta usted',
        reason: 'El taller va hasta su camión, su máquina o su empresa.',
      },
      {
        title: byHours('Un solo número, de día y de noche', 'Un solo número'),
        reason: byHours(
          'La línea de emergencias atiende las 24 horas, los 7 días de la semana.',
          'La línea de emergencias atiende {hours}',
        ),
      },
      {
        title: 'Promedios a la vista',
        reason: 'Antes de llamar, usted ya conoce nuestro tiempo promedio de respuesta: {averages}.',
      },
    ],
  },

  privacy: {
    heading: 'Privacidad',
    summary:
      'Usamos sus datos solo para responderle, sin cookies, y borramos nuestra copia a más tardar {retentionDays} días después de enviárnosla por correo.',
    rows: [
      {
        title: 'Qué recibimos',
        text: 'Lo que escribe en el formulario, con la hora y el idioma, cuando lo envía. Su ubicación la recibimos solo si oprime el botón de ubicación.',
      },
      {
        title: 'Para qué lo usamos',
        text: 'Solo para responderle. No vendemos sus datos. Sin cookies ni rastreadores.',
      },
      {
        title: 'Quién lo ve',
        text: 'Nosotros y las empresas que operan nuestro servidor, correo y mapas.{paging} La página en la que atendemos las solicitudes no las guarda en nuestros teléfonos.',
      },
      {
        title: 'Su enlace',
        text: 'Después de enviar su solicitud, recibe un enlace a una página. Muestra el servicio, cada paso con su hora, la hora estimada de llegada y el nombre de quien se hace cargo de su solicitud. No muestra nada de lo que escribió. Quien tenga su enlace también puede cancelar o borrar su solicitud, así que no lo reenvíe. “Compartir esta página” le da otro enlace, que solo muestra la página.',
      },
      {
        title: 'Cuánto tiempo',
        text: 'Este sitio borra todas sus copias a más tardar {retentionDays} días después de enviarnos su solicitud por correo. Si no podemos enviarnos una solicitud, o si un archivo de solicitudes se daña, los conservamos hasta atenderlos. Esto no incluye nuestro buzón, los archivos que exportamos ni los respaldos de una empresa de bases de datos.',
      },
      {
        title: 'Su dirección de red',
        text: 'Para frenar envíos masivos, guardamos un código que se obtiene de su dirección de red. Lo borramos a los 10 minutos, o más tarde, cuando ya no quede por enviarnos ningún mensaje sobre su solicitud. Nuestros respaldos lo guardan hasta 8 días más.',
      },
      {
        title: 'En su teléfono',
        text: 'Lo que escribe se queda en la pestaña del navegador hasta que lo envía, lo borra o cierra la pestaña. Si abre su enlace, la pestaña lo recuerda hasta que usted la cierra.',
      },
      {
        title: 'Sus derechos',
        text: 'Para ver, corregir o borrar lo que envió, llame al {phone} o escriba a {email}. También puede borrarlo con su enlace.',
      },
      {
        title: '¿Problemas con el sitio?',
        text: 'Llame al {phone}.',
      },
    ],
    paging: byPaging(
      '',
      ' En una emergencia, la empresa que hace sonar nuestros teléfonos recibe su número, su lugar y el comienzo de su mensaje.',
      ' En una emergencia, la empresa que hace sonar nuestros teléfonos conoce solo el servicio que eligió.',
    ),
    since: 'Vigente desde el {since}.',
    licenses: 'Licencias',
  },

  notFound: {
    headline: '¡Ups! Página no encontrada',
    home: 'Volver al inicio',
  },
};
