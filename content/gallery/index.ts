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
  alt: {
    en: 'A truck tractor with its hood open on the shoulder of a wet road at dusk, a service truck behind it.',
    es: 'Un tractocamión con el cofre abierto en la orilla de una carretera mojada al anochecer, con un camión de servicio detrás.',
  },
};

/** The six pictures of the gallery, in the order they are shown. */
export const gallery: GalleryItem[] = [
  {
    type: 'illustration',
    file: 'fleet-maintenance.jpg',
    alt: {
      en: 'Truck tractors parked in a row in a yard in early light, one with its hood open.',
      es: 'Tractocamiones en fila en un patio con la primera luz del día, uno con el cofre abierto.',
    },
    caption: { en: 'Fleet maintenance in the yard', es: 'Mantenimiento de flotas en el patio' },
  },
  {
    type: 'illustration',
    file: 'construction-equipment.jpg',
    alt: {
      en: 'A tracked excavator on a construction site with its engine door open.',
      es: 'Una excavadora de orugas en una obra con la puerta del motor abierta.',
    },
    caption: { en: 'Excavator repair on a construction site', es: 'Reparación de una excavadora en la obra' },
  },
  {
    type: 'illustration',
    file: 'engine-diagnostics.jpg',
    alt: {
      en: 'A laptop with fault codes on its screen, connected to a diesel engine.',
      es: 'Una computadora portátil con códigos de falla en la pantalla, conectada a un motor diésel.',
    },
    caption: { en: 'Engine diagnostics with a laptop', es: 'Diagnóstico de motor con computadora' },
  },
  {
    type: 'illustration',
    file: 'emergency-repair.jpg',
    alt: {
      en: 'A truck at the roadside at night, its engine lit by work lamps.',
      es: 'Un camión a la orilla de la carretera de noche, con el motor iluminado por lámparas de trabajo.',
    },
    caption: { en: 'Emergency repair at night', es: 'Reparación de emergencia de noche' },
  },
  {
    type: 'illustration',
    file: 'preventive-maintenance.jpg',
    alt: {
      en: 'New and used filters beside a drain pan of oil under a diesel engine.',
      es: 'Filtros nuevos y usados junto a una charola con aceite debajo de un motor diésel.',
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
      en: 'A service truck with its side compartments open, tools and parts inside.',
      es: 'Un camión de servicio con los compartimientos abiertos, con herramientas y refacciones adentro.',
    },
    caption: {
      en: 'The mobile service truck, ready to work',
      es: 'El camión de servicio, listo para trabajar',
    },
  },
];
