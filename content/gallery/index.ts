import facts from '../gallery.json' with { type: 'json' };
import type { GalleryItem } from '../schema.ts';

export type { GalleryItem };
export type Picture = Omit<GalleryItem, 'caption'>;

/** The pictures of the gallery, in the order they are shown. */
export const gallery = facts.pictures as unknown as GalleryItem[];

/** The picture of the about page. */
export const aboutPicture = gallery.find(({ file }) => file === facts.about) as Picture;
