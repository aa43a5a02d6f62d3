import type { Language } from '../languages.ts';

/**
 * A picture of the site. `file` is its name in this folder (JPEG or WebP, at least 1600 px wide).
 * An `illustration` is rendered and says so in its caption line; the owner's own picture is a
 * `photo`. `phoneFile`, where given, is a tighter crop for narrow screens.
 */
export interface Picture {
  type: 'photo' | 'illustration';
  file: string;
  phoneFile?: string;
  /** What is to be seen, for visitors who do not see it. */
  alt: Record<Language, string>;
}

export interface GalleryItem extends Picture {
  caption: Record<Language, string>;
}

export const heroPicture: Picture = {
  type: 'illustration',
  file: 'roadside-emergency.jpg',
  phoneFile: 'roadside-emergency-phone.jpg',
  alt: {
    en: 'A red semi truck with its hood tilted open and its engine lit on a wet roadside at dusk, with cones, a warning triangle and a white service truck with amber lights.',
    es: 'Un tractocamión rojo con el cofre abierto y el motor iluminado junto a una carretera mojada al anochecer, con conos, un triángulo de advertencia y un camión de servicio blanco con luces ámbar.',
  },
};

/** The six pictures of the gallery, in the order they are shown. */
export const gallery: GalleryItem[] = [
  {
    type: 'illustration',
    file: 'fleet-maintenance.jpg',
    alt: {
      en: 'Five white semi trucks in a row in a wet yard at sunrise; the nearest has its hood open beside a tool cart and a work lamp.',
      es: 'Cinco tractocamiones blancos en fila en un patio mojado al amanecer; el más cercano tiene el cofre abierto junto a un carro de herramientas y una lámpara de trabajo.',
    },
    caption: { en: 'Fleet maintenance in the yard', es: 'Mantenimiento de flotas en el patio' },
  },
  {
    type: 'illustration',
    file: 'construction-equipment.jpg',
    alt: {
      en: 'A yellow tracked excavator on a muddy construction site at dawn, its engine door open under work lamps, a red tool box on the ground.',
      es: 'Una excavadora amarilla sobre orugas en una obra embarrada al amanecer, con la puerta del motor abierta bajo lámparas de trabajo y una caja de herramientas roja en el suelo.',
    },
    caption: { en: 'Excavator repair on a construction site', es: 'Reparación de una excavadora en la obra' },
  },
  {
    type: 'illustration',
    file: 'engine-diagnostics.jpg',
    phoneFile: 'engine-diagnostics-phone.jpg',
    alt: {
      en: 'A laptop on a tool cart shows three active fault codes; its cable is plugged into the diesel engine behind it.',
      es: 'Una computadora portátil sobre un carro de herramientas muestra tres códigos de falla activos; su cable está conectado al motor diésel que está detrás.',
    },
    caption: { en: 'Engine diagnostics with a laptop', es: 'Diagnóstico de motor con computadora' },
  },
  {
    type: 'illustration',
    file: 'emergency-repair.jpg',
    alt: {
      en: 'At night beside a highway overpass, the drive wheels of a truck are off and its hub rests on a jack stand under a work lamp, with a service truck behind.',
      es: 'De noche, junto a un paso elevado, un camión sin dos de sus ruedas motrices, con el eje sobre un soporte bajo una lámpara de trabajo y un camión de servicio detrás.',
    },
    caption: { en: 'Emergency repair at night', es: 'Reparación de emergencia de noche' },
  },
  {
    type: 'illustration',
    file: 'preventive-maintenance.jpg',
    alt: {
      en: 'Used oil runs from a diesel engine into a drain pan; new filters, a jug of oil and wrenches stand on the shop floor.',
      es: 'El aceite usado cae de un motor diésel en una charola; en el piso del taller hay filtros nuevos, un envase de aceite y llaves.',
    },
    caption: {
      en: 'Preventive maintenance: oil and filters',
      es: 'Mantenimiento preventivo: aceite y filtros',
    },
  },
  {
    type: 'illustration',
    file: 'mobile-service.jpg',
    alt: {
      en: 'A white service truck with its side compartments open and lit, showing drawers, wrenches, parts bins and hose reels.',
      es: 'Un camión de servicio blanco con los compartimientos laterales abiertos e iluminados: cajones, llaves, cajas de refacciones y carretes de manguera.',
    },
    caption: {
      en: 'The mobile service truck, ready to work',
      es: 'El camión de servicio, listo para trabajar',
    },
  },
];
