import type { Language } from '../languages.ts';

/**
 * A picture of the site. `file` is its name in this folder (JPEG, PNG or WebP, at least 1600 px wide).
 * An `illustration` is rendered and says so in its caption line, or the gallery does once while it has no photo; the
 * owner's own picture is a `photo`. `phoneFile`, where given, is a tighter crop for narrow screens; its name begins
 * like that of `file`.
 */
export interface Picture {
  type: 'photo' | 'illustration';
  file: string;
  phoneFile?: string;
  /** Describes the picture for visitors who cannot see it. */
  alt: Record<Language, string>;
}

export interface GalleryItem extends Picture {
  /**
   * Where its subject is, in percent of the width from the left; 50 where it is left out. A phone held upright shows
   * half of the picture at a time, and opens it there.
   */
  subject?: number;
  caption: Record<Language, string>;
}

const serviceTruck: GalleryItem = {
  type: 'illustration',
  file: 'mobile-service.jpg',
  subject: 70,
  alt: {
    en: 'A white service truck, its side compartments open: drawers, wrenches, parts bins and hose reels.',
    es: 'Una camioneta de servicio blanca con los compartimientos abiertos: cajones, llaves, cajas de refacciones y carretes de manguera.',
  },
  caption: {
    en: 'The mobile service truck, ready to work',
    es: 'La camioneta de servicio, lista para trabajar',
  },
};

/** The picture of the about page. */
export const aboutPicture: Picture = serviceTruck;

/** The six pictures of the gallery, in the order they are shown. */
export const gallery: GalleryItem[] = [
  {
    type: 'illustration',
    file: 'fleet-maintenance.jpg',
    subject: 70,
    alt: {
      en: 'Five white semi trucks in a wet yard at sunrise; the nearest has its hood open beside a tool cart.',
      es: 'Cinco tractocamiones blancos en un patio mojado al amanecer; el más cercano, con el cofre abierto junto a un carro de herramienta.',
    },
    caption: { en: 'Fleet maintenance in the yard', es: 'Mantenimiento de flotillas en el patio' },
  },
  {
    type: 'illustration',
    file: 'construction-equipment.jpg',
    subject: 40,
    alt: {
      en: 'A yellow excavator on a sunny job site, its engine door open; a toolbox, an oil jug and a filter stand beside it.',
      es: 'Una excavadora amarilla en una obra a pleno sol, con la puerta del motor abierta; a su lado, una caja de herramienta, una garrafa de aceite y un filtro.',
    },
    caption: { en: 'Excavator repair on a construction site', es: 'Reparación de excavadora en obra' },
  },
  {
    type: 'illustration',
    file: 'engine-diagnostics.jpg',
    phoneFile: 'engine-diagnostics-phone.jpg',
    subject: 77,
    alt: {
      en: 'A laptop on the driver’s seat of a truck at night shows three active fault codes; its cable is plugged in under the dash.',
      es: 'De noche, en el asiento de un tractocamión, una computadora muestra tres códigos de falla activos; su cable va conectado bajo el tablero.',
    },
    caption: {
      en: 'Engine diagnostics in the cab',
      es: 'Diagnóstico de motor en la cabina',
    },
  },
  {
    type: 'illustration',
    file: 'emergency-repair.jpg',
    subject: 25,
    alt: {
      en: 'A white semi truck on a wet highway shoulder at night, its engine open under a work lamp, a new fuel filter on the tire, the old one in a pan; behind it, three warning triangles and a service truck.',
      es: 'Un tractocamión blanco en un acotamiento mojado, de noche, con el motor al descubierto bajo una lámpara, un filtro de combustible nuevo sobre la llanta y el usado en una charola; detrás, tres triángulos reflejantes y una camioneta de servicio.',
    },
    caption: {
      en: 'Emergency repair at the roadside',
      es: 'Emergencia en carretera',
    },
  },
  {
    type: 'illustration',
    file: 'preventive-maintenance.jpg',
    subject: 40,
    alt: {
      en: 'Used oil runs from a parked semi truck into a drain pan; new filters, oil and wrenches stand on the ground of the yard.',
      es: 'El aceite usado de un tractocamión cae en una charola; en el suelo del patio hay filtros nuevos, aceite y llaves.',
    },
    caption: {
      en: 'Preventive maintenance: oil and filters',
      es: 'Mantenimiento preventivo: aceite y filtros',
    },
  },
  serviceTruck,
];
