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
  },
};

/** The six pictures of the gallery, in the order they are shown. */
export const gallery: GalleryItem[] = [
  {
    type: 'illustration',
    file: 'fleet-maintenance.jpg',
    alt: { en: 'Truck tractors parked in a row in a yard in early light, one with its hood open.' },
    caption: { en: 'Fleet maintenance in the yard' },
  },
  {
    type: 'illustration',
    file: 'construction-equipment.jpg',
    alt: { en: 'A tracked excavator on a construction site with its engine door open.' },
    caption: { en: 'Excavator repair on a construction site' },
  },
  {
    type: 'illustration',
    file: 'engine-diagnostics.jpg',
    alt: { en: 'A laptop with fault codes on its screen, connected to a diesel engine.' },
    caption: { en: 'Engine diagnostics with a laptop' },
  },
  {
    type: 'illustration',
    file: 'emergency-repair.jpg',
    alt: { en: 'A truck at the roadside at night, its engine lit by work lamps.' },
    caption: { en: 'Emergency repair at night' },
  },
  {
    type: 'illustration',
    file: 'preventive-maintenance.jpg',
    alt: { en: 'New and used filters beside a drain pan of oil under a diesel engine.' },
    caption: { en: 'Preventive maintenance: oil and filters' },
  },
  {
    type: 'illustration',
    file: 'mobile-service.jpg',
    alt: { en: 'A service truck with its side compartments open, tools and parts inside.' },
    caption: { en: 'The mobile service truck, ready to work' },
  },
];
