import facts from './gallery.json' with { type: 'json' };
import type { DrawingName, GalleryItem, Photo } from './schema.ts';

export type { DrawingName, GalleryItem, Photo };

/** The gallery's pictures, in the order in which the page shows them. */
export const gallery = facts.pictures as unknown as GalleryItem[];

export const photos = gallery.filter((item): item is Photo => item.type === 'photo');

/** The About page's photo. If undefined, the page shows the cutaway drawing. */
export const aboutPhoto = photos.find(({ file }) => file === facts.about);

/** Returns a picture's name in gallery.json: the photo's file, or the drawing's name. */
export const getPictureName = (item: GalleryItem) => (item.type === 'photo' ? item.file : item.drawing);
