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
    message: 'Describa la reparación de diésel que necesita...',
  },
  services: {
    emergency: 'Reparación de emergencia',
    fleet: 'Mantenimiento de flotas',
    construction: 'Equipo de construcción',
    diagnostic: 'Diagnóstico de motor',
    preventive: 'Mantenimiento preventivo',
  },
  leaveEmpty: 'Deje este campo vacío',
  send: 'Enviar solicitud',
  sending: 'Enviando...',
  errorTitle: 'Error:',
  problems: {
    name: {
      missing: 'Escriba su nombre.',
      tooLong: 'Acorte su nombre a {limit} caracteres.',
      malformed: 'Escriba su nombre con letras comunes, en un solo renglón.',
    },
    phone: {
      missing: 'Escriba un teléfono al que podamos llamarle.',
      tooLong: 'Acorte el teléfono a {limit} caracteres.',
      malformed: 'Escriba el teléfono en un solo renglón.',
    },
    email: {
      missing: 'Escriba su correo electrónico.',
      tooLong: 'Acorte el correo electrónico a {limit} caracteres.',
      malformed: 'Escriba un correo electrónico como nombre@empresa.com.',
    },
    service: {
      missing: 'Seleccione un servicio.',
      tooLong: 'Seleccione un servicio de la lista.',
      malformed: 'Seleccione un servicio de la lista.',
    },
    message: {
      missing: 'Describa lo que necesita.',
      tooLong: 'Acorte el mensaje a {limit} caracteres.',
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
  notifications: 'Avisos',
  close: 'Cerrar',
};

/** Every sentence a Spanish-reading visitor can see: usted, in the Spanish of the trade in Texas and Mexico. */
export const es: Words = {
  pages: {
    landing: {
      title: '{business} | Reparación de diésel a domicilio en Houston y Austin, 24/7',
      description:
        'Reparamos motores diésel donde están, a cualquier hora, en las áreas de Houston y Austin. Llame al {phone} o envíe una solicitud.',
    },
    about: {
      title: 'Acerca de {business} | Reparación de diésel a domicilio',
      description:
        'Quién llega cuando usted llama: técnicos con certificación ASE y más de {years} años de experiencia combinada, con licencia y seguro.',
    },
    notFound: {
      title: 'Página no encontrada | {business}',
      description: 'Esta página no existe.',
    },
  },

  skipLink: 'Ir al contenido principal',

  phone: {
    spanishSpoken: 'Se habla español',
    englishOnly: 'Por teléfono atendemos en inglés. Su solicitud por escrito puede ser en español.',
  },

  header: {
    menu: 'Menú',
    mainNavigation: 'Principal',
    emergency: 'Emergencias 24/7',
  },

  navigation: {
    services: 'Servicios',
    serviceArea: 'Área de servicio',
    contact: 'Contacto',
    about: 'Acerca de',
  },

  hero: {
    headline: 'Reparamos su diésel donde está',
    text: 'Camiones, flotas y equipo de construcción. Nuestros equipos móviles llegan hasta usted en las áreas de Houston y Austin, de día y de noche.',
    call: 'Llame ahora, de día o de noche',
    request: 'Solicitar servicio',
    proofLabel: 'En resumen',
    ase: 'Técnicos con certificación ASE',
    licensed: 'Con licencia y seguro',
    response: '{city}: {minutes} minutos en promedio',
  },

  services: {
    heading: 'Servicios',
    intro: 'Seis tipos de trabajo, todos en su sitio: la carretera, el patio o la obra.',
    items: {
      emergency: {
        title: 'Reparaciones de emergencia',
        description:
          '¿Se quedó parado en la carretera o en la obra? Llame a cualquier hora. Un equipo móvil va hasta el vehículo.',
      },
      fleet: {
        title: 'Mantenimiento de flotas',
        description:
          'Servicio periódico para sus camiones en su propio patio, sin que tengan que salir de él.',
      },
      construction: {
        title: 'Equipo de construcción',
        description:
          'Excavadoras, cargadores, generadores: motores diésel reparados en la obra donde trabajan.',
      },
      diagnostic: {
        title: 'Diagnóstico de motor',
        description:
          'El escáner lee los códigos de falla y los valores del motor, para encontrar primero la causa.',
      },
      preventive: {
        title: 'Mantenimiento preventivo',
        description: 'Aceite, filtros, bandas y mangueras atendidos a tiempo, antes de que lo detengan.',
      },
      mobile: {
        title: 'Servicio móvil',
        description:
          'Las herramientas y las refacciones llegan en nuestros camiones de servicio. No necesita grúa para llegar a un taller.',
      },
    },
  },

  serviceArea: {
    heading: 'Área de servicio',
    intro: 'Dos áreas de Texas y las ciudades a su alrededor. ¿No sabe si está dentro? Llame y pregunte.',
    area: 'Área de {city}',
    downtown: 'Centro de {city}',
    averageResponse: 'tiempo de respuesta promedio',
    minutes: '{minutes} minutos',
    mapAlt:
      'Diagrama del área de {city}: sus condados, las carreteras principales y las ciudades aquí nombradas',
    mapMinutes: '{minutes} min en promedio',
    mapNote: 'Diagrama. Los límites de los condados son exactos; las carreteras, esquemáticas.',
    note: 'Los tiempos de respuesta son promedios. El tráfico, el clima y la distancia los cambian; pregunte por el suyo cuando llame.',
  },

  gallery: {
    heading: 'Nuestro trabajo en acción',
    illustration: 'Ilustración',
    previous: 'Imagen anterior',
    next: 'Imagen siguiente',
    close: 'Cerrar',
    more: '¿Quiere ver más?',
    moreText: 'Pida los documentos de una reparación, o llame para saber cómo va un trabajo.',
    requestDocumentation: 'Solicitar documentación del servicio',
    callForUpdates: 'Llame para saber cómo va',
  },

  contact: {
    title: 'Contáctenos',
    subtitle: 'Comuníquese con nosotros para una reparación de diésel confiable',
    headline: 'Reciba servicio de emergencia ahora',
    phoneLabel: 'Línea de emergencias',
    emailLabel: 'Correo electrónico',
    areasLabel: 'Áreas de servicio',
    areas: '{houston} y {austin}, Texas, con las ciudades a su alrededor',
    hoursLabel: 'Horario',
    hours: 'Línea de emergencias las 24 horas, los 7 días',
    callNow: 'Llame ahora',
    callNowText: '¿Se quedó parado en la carretera? Llamar es más rápido que el formulario.',
    privacy:
      'Usamos sus datos solo para responder a su solicitud. Este sitio los borra {retentionDays} días después de enviárnoslos por correo.',
  },

  form,
  outcome,

  refusal: {
    title: 'Su solicitud no se envió',
    reasons: {
      invalid: 'Corrija lo que está marcado abajo y envíela de nuevo. No se perdió nada de lo que escribió.',
      bad_form: 'El formulario llegó incompleto. Revíselo y envíelo de nuevo.',
      too_large: 'El mensaje es demasiado largo. Acórtelo y envíelo de nuevo.',
      cross_origin: 'El formulario se envió desde otro sitio web. Envíelo desde esta página.',
      slow_down: 'Llegaron demasiadas solicitudes desde su conexión. Espere diez minutos y envíela de nuevo.',
      unavailable: 'En este momento no podemos recibir solicitudes. Espere un minuto y envíela de nuevo.',
    },
    call: 'O llámenos directamente al {phone}',
    home: 'Volver al inicio',
  },

  footer: {
    description:
      'Reparación de motores diésel a domicilio para flotas, maquinaria pesada y choferes. Vamos a donde está el motor.',
    tagline: 'Reparación de diésel donde usted está',
    servicesHeading: 'Servicios',
    contactHeading: 'Contacto',
    phoneLabel: 'Teléfono',
    emailLabel: 'Correo',
    areaLabel: 'Área',
    area: 'Áreas de Houston y Austin',
    emergency: 'Servicio de emergencia',
    copyright: '© {year} {business}. Con licencia y seguro.',
    credit: 'Sitio hecho por {agency}',
  },

  about: {
    heading: 'Acerca de {business}',
    text: [
      'Reparamos motores diésel donde se detienen: en la orilla de la carretera, en el patio, en la obra. Nuestros equipos móviles de servicio llevan las herramientas y las refacciones hasta usted.',
      'Dueños de flotas, operadores de maquinaria pesada y choferes de las áreas de Houston y Austin nos llaman para trabajos programados y para emergencias, a cualquier hora de cualquier día.',
    ],
    stats: {
      years: 'años de experiencia combinada',
      clients: 'clientes satisfechos',
      hours: 'horas fuera de servicio evitadas',
      line: 'línea de emergencias',
    },
    whyHeading: 'Por qué elegir a {business}',
    why: [
      {
        title: 'Técnicos con certificación ASE',
        reason: 'Quienes trabajan en su motor aprobaron los exámenes del oficio.',
      },
      {
        title: 'Con licencia y seguro',
        reason: 'Puede dejarnos trabajar en su patio, en su obra y en la carretera.',
      },
      {
        title: 'Vamos hasta usted',
        reason: 'El vehículo se queda donde está. Usted se ahorra la grúa y el viaje al taller.',
      },
      {
        title: 'Una línea, de día y de noche',
        reason: 'La línea de emergencias atiende las 24 horas, los 7 días de la semana.',
      },
      {
        title: 'Dos áreas, tiempos conocidos',
        reason:
          'En promedio llegamos en {houstonMinutes} minutos en Houston y en {austinMinutes} minutos en Austin.',
      },
    ],
  },

  notFound: {
    headline: '¡Ups! Página no encontrada',
    home: 'Volver al inicio',
  },
};
